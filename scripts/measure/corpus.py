"""Measures what a memory without a model holds of facts that were planted in generated conversations, and of their updates:
`python scripts/measure/corpus.py`, and `make bench-quality` behind the recorded sessions.

A conversation has 3 to 60 turns of one of six subjects. Users, agents and tools tell facts: a value of one thing. Some change later, in other
words. No template is a sentence of the core's tests or vectors; `--check` looks. The templates, the things and the talk between them come in
two halves, not of one size: one tunes, the other is held back, and who changes the engine looks at the sums of that half alone. A half that was
seen too often shows nothing any more: it goes over to the half that tunes, and somebody who does not know the engine writes a new one.

A fact survives if its value stands in the memory, and it is bound if the name of its thing stands at most 200 chars away.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
import statistics
import sys
from typing import Any, Callable, Iterator

import quality

import conspectus

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = 40
CONVERSATIONS = 60
TURNS = (3, 60)
NEAR_CHARS = 200
# Of the facts, so many in a hundred change later.
CHANGES = 35

# Of each subject: things of each half, and what is told of them, each with the kind of its value.
SUBJECTS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[tuple[str, str], ...]]] = {
    "a street party": (
        ("the bandstand", "the cake table", "the first-aid tent", "the puppet stage", "the lantern walk", "the tombola", "the juice bar", "the chess corner", "the ticket booth", "the closing parade"),
        ("the face-painting stall", "the sack race", "the waffle stand", "the open-air cinema", "the flea market"),
        (("start", "hour"), ("helper", "person"), ("power line", "code"), ("deposit", "money"), ("number of chairs", "count")),
    ),
    "a laboratory": (
        ("the north freezer", "sample tray Q", "the spin rig", "the yeast assay", "the laser bench", "the cold room", "batch Orchid", "the flow cell", "the pollen count", "the drying oven"),
        ("the gel scanner", "vial rack Heron", "the soil incubator", "the algae tank", "the glove box"),
        (("set point", "degrees"), ("keeper", "person"), ("lot", "code"), ("next service", "day"), ("run length", "minutes")),
    ),
    "a harbour office": (
        ("the ferry Aldis", "pier nine", "the fuel barge", "the pilot boat", "the grain quay", "the tug Morven", "slip four", "the customs shed", "the ice plant", "the timber dock"),
        ("the trawler Sunniva", "basin east", "the salvage barge", "the sail loft", "the floating crane"),
        (("departure", "hour"), ("berth", "code"), ("master", "person"), ("fee", "money"), ("inspection", "day")),
    ),
    "a web service": (
        (
            "the invoice worker",
            "the thumbnail cache",
            "the login page",
            "the search index",
            "the audit stream",
            "the mail relay",
            "the geo lookup",
            "the export queue",
            "the billing cron",
            "the avatar store",
        ),
        ("the push gateway", "the consent banner", "the sitemap builder", "the fraud filter", "the comment feed"),
        (("time limit", "seconds"), ("maintainer", "person"), ("bucket", "code"), ("monthly ceiling", "money"), ("cut-over", "day")),
    ),
    "a renovation": (
        ("the attic stairs", "the hall floor", "the pantry door", "the bay window", "the roof gutter", "the cellar drain", "the tiled stove", "the garden wall", "the bath tub", "the porch lamp"),
        ("the loft hatch", "the kitchen worktop", "the balcony railing", "the shower screen", "the chimney cowl"),
        (("quote", "money"), ("fitter", "person"), ("article", "code"), ("delivery", "day"), ("width", "millimetres")),
    ),
    "a choir tour": (
        (
            "the Ghent concert",
            "the night coach",
            "the youth hostel",
            "the alto robes",
            "the radio session",
            "the Turin matinee",
            "the luggage van",
            "the town-hall lunch",
            "the organ loan",
            "the press hour",
        ),
        ("the Lucerne vespers", "the mountain train", "the farewell supper", "the rehearsal hall", "the tenor scarves"),
        (("meeting time", "hour"), ("contact", "person"), ("booking", "code"), ("price", "money"), ("date", "day")),
    ),
}
FIRST = "Odile Hanno Mirela Tadeo Ingrid Bashir Noemi Luca Wanda Yusuf Greta Pavel Amara Joost Selma Idris".split()
LAST = "Ferrant Okoye Brandvik Castell Duarte Eklund Farkas Gorski Halloran Ilves Jansen Kowal Lindqvist Marchetti Novak Osei".split()

# How a fact is told, and how another value of it is told later: of each half.
TOLD = (
    (
        "For {thing} we settled on {value} as the {what}.",
        "Write this down: {thing}, {what} {value}.",
        "{Thing} comes with {value} as {what}.",
        "I rang them about {thing}, and the {what} is {value}.",
        "By the way, {thing} has {value} for its {what}.",
        "Under {what} the plan lists {value} beside {thing}.",
        "With {thing} it is like this: {what}, {value}.",
        "We went for {value} when it came to the {what} of {thing}.",
        "{Thing} still lacked a {what}, so I put in {value}.",
        "As to {thing}, they told me that its {what} would be {value}.",
        "My list says {value} where it asks for the {what} of {thing}.",
        "The {what} that belongs to {thing}? {value}, says the clerk.",
        "We have {value} as {what} for {thing}.",
        "The {what} for {thing}: {value}.",
        "Could you note that {thing} has {value} as its {what}?",
        "I agreed with them on {value} as {what} of {thing}.",
        "The {what} of {thing} is set to {value}.",
        "They put {value} down as {what} for {thing}.",
    ),
    (
        "Ok so the {what} for {thing} is {value}, that much is certain.",
        "Just heard back about {thing}, {value} is what they gave me as {what}.",
        "Can you remember {value} for me, it's the {what} of {thing}?",
        "{Thing} ({what}: {value}) is sorted as well.",
        "If anyone asks, {value} is the {what} for {thing}.",
        "There was an email about {thing} and it mentions {value} for the {what}.",
        "The {what} for {thing} turned out to be {value}, which suits us fine.",
        "Oh, and before I forget, {thing} needs its {what} noted: {value}.",
        "{value}, that's our {what} on {thing}.",
        "We've got {thing} down with {value}, the {what} I mean.",
    ),
)
CHANGED = (
    (
        "The {what} of {thing} has changed, it is {value} now.",
        "They moved the {what} for {thing} to {value}.",
        "Small correction on {thing}: the {what} is {value}.",
        "{Thing} no longer has the {what} I gave you; it has {value}.",
        "New {what} for {thing}: {value}.",
        "I was wrong about {thing}, its {what} should read {value}.",
        "We had to swap the {what} of {thing}, so take {value}.",
        "Word just came in that {thing} gets {value} as its {what} after all.",
        "Make the {what} of {thing} {value} in your notes.",
        "Since this morning the {what} for {thing} stands at {value}.",
        "Heads-up: {thing} is down for {value} now, as far as the {what} goes.",
        "FYI the {what} on {thing} went to {value}.",
        "The latest I have on {thing} is {value} for the {what}.",
        "Please use {value} as the {what} for {thing} from here on.",
        "{Thing}: {what} {value}, not what I said before.",
        "Turns out the {what} of {thing} is {value}.",
        "I mixed something up, {thing} has {value} for its {what}.",
        "Strike the old {what} for {thing} and put {value}.",
        "We agreed on {value} for the {what} of {thing} in the end.",
        "The {what} for {thing} got bumped to {value}.",
        "Can you change the {what} of {thing} to {value}?",
        "Today they told me {value} for the {what} of {thing}.",
        "By now the {what} of {thing} is at {value}.",
        "They changed their minds on {thing}, {what} becomes {value}.",
        "Replace the {what} of {thing} by {value}.",
        "As it stands now, {thing} has a {what} of {value}.",
        "Instead of what we had, {thing} will have {value} as {what}.",
        "The clerk rang back: {what} for {thing} is {value} instead.",
        "Forget the earlier {what} for {thing}, {value} is right.",
    ),
    (
        "Scratch what I said about the {what} of {thing}, it's going to be {value}.",
        "{value} replaces whatever you have as {what} for {thing}.",
        "Turns out the {what} I gave for {thing} doesn't hold any more, {value} does.",
        "Heads up, {thing} got a different {what} overnight: {value}.",
        "pls overwrite the {what} for {thing} with {value}, thanks.",
        "The old {what} for {thing} fell through, which leaves us with {value}.",
        "{Thing} is switching to {value} as its {what}, they only told me today.",
        "Could you put {value} where you had the other {what} for {thing}?",
        "If you still have the previous {what} down for {thing}, it ought to be {value} by now.",
        "They dropped the {what} we had for {thing} in favour of {value}.",
        "Remember the {what} for {thing}, well, it's become {value}.",
        "Annoying, but {thing} had its {what} revised and we have to live with {value}.",
        "Actually let's do {value} for the {what} of {thing}, not the one from before.",
        "fyi {thing} is on {value} for {what}, used to be different.",
    ),
)
# What is said between them: beginnings and ends of sentences, of each half.
TALK = (
    (
        (
            "I looked through the folder again",
            "The last call took longer than planned",
            "Half of the papers are in the wrong order",
            "Somebody left the window open",
            "We spoke about the weather first",
            "The meeting ran late once more",
            "Our printer ate two pages",
            "I walked past the site at noon",
            "The minutes are nearly done",
            "Two people asked the same thing twice",
        ),
        (
            "and nothing in it surprised me.",
            "so the afternoon was gone.",
            "which nobody seems to mind.",
            "but that can wait.",
            "and then the line went dead.",
            "though it hardly matters.",
            "and I wrote none of it down.",
            "which made everybody laugh.",
            "so let us go on from there.",
            "as it does every spring.",
        ),
        (
            "How far are we with the overview?",
            "Could you sort what we have so far?",
            "What is left for this week?",
            "Tell me where you see a gap.",
            "Where do we stand?",
            "Would you draw up a short list of what is open?",
            "Is there anything that you miss?",
            "Go through it once and say what you think.",
        ),
    ),
    (
        (
            "I skimmed the notes on the train",
            "The coffee machine is making that noise again",
            "Everyone talked at the same time",
            "My desk is covered in drafts",
            "The neighbours are mowing their lawn",
            "I still can't find my good pen",
            "We sat outside after lunch",
            "The corridor smells of fresh paint",
            "I slept badly last night",
            "They put up a new noticeboard downstairs",
        ),
        (
            "and I suppose that is fine.",
            "but never mind.",
            "so I went for a short walk.",
            "which is rather typical of this place.",
            "although nobody complained.",
            "and it put me in a good mood.",
            "because it is that sort of day.",
            "as you can imagine.",
            "while the radio was playing.",
            "and there is not much more to say about it.",
        ),
        (
            "What should we look at next?",
            "Can you give me a quick picture of things?",
            "Does anything here strike you as odd?",
            "Shall we carry on like this?",
            "What would you do in my place?",
            "Is that clear enough so far?",
            "Could you tidy up our notes a little?",
            "How does the whole thing look to you?",
        ),
    ),
)
NOISE = "entry shelf paper window market signal copper engine garden letter number record corner yellow winter bridge harvest pocket mirror ladder".split()


class Planted:
    """One value of one thing, with the value that took its place."""

    def __init__(self, thing: str, what: str, value: str) -> None:
        self.thing, self.what, self.value, self.newer = thing, what, value, ""

    def said(self, template: str, value: str) -> str:
        return template.format(thing=self.thing, Thing=self.thing[0].upper() + self.thing[1:], what=self.what, value=value)


class Conversation:
    def __init__(self, half: int, number: int) -> None:
        self.dice = random.Random(f"{SEED}:{half}:{number}")
        self.half, self.used = half, set[str]()
        self.messages: list[dict[str, Any]] = []
        self.facts: list[Planted] = []
        subject = self.dice.choice(sorted(SUBJECTS))
        things, (first, second, kinds) = half, SUBJECTS[subject]
        pairs = [(thing, what, kind) for thing in (first, second)[things] for what, kind in kinds]
        self.dice.shuffle(pairs)
        turns = self.dice.randint(*TURNS)
        self.talk(f"We are at work on {subject}. Help me to keep track of it.")
        due: list[tuple[int, Planted]] = []
        for turn in range(turns):
            said = self.filler(self.dice.randint(1, 4))
            if pairs and self.dice.random() < 0.6:
                thing, what, kind = pairs.pop()
                fact = Planted(thing, what, self.value(kind))
                self.facts.append(fact)
                if turn + 2 < turns and self.dice.randrange(100) < CHANGES:
                    fact.newer = self.value(kind)
                    due.append((self.dice.randint(turn + 1, turns - 1), fact))
                sentence = fact.said(self.dice.choice(TOLD[half]), fact.value)
                if not fact.newer and self.dice.random() < 0.25:
                    self.look_up(sentence)
                else:
                    said.insert(self.dice.randint(0, len(said)), sentence)
            for _, fact in [each for each in due if each[0] == turn]:
                said.insert(self.dice.randint(0, len(said)), fact.said(self.dice.choice(CHANGED[half]), fact.newer))
            self.talk(" ".join(said))
        self.shown = [str(each.get("content") or "") for each in self.messages]
        self.real = sum(quality.real(text) for text in self.shown)

    def filler(self, count: int) -> list[str]:
        begins, ends, asks = TALK[self.half]
        made = [f"{self.dice.choice(begins)} {self.dice.choice(ends)}" for _ in range(count)]
        return made + [self.dice.choice(asks)]

    def talk(self, text: str) -> None:
        self.messages.append({"role": "user", "content": text})
        self.messages.append({"role": "assistant", "content": " ".join(["Understood."] + self.filler(self.dice.randint(1, 5))[:-1])})

    def look_up(self, sentence: str) -> None:
        """A call whose result has the sentence among lines of others."""
        name = f"call{len(self.messages)}"
        lines = [" ".join(self.dice.choices(NOISE, k=self.dice.randint(4, 9))) for _ in range(self.dice.randint(4, 25))]
        lines.insert(self.dice.randint(0, len(lines)), sentence)
        call = {"id": name, "type": "function", "function": {"name": "read_page", "arguments": json.dumps({"page": self.dice.choice(NOISE)})}}
        self.messages.append({"role": "user", "content": self.filler(1)[-1]})
        self.messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        self.messages.append({"role": "tool", "tool_call_id": name, "content": "\n".join(lines)})
        self.messages.append({"role": "assistant", "content": "I read the page."})

    def value(self, kind: str) -> str:
        """A value that nothing else in the conversation has."""
        dice = self.dice
        while True:
            made = {
                "hour": lambda: f"{dice.randint(6, 22):02}:{dice.choice(range(5, 60, 5)):02}",
                "person": lambda: f"{dice.choice(FIRST)} {dice.choice(LAST)}",
                "code": lambda: f"{dice.choice('BDFGHKMRT')}{dice.randint(2, 9)}-{dice.randint(100, 989)}",
                "money": lambda: f"{dice.randint(11, 98) * 10 + dice.randint(1, 9)} euros",
                "count": lambda: f"{dice.randint(31, 299)} chairs",
                "degrees": lambda: f"{dice.randint(12, 88)} degrees",
                "minutes": lambda: f"{dice.randint(13, 288)} minutes",
                "seconds": lambda: f"{dice.randint(13, 288)} seconds",
                "millimetres": lambda: f"{dice.randint(211, 1_988)} mm",
                "day": lambda: f"{dice.randint(2, 28)} {dice.choice(('March', 'April', 'June', 'July', 'October'))}",
            }[kind]()
            if not any(made in other or other in made for other in self.used):
                self.used.add(made)
                return made


def ours(case: Conversation, budget: int) -> str:
    return str(conspectus.summarize_extractive(case.messages, max_tokens=max(1, budget), preset="opencode", dialect="openai_chat", tokenizer="o200k_base").text)


POLICIES: dict[str, Callable[[Any, int], str]] = {"conspectus": ours, "random lines": quality.random_lines, "keep last": quality.keep_last}
ROWS = ("survives", "bound", "new alone", "old and new both", "old alone", "neither")


def score(case: Conversation, text: str) -> Iterator[tuple[str, bool]]:
    text = " ".join(text.split())

    def holds(value: str, near: str = "") -> bool:
        places = [number for number in range(len(text)) if text.startswith(value, number) and not text[number - 1 : number].isdigit()]
        return any(near.lower() in text[max(0, number - NEAR_CHARS) : number + NEAR_CHARS].lower() for number in places)

    for fact in case.facts:
        if not fact.newer:
            yield "survives", holds(fact.value)
            yield "bound", holds(fact.value, fact.thing.removeprefix("the "))
            continue
        old, new = holds(fact.value), holds(fact.newer)
        yield "new alone", new and not old
        yield "old and new both", new and old
        yield "old alone", old and not new
        yield "neither", not old and not new


def shown(case: Conversation, text: str) -> None:
    """What became of the facts of one conversation."""
    print(f"\n{text}\n")
    for fact in case.facts:
        held = [value for value in (fact.value, fact.newer) if value and value in text]
        print(f"{fact.thing}, {fact.what}: {fact.value}{', then ' + fact.newer if fact.newer else ''}: {', '.join(held) or 'lost'}")


def check() -> int:
    """Whether a template stands in the core or in the vectors: then the engine may have been made for it."""
    texts = [path.read_text(encoding="utf-8") for folder in ("core", "tests/vectors", "tests/labels") for path in (ROOT / folder).rglob("*.*") if path.suffix in (".rs", ".json", ".tsv", ".txt")]
    facts = [Planted(thing, what, "") for first, second, kinds in SUBJECTS.values() for thing in (*first, *second) for what, _ in kinds]
    found = [fact.said(template, "").split("  ")[0] for half in (0, 1) for template in (*TOLD[half], *CHANGED[half]) for fact in facts]
    known = sorted({sentence for sentence in found if len(sentence) > 20 and any(sentence in text for text in texts)})
    for sentence in known:
        print(f"stands in the core or its tests: {sentence}")
    return int(bool(known))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="look for the templates in the core and its tests")
    parser.add_argument("--show", action="store_true", help="print the memories at the first size, and what became of the facts, of the half that tunes")
    arguments = parser.parse_args()
    if arguments.check:
        return check()
    for half, name in enumerate(("the half that tunes", "the half that is held back")):
        found = [Conversation(half, number) for number in range(CONVERSATIONS)]
        facts = [fact for case in found for fact in case.facts]
        print(f"\n### Generated conversations, {name}: {len(found)} of {min(len(case.messages) for case in found)} to {max(len(case.messages) for case in found)} messages, "
              f"median {statistics.median(case.real for case in found):,.0f} tokens; {len(facts)} facts, {sum(bool(fact.newer) for fact in facts)} of them changed\n")
        print("| in % | " + " | ".join(f"{policy}, {share:.0%}" for policy in POLICIES for share in quality.BUDGETS) + " |\n| --- |" + " --- |" * len(POLICIES) * len(quality.BUDGETS))
        sums: dict[tuple[str, float, str], list[bool]] = {}
        for case in found:
            for policy, memory in POLICIES.items():
                for share in quality.BUDGETS:
                    text = memory(case, int(case.real * share))
                    for row, value in score(case, text):
                        sums.setdefault((policy, share, row), []).append(value)
                    if arguments.show and half == 0 and policy == "conspectus" and share == quality.BUDGETS[0]:
                        shown(case, text)
        for row in ROWS:
            print(f"| {row} | " + " | ".join(f"{statistics.fmean(sums[policy, share, row]) * 100:.0f}" for policy in POLICIES for share in quality.BUDGETS) + " |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
