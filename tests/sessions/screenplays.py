"""What user and agent say and do in the example sessions."""

import re

from recorder import edit, grep, read, shell, todo

SYSTEM = (
    "You are a coding agent in a terminal. The working directory is the root of a Rust workspace. Use the tools to look before you "
    "change anything, make small edits, run the tests after each of them, and keep a todo list. Answer in the user's language; code and comments stay English. Be brief."
)
SYSTEM_ZH = "你是一名熟悉大模型上下文管理的助手,可以在一个 Rust 仓库里运行只读命令。请用中文简短作答,数字以实际运行结果为准。"

ESCAPE_TABLE = """python3 - <<'PY'
for code in range(0x250):
    char = chr(code)
    text = json.dumps(char, ensure_ascii=False)
    print(f"U+{code:04X} {text:<10} units {len(char.encode('utf-16-le')) // 2} json {len(text)} extra {len(text) - 3}")
PY"""

BLOCK_TEST = """
    #[test]
    fn blocks_hold_the_most_expensive_characters() {
        for count in [1, 47, 48, 49, 95, 96, 97, 191, 192, 193, 4095, 4096, 4097] {
            let text = "\\u{1}".repeat(count);
            let units: Vec<u16> = text.encode_utf16().collect();
            assert_eq!(json_escape_chars_utf8(text.as_bytes()), 5 * count);
            assert_eq!(json_escape_chars_utf16(&units), 5 * count);
        }
    }
"""

SWEEP_TEST = """
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sweep() {
        for power in -12..=70 {
            for number in [2f64.powi(power), -3.0 * 2f64.powi(power), 10f64.powi(power / 2) + 1.0, 7.0 * 10f64.powi(power / 3)] {
                let json = serde_json::to_string(&number_value(number)).expect("a number serialises");
                let (written, measured) = (json.len(), units::number_json_chars(number));
                let mark = if written == measured { "" } else { "  <-- differs" };
                println!("{json:>24} written {written:2} measured {measured:2}{mark}");
            }
        }
    }
}
"""

COPY_TEST = """
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_numbers_are_as_long_as_they_measure() {
        let snowflake = 1_234_567_890_123_456_789_i64 as f64;
        for number in [0.0, -7.0, 0.1, 5e-7, 9e15 - 1.0, 9e15, 1e16, snowflake, -1e18, 9.1e18, 1.7e19, 1e20, 1e21, 1.5e300] {
            let json = serde_json::to_string(&number_value(number)).expect("a number serialises");
            assert_eq!(json.len(), units::number_json_chars(number), "{json}");
        }
    }
}
"""

OLD_VALUE = """/// Whole numbers become JSON integers, so that they print without a fraction.
fn number_value(number: f64) -> Value {
    if number.trunc() == number && number.abs() < 9e15 {
        Value::from(number as i64)
    } else {"""
SIGNED_VALUE = """/// Whole numbers become JSON integers, so that they print without a fraction.
fn number_value(number: f64) -> Value {
    if number.trunc() == number && number.abs() < 9.2e18 {
        Value::from(number as i64)
    } else {"""
NEW_VALUE = """/// Whole numbers become JSON integers, so that they print without a fraction or an exponent, as JavaScript prints them.
///
/// A JSON integer here ends at 64 bits; JavaScript goes on with plain digits up to 1e21. Between the two a copy is
/// written with an exponent and is shorter than it measures.
fn number_value(number: f64) -> Value {
    if number.trunc() == number && number.abs() < 9.2e18 {
        Value::from(number as i64)
    } else if number.trunc() == number && (0.0..1.8e19).contains(&number) {
        Value::from(number as u64)
    } else {"""
OLD_COUNT = """    let whole = number.abs();
    // The common case without the formatter: integers below 10^15 are written digit by digit.
"""
WRONG_COUNT = """    let whole = number.abs();
    if (9e15..1e21).contains(&whole) && whole.trunc() == whole {
        return serde_json::Number::from_f64(number).map_or(4, |number| number.to_string().len());
    }
    // The common case without the formatter: integers below 10^15 are written digit by digit.
"""


def coding(r):
    steps = [
        "Read the code that counts escapes and numbers",
        "Check the escape count against an independent table",
        "Find out where 19 and 22 come from",
        "Fix it, with a test that was red before",
        "Tests and lints, one commit",
    ]

    def todos(done):
        return todo(*((step, "completed" if i < done else "in_progress" if i == done else "pending") for i, step in enumerate(steps)))

    r.user(
        "The size report shows two numbers that should be one (picture): for a message whose only content is the id 1234567890123456789 we "
        "measure 19 chars, but the copy that `to_value` makes is written with 22. I suspect the escape counting in core/src/units.rs. Find the "
        "cause and fix it.\n\nRules for this session:\n"
        "1. Never change a public name: nothing that is `pub` is renamed, removed or given another signature.\n"
        "2. No new dependencies; core/Cargo.toml and Cargo.lock stay as they are.\n"
        "3. No `unsafe`, and no `unwrap` outside tests.\n"
        "4. Every fix comes with a test that fails without it.\n"
        "5. One commit at the end, subject `core: ...`, at most 72 characters. Do not push.",
        {"draw": "panel", "width": 320, "height": 180, "values": [19, 22]},
    )
    r.agent("I will look first and keep a list.", todos(0))
    r.agent(
        "Three independent looks at once.",
        shell("ls; ls -R core", "List the workspace"), shell("git log --format='%h %s' | head -20; git status --short", "Recent commits"), read("Cargo.toml"),
    )
    r.agent("The history is short, so I read everything that went into the core.", shell("git show --format='%h %s' HEAD -- core", "Show the commit"))
    r.agent("Now the suspect on its own.", read("core/src/units.rs"))
    r.agent(None, grep("json_escape_chars|number_json_chars|utf16_len", "core/src"))
    r.agent(None, todos(1))
    r.agent(
        "An independent table: what one character costs in JSON, for the first 592 code points (up to the end of Latin Extended-B). Two quotes and one unit are taken off, the rest is extra.",
        shell(ESCAPE_TABLE, "Escape cost of each code point"),
    )
    r.agent(
        "The table agrees with the code: `\"` and `\\` and the five short escapes cost one more, the other 27 controls five more, everything else "
        "(U+007F too) nothing. Now the tests as they are.",
        shell("cargo test -q -p conspectus-core", "Run the core's tests", 101),
    )
    r.agent("The crate is called `conspectus`, only its folder is `core`.", shell("cargo test -q -p conspectus 2>&1 | grep -v '^$'", "Run the core's tests"))
    r.agent(
        "Green. But do these tests guard the block length? 48 x 5 = 240 fits in a byte, 52 x 5 = 260 would not. I make the mistake on purpose and see who notices.",
        edit("core/src/units.rs", "for block in bytes.chunks(48) {", "for block in bytes.chunks(52) {"),
    )
    r.agent(None, shell("cargo test -q -p conspectus units 2>&1 | grep -E 'running|test result|panicked|FAILED'", "Run the unit tests with the mistake in"))
    r.agent(
        "Nobody notices: the repeated text in `escapes_equal_serde_json` alternates a control with a quote, so a block never costs more than half. "
        "A test for blocks full of the most expensive character:",
        edit("core/src/units.rs", "\n    #[test]\n    fn lone_surrogates_cost_five_more() {", BLOCK_TEST + "\n    #[test]\n    fn lone_surrogates_cost_five_more() {"),
    )
    r.agent(None, shell("cargo test -q -p conspectus units", "The mistake must now be caught", 101))
    r.agent("Caught: the sum overflows. I take the mistake out again.", edit("core/src/units.rs", "for block in bytes.chunks(52) {", "for block in bytes.chunks(48) {"))
    r.agent(None, shell("cargo test -q -p conspectus units 2>&1 | grep -E 'running|test result'", "Green again"), shell("git diff --stat", "What changed"))
    r.agent(
        "Escape counting is right; I added `blocks_hold_the_most_expensive_characters`, because no test would have seen a block that is too long. "
        "It does not explain 19 against 22, though: digits have no escapes at all."
    )
    r.user("Good, keep that test. Before you go on: take a screenshot of the size report, which of your own results weigh most? I want to know what we would clear first.")
    r.agent(None, ("screenshot", {"page": "size report"}, 0))
    sizes = r.sizes()[:-1]
    order = sorted(range(len(sizes)), key=lambda index: -sizes[index])[:3]
    labels = {4: "the commit", 5: "units.rs", 6: "a search", 8: "the escape table"}
    names = ", ".join(f"bar {index + 1}, {labels[index]}, with {sizes[index]:,} chars" for index in order)
    r.agent(
        f"The page shows one bar per tool result, {sum(sizes):,} chars together. The three tallest are {names}; together {sum(sizes[i] for i in order) * 100 // sum(sizes)} % of all. "
        "I would clear the commit and the escape table first: they have served their purpose. units.rs has changed since I read it, so that result is outdated anyway."
    )
    r.user("Fine. Now the real thing: the message holds nothing but digits. So look at the numbers.")
    r.agent(
        "Then it is the number path: who measures, and who copies. units.rs again, since I have edited it.",
        read("core/src/units.rs"), read("core/src/view.rs"), grep("number_value|number_json_chars|as i64|9e15|1e15", "core/src"),
    )
    r.agent(None, todos(2))
    r.agent(
        "`to_value` copies a number with `number_value`; below 9e15 it becomes an integer, above it stays a double. A sweep over powers of two and ten, written against measured:",
        edit("core/src/view.rs", "        Self { name, chars, json_chars: chars + 2 + units::json_escape_chars_utf8(name.as_bytes()) }\n    }\n}\n",
             "        Self { name, chars, json_chars: chars + 2 + units::json_escape_chars_utf8(name.as_bytes()) }\n    }\n}\n" + SWEEP_TEST),
    )
    sweep = r.agent(None, shell("cargo test -q -p conspectus view::tests::sweep -- --nocapture 2>&1 | grep -E 'written|test result'", "Written against measured"))[0]
    differ = sweep.count("differs")
    r.agent(
        f"{differ} of {sweep.count(' written ')} numbers differ, all of them whole numbers from 9e15 up to 1e21: the copy writes an exponent or a `.0`, the measure counts "
        "plain digits. I make the measure follow the copy.",
        edit("core/src/units.rs", OLD_COUNT, WRONG_COUNT),
    )
    r.agent(None, shell("cargo test -q -p conspectus view::tests::sweep -- --nocapture 2>&1 | grep -c differs || true", "How many differ now"))
    r.agent("None differs any more: `number_json_chars` now says 22 for the id, as the copy has it. I would turn the sweep into a test next.")
    r.user(
        "Stop, that is the wrong way round. `number_json_chars` is right: it says what JSON.stringify would write, and that is its documented meaning. "
        "It is the copy in view.rs that is wrong. Put units.rs back (except for your new test) and fix `number_value`."
    )
    r.agent("You are right: the doc comment says so in its first line. I take the change in units.rs back.", edit("core/src/units.rs", WRONG_COUNT, OLD_COUNT))
    r.agent(
        "Only the test may be left in that file, and the sweep goes; in its place the test that has to become green.",
        shell("git diff core/src/units.rs", "Check what is left"), edit("core/src/view.rs", SWEEP_TEST, COPY_TEST),
    )
    r.agent(None, todos(3))
    r.agent("First it must be red.", shell("cargo test -q -p conspectus view", "The new test without the fix", 101))
    r.agent("Red at the first number past the limit: 9e15 is written `9000000000000000.0`, 18 chars instead of 16. Now the fix.")
    r.user(
        "先等一下,问一个问题:为什么 chars 按 UTF-16 码元计,而不是按字节?中文会差多少?请用中文回答,并拿一句真实的话量一下。"
        "还有:代码里的注释请继续用英文。"
    )
    measured = r.agent(
        "我用一句中文、一句英文和一个表情各量一次。",
        shell(
            "python3 - <<'PY'\n"
            "for text in ['请在压缩上下文之前保留用户提出的所有约束。', 'Keep every constraint before compacting.', '👨‍👩‍👧']:\n"
            "    units, size = len(text.encode('utf-16-le')) // 2, len(text.encode('utf-8'))\n"
            "    print(f'{units:3} 码元 {size:3} 字节 {len(text):3} 码点  比值 {size / units:.2f}  {text}')\nPY",
            "码元、字节与码点",
        ),
    )[0].splitlines()
    zh_units, zh_bytes = re.match(r"\s*(\d+) 码元\s+(\d+) 字节", measured[0]).groups()
    r.agent(
        f"实测:那句中文是 {zh_units} 个码元、{zh_bytes} 个字节,相差正好三倍;英文两者相等;表情是 8 个码元、18 个字节。\n\n"
        "用码元有两个原因。第一,我们要复现的几个系统都用 JavaScript 的 `.length` 计量,阈值也是按它定的,换成字节,中文会话的触发点就会提前约三倍。"
        "第二,码元数在 Rust、Python、JavaScript 里可以算出同一个数,字节数则取决于编码。字节只在文件和媒体大小上使用。\n\n"
        "代码注释会继续用英文。下面继续修 `number_value`。"
    )
    r.user("好的,清楚了。请继续。")
    r.agent("The smallest fix: integers up to the range of `i64`, not only up to 9e15.", edit("core/src/view.rs", OLD_VALUE, SIGNED_VALUE))
    r.agent(None, shell("cargo test -q -p conspectus view", "Is the range of i64 enough", 101))
    r.agent(
        "Past the snowflake id now, but 1.7e19 still fails: it needs `u64`. I look at the file as it is before the second step.",
        read("core/src/view.rs"),
    )
    r.agent(None, edit("core/src/view.rs", SIGNED_VALUE, NEW_VALUE))
    r.agent(None, shell("cargo test -q -p conspectus view", "And with u64", 101))
    r.agent(
        "Everything that fits in 64 bits is right now. What is left is whole numbers from 1.8e19 to 1e21: serde_json has no integer for them without its `arbitrary_precision` "
        "feature, and that would be a change of dependencies (rule 2). I see two ways: leave it and say so in the doc comment, as I have written it, or keep such numbers as text. Which one?"
    )
    r.user("Leave it and say so. No ids are that large, and rule 2 stands. Take 1e20 out of the test, and assert instead that it is shorter than measured, so that we notice if that ever changes.")
    r.agent(
        None,
        edit(
            "core/src/view.rs",
            "1.7e19, 1e20, 1e21, 1.5e300] {\n            let json = serde_json::to_string(&number_value(number)).expect(\"a number serialises\");\n"
            "            assert_eq!(json.len(), units::number_json_chars(number), \"{json}\");\n        }\n",
            "1.7e19, 1e21, 1.5e300] {\n            let json = serde_json::to_string(&number_value(number)).expect(\"a number serialises\");\n"
            "            assert_eq!(json.len(), units::number_json_chars(number), \"{json}\");\n        }\n"
            "        // Beyond 64 bits: see `number_value`.\n        let json = serde_json::to_string(&number_value(1e20)).expect(\"a number serialises\");\n"
            "        assert!(json.len() < units::number_json_chars(1e20), \"{json}\");\n",
        ),
    )
    r.agent(None, shell("cargo test -q -p conspectus 2>&1 | grep -E 'running|test result|panicked'", "All tests of the core"))
    r.agent(None, todos(4))
    r.agent(
        "Green. Lints, manifests and the dependency tree, together.",
        shell("cargo clippy -q -p conspectus --all-targets 2>&1 | grep -E '^(warning|error)|-->' | sort | uniq -c | sort -rn", "Lints", None),
        shell("git diff --stat; git diff --quiet -- core/Cargo.toml Cargo.lock && echo 'manifests unchanged'", "Manifests"),
        shell("cargo tree -p conspectus -e features", "Dependency tree"),
    )
    r.agent("Two warnings, both from before my change, and the manifests are as they were. One last look over all of the sources with line numbers before I commit.", shell("cat -n core/src/*.rs", "Final review"))
    r.agent("Public names: the same before and after?", shell(
        "diff <(git show HEAD:core/src/view.rs HEAD:core/src/units.rs | grep -oE '^ *pub (fn|struct|enum|trait|const|mod) \\w+' | sort) "
        "<(cat core/src/view.rs core/src/units.rs | grep -oE '^ *pub (fn|struct|enum|trait|const|mod) \\w+' | sort) && echo 'no difference'", "Compare public names"))
    r.agent(None, shell("git diff", "The whole change"))
    r.agent(None, shell("git add -A && git commit -q -m 'core: copies of large whole numbers are written as they measure' && git log --format='%h %s' | head -3 && git show --stat --format='%s' HEAD", "Commit"))
    r.agent(None, todos(5))
    r.agent(
        "Done, in one commit.\n\n"
        "- Cause: not the escapes. `number_value` in core/src/view.rs kept whole numbers from 9e15 on as doubles, which are written as `1.2345678901234568e+18` (22 chars) where JavaScript writes 19 digits.\n"
        "- Fix: whole numbers that fit in 64 bits become JSON integers. Test: `copies_of_numbers_are_as_long_as_they_measure`, red before.\n"
        "- Also: `blocks_hold_the_most_expensive_characters` in core/src/units.rs; before it, no test saw a block of 52.\n"
        "- Known limit, documented: 1.8e19 to 1e21 is still written with an exponent.\n"
        "- No public name and no manifest was changed. Nothing was pushed."
    )
    r.user(
        "Thanks. Next: `to_value` turns `Kind::Bytes` into null without a word. Find out who could be hurt by that, and propose (do not implement yet) how it should tell the "
        "caller. The five rules still hold."
    )


def chat_zh(r):
    r.user("你好!我在写一篇介绍 conspectus 的中文文章。先用一两句话告诉我,“上下文压缩”到底压缩的是什么?")
    r.agent("它压缩的是智能体与模型之间的对话历史:旧的工具输出、重复读取的文件、图片和早先的讨论。目标是让历史放进上下文窗口,同时不丢掉约束、路径、错误信息和未完成的任务。")
    r.user("明白。文章面向普通开发者,请记住两条要求:不要用营销词,所有数字都要有出处。")
    r.agent("好的。我会遵守:一、不用营销词;二、每个数字都说明出处,出自命令的就给出命令。")
    r.user("很多人把字节、字符和 token 混为一谈。能不能用“上下文压缩”这几个字实际量一下?")
    counted = r.agent(
        "我来运行一段小程序。",
        shell(
            "python3 - <<'PY'\nfor text in ['上下文压缩', '上下文压缩(context compaction)', '把旧的工具输出清掉😀']:\n"
            "    print(f\"{text}: {len(text.encode('utf-16-le')) // 2} 码元, {len(text.encode('utf-8'))} 字节, {len(text)} 码点\")\nPY",
            "量三段文字",
        ),
    )[0].splitlines()
    r.agent("结果如下(出处:刚才运行的 Python 程序):\n\n" + "\n".join(f"- {line}" for line in counted) + "\n\ntoken 数取决于模型的分词器,不能由字节或字符准确推出,所以文章里只能称为“估计”。")
    r.user("仓库里是怎么规定这些单位的?给我看原文。")
    r.agent("我查一下 units.rs 的开头。", shell("sed -n 1,11p core/src/units.rs; grep -rnE 'rounded? up|rounding' -i core/src", "查看单位的定义"))
    r.agent(
        "原文规定:`chars` 是 UTF-16 码元,也就是 JavaScript 的 `.length`;`bytes` 是 UTF-8 字节;`tokens` 是估计值,除非名字里写着 exact。"
        "取整只在一处发生:先求和,再除,最后向上取整一次(出处:core/src/units.rs 第 1 至 11 行)。"
    )
    r.user("等一下,上一条里你写“除非名字里写着 exact”,读者可能看不懂。请改成更直白的说法。")
    r.agent("改为:“文中的 token 数默认都是估计值;只有函数名带 exact 的,才是用真正的分词器数出来的。”")
    r.user("很好。最后请帮我拟三个小标题,每个不超过十二个字。")
