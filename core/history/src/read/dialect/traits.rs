//! What differs between dialects as plain facts: how a provider's messages are built, and what the
//! provider demands of a list.

use crate::host::item::Item;
use crate::host::path::Path;
use crate::read::message::Role;

/// How the messages of one dialect are built.
#[derive(Debug, Clone, Copy)]
pub struct Traits {
    /// Each part of an answer is a message of its own.
    pub is_flat: bool,
    /// The provider reads consecutive messages of one role as one turn.
    pub joins_turns: bool,
    /// A tool loop that begins with a signed thinking block must keep that block while the loop is
    /// open.
    pub binds_thoughts: bool,
    /// The models that bind a signed thinking block to everything before it.
    pub binds_prefix: BoundBy,
    /// JSON of the body and the headers with which a request asks the provider to drop invalid
    /// thinking blocks; empty if the provider does not support it.
    pub drops_bound: &'static str,
    /// How the provider signs a call, if it does.
    pub call_signature: Option<CallSignature>,
    /// A result must have the tool name of its call, even if the ids match.
    pub binds_names: bool,
    /// The key under which a message holds its parts.
    pub list_key: &'static str,
    /// A message without a list of parts is not the provider's, even if some text can be read from
    /// it.
    pub needs_list: bool,
    /// The form of a tool result.
    pub results: ResultForm,
    /// The output of a result is an object that the tool made, not a text or a list of blocks. As
    /// text it is JSON.
    pub outputs_are_objects: bool,
    /// A medium inside an output has the shape of a medium in a message, so it can be moved into
    /// one.
    pub output_media_stand_alone: bool,
    /// Media attached to an output are in a list in which the provider rejects text.
    pub media_beside_outputs_only: bool,
    /// The places of the output in a result, as keys: the usual one first.
    pub outputs: &'static [&'static [&'static str]],
    /// A block of a message is a result if it has any of these keys.
    pub result_keys: &'static [&'static str],
    /// The keys under which a call or a result may wrap its id, and the key of the id.
    pub id_holders: &'static [&'static str],
    pub id_key: &'static str,
    /// Keys by which another kind of call or result is known, each with the key of its id.
    pub other_ids: &'static [(&'static str, &'static str)],
    /// The provider's error about a call without a result, of `{id}` and `{name}`.
    pub dangling: &'static str,
    /// The provider's error about a result without a call, of `{id}`.
    pub orphan: &'static str,
    /// The keys under which a call may wrap its name and arguments.
    pub call_keys: &'static [&'static str],
    /// The keys under which a call may hold its arguments.
    pub args_keys: &'static [&'static str],
    /// What the provider demands of a list.
    pub rules: Rules,
}

/// The signature of a call, which is stored next to it.
#[derive(Debug, Clone, Copy)]
pub struct CallSignature {
    /// The key of the call and that of its signature, in each spelling.
    pub keys: [(&'static str, &'static str); 2],
    /// What is accepted in place of one.
    pub unchecked: &'static str,
}

/// The models that bind a signed thinking block to everything before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundBy {
    /// None that speaks this dialect.
    NoModel,
    /// Those that are known to.
    KnownModels,
    /// Those that are known to, and those that are not known.
    UnknownModels,
}

impl BoundBy {
    /// Whether a model does so of which the tables say `known`.
    pub fn binds(self, known: Option<bool>) -> bool {
        match self {
            Self::NoModel => false,
            Self::KnownModels => known.unwrap_or(false),
            Self::UnknownModels => known.unwrap_or(true),
        }
    }
}

/// The form of a tool result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultForm {
    /// A result is a message.
    Message,
    /// A result is a part of a message of the role `tool`.
    PartOfTool,
    /// A result is a part of a message of the user.
    PartOfUser,
}

/// The position that the result of a call must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// In the message right after the call.
    NextMessage,
    /// Among the tool messages right after the call.
    FollowingRun,
    /// Anywhere after the answer that holds the call.
    Later,
}

/// When a message or a text is refused as empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emptiness {
    /// A text must hold more than white space; a message must hold at least one part.
    Blank,
    /// A text must hold at least one char; a message must hold at least one part.
    Parts,
    /// A message must have a content, which may be an empty text.
    Content,
    /// Nothing is refused as empty.
    Anything,
}

/// What a provider demands of a list of messages.
#[derive(Debug, Clone, Copy)]
pub struct Rules {
    pub placement: Placement,
    /// Results must come before everything else in their message.
    pub results_first: bool,
    /// The first message must be the user's.
    pub first_user: bool,
    /// Roles must alternate.
    pub alternate: bool,
    /// Calls and results need ids.
    pub needs_ids: bool,
    /// No two calls of a list may share an id.
    pub unique_ids: bool,
    /// Every message needs a `role` of its own.
    pub needs_role: bool,
    /// A message may have the role `tool`.
    pub tool_role: bool,
    /// A message may have a role other than the four that are known.
    pub other_role: bool,
    /// System prompts are sent outside the list, not in it.
    pub system_beside: bool,
    /// A system message may come after a message of the user.
    pub system_behind_user: bool,
    pub empty: Emptiness,
    /// Keys whose values count as content, so that the content proper may be missing.
    pub beside_content: &'static [&'static str],
    /// The last message may be an answer without parts.
    pub final_may_be_empty: bool,
    /// An answer may end in reasoning.
    pub may_end_in_thought: bool,
}

impl Rules {
    /// The most common rules, which are those of OpenAI chat. A dialect names only what differs.
    pub const USUAL: Self = Self {
        placement: Placement::FollowingRun,
        results_first: false,
        first_user: false,
        alternate: false,
        needs_ids: true,
        unique_ids: false,
        needs_role: true,
        tool_role: true,
        other_role: false,
        system_beside: false,
        system_behind_user: false,
        empty: Emptiness::Content,
        beside_content: &[],
        final_may_be_empty: false,
        may_end_in_thought: true,
    };

    /// Whether a message may have this role. System messages have a check of their own.
    pub fn allows(&self, role: Role) -> bool {
        match role {
            Role::User | Role::Assistant | Role::System => true,
            Role::Tool => self.tool_role,
            Role::Other => self.other_role,
        }
    }
}

impl Traits {
    /// The most common traits. A dialect names only what differs.
    pub const USUAL: Self = Self {
        is_flat: false,
        joins_turns: false,
        binds_thoughts: true,
        binds_prefix: BoundBy::KnownModels,
        drops_bound: "",
        call_signature: None,
        binds_names: false,
        list_key: "content",
        needs_list: false,
        results: ResultForm::Message,
        outputs_are_objects: false,
        output_media_stand_alone: false,
        media_beside_outputs_only: false,
        outputs: &[&["content"]],
        result_keys: &[],
        id_holders: &[],
        id_key: "id",
        other_ids: &[],
        dangling: "",
        orphan: "",
        // Messages often pass through libraries that keep the calls of another dialect. So all
        // known keys are looked up.
        call_keys: &["functionCall", "function_call", "function", "toolUse"],
        args_keys: &[
            "args",
            "arguments",
            "input",
            "action",
            "actions",
            "operation",
        ],
        rules: Rules::USUAL,
    };

    /// The path of the output of the result at `path`.
    pub fn output_path(&self, path: Path) -> Path {
        at_keys(path, self.outputs[0])
    }

    /// As [`output_path`](Self::output_path), but with the keys that `message` really uses.
    pub fn output_path_in(&self, message: &Item<'_>, path: Path) -> Path {
        let usual = self.output_path(path);
        if usual.resolve(message).is_some() {
            return usual;
        }
        let paths = || self.outputs.iter().map(|keys| at_keys(path, keys));
        // A result of media alone may have no output at all.
        let has_holder = |path: &Path| path.parent().and_then(|at| at.resolve(message)).is_some();
        paths()
            .find(|path| path.resolve(message).is_some())
            .or_else(|| paths().find(has_holder))
            .unwrap_or(usual)
    }
}

fn at_keys(path: Path, keys: &'static [&'static str]) -> Path {
    keys.iter().fold(path, |path, key| path.key(key))
}
