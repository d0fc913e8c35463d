//! qwen-code's settings (Q-30..Q-34). The environment comes before the settings file, and that
//! before the default. Values that cannot be used are passed over. The host hands in the
//! environment as a map.

use crate::qwen_code::policy::{SEED_SPEC, SPEC};
use ValueCheck::{Number, Real, Share, Switch, Whole};
use conspectus::inner::{Kind, PresetSpec};
use conspectus::{Item, Result};
use serde_json::{Map, Value, json};

/// Largest integer that JavaScript counts exactly.
const SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

/// How a value is checked. For switches, 1 means on.
#[derive(Clone, Copy)]
enum ValueCheck {
    /// A finite number of at least this. From the environment it is read as JavaScript reads
    /// numbers (Q-30).
    Number(f64),
    /// A whole number of at least this. From the environment it must be digits only (Q-31).
    Whole(f64),
    /// `1`, `true`, `0` or `false`, and no other spelling (Q-32).
    Switch,
    /// A number above 0 and at most 1 (Q-33).
    Share,
    /// Any finite number (B-20).
    Real,
}

/// One setting: the option it gives, its names in the environment and in the settings, and its
/// default.
struct SettingRow {
    option: &'static str,
    env: Option<&'static str>,
    setting: &'static str,
    check: ValueCheck,
    default: f64,
}

/// The settings that are read. Sources: Q-30..Q-33, Q-60, Q-62, Q-66.
const SETTINGS: [SettingRow; 9] = [
    row(
        "image_tokens",
        Some("QWEN_IMAGE_TOKEN_ESTIMATE"),
        "imageTokenEstimate",
        Number(1.0),
        1_600.0,
    ),
    row(
        "keep_files",
        Some("QWEN_COMPACT_MAX_RECENT_FILES"),
        "maxRecentFilesToRetain",
        Whole(0.0),
        5.0,
    ),
    row(
        "keep_images",
        Some("QWEN_COMPACT_MAX_RECENT_IMAGES"),
        "maxRecentImagesToRetain",
        Whole(0.0),
        3.0,
    ),
    row(
        "image_trigger",
        Some("QWEN_COMPACT_SCREENSHOT_TRIGGER"),
        "enableScreenshotTrigger",
        Switch,
        1.0,
    ),
    row(
        "trigger_images",
        Some("QWEN_COMPACT_SCREENSHOT_THRESHOLD"),
        "screenshotTriggerThreshold",
        Whole(1.0),
        20.0,
    ),
    row(
        "max_images",
        Some("QWEN_IMAGE_PAYLOAD_THRESHOLD"),
        "imagePayloadThreshold",
        Whole(1.0),
        20.0,
    ),
    row(
        "idle_minutes",
        None,
        "toolResultsThresholdMinutes",
        Real,
        60.0,
    ),
    row(
        "keep_tool_results",
        Some("QWEN_MC_KEEP_RECENT"),
        "toolResultsNumToKeep",
        Whole(0.0),
        5.0,
    ),
    row(
        "max_result_chars",
        None,
        "toolResultsTotalCharsThreshold",
        Whole(0.0),
        500_000.0,
    ),
];

/// The threshold (Q-33).
const THRESHOLD: SettingRow = row("trigger", None, "autoCompactThreshold", Share, 0.85);
/// The threshold of the first form (Q-80).
const FORMER_THRESHOLD: SettingRow = row("trigger", None, "contextPercentageThreshold", Share, 0.7);

const fn row(
    option: &'static str,
    env: Option<&'static str>,
    setting: &'static str,
    check: ValueCheck,
    default: f64,
) -> SettingRow {
    SettingRow {
        option,
        env,
        setting,
        check,
        default,
    }
}

/// The settings as `{options, microcompact, reference_images, values, sources, passed_over}`:
///
/// - `options`, `microcompact` and `reference_images` are the options for the compactor and for the
///   two operations;
/// - `values` holds every setting, and `sources` where each came from: `env`, `settings` or
///   `default`;
/// - `passed_over` names what was given but could not be used, such as a setting that no longer
///   exists (Q-34);
/// - `unknown` lists keys of these objects that are not settings.
///
/// In its `first_form` the threshold is `contextPercentageThreshold` (Q-80), which came before
/// `autoCompactThreshold`.
///
/// ```
/// use conspectus_presets::qwen_code::settings::resolve;
/// use serde_json::json;
///
/// let found = resolve(&json!({ "QWEN_MC_KEEP_RECENT": "3" }), None, false)?;
/// assert_eq!(found["microcompact"]["keep_tool_results"], 3);
/// # Ok::<(), conspectus::Error>(())
/// ```
///
/// # Errors
/// `InvalidOption` if the environment or the settings are not an object.
pub fn resolve<'v>(
    env: impl Into<Item<'v>>,
    settings: Option<Item<'v>>,
    first_form: bool,
) -> Result<Value> {
    let (env, settings) = (&env.into(), settings.map(|settings| Item::from(&settings)));
    let settings = settings.as_ref();
    let (mut values, mut sources, mut passed_over) = (Map::new(), Map::new(), Vec::new());
    // Of the two thresholds only one is in use.
    let (threshold, other, spec): (_, _, &PresetSpec) = if first_form {
        (FORMER_THRESHOLD, THRESHOLD, &SEED_SPEC)
    } else {
        (THRESHOLD, FORMER_THRESHOLD, &SPEC)
    };
    for setting in SETTINGS.iter().chain([&threshold]) {
        let of_env = setting
            .env
            .and_then(|name| Some((name, env.string_at(name)?)))
            .filter(|(_, text)| !text.trim().is_empty());
        let from_env = of_env
            .as_ref()
            .and_then(|(_, text)| from_text(text, setting.check));
        if let (Some((name, _)), None) = (&of_env, &from_env) {
            passed_over.push((*name).to_owned());
        }
        let of_settings = settings.and_then(|settings| find(settings, setting.setting));
        let from_settings = of_settings
            .as_ref()
            .and_then(|value| from_value(value, setting.check));
        if of_settings.is_some() && from_settings.is_none() {
            passed_over.push(setting.setting.to_owned());
        }
        let (value, source) = match (from_env, from_settings) {
            (Some(value), _) => (value, "env"),
            (None, Some(value)) => (value, "settings"),
            (None, None) => (json_of(setting.default, setting.check), "default"),
        };
        values.insert(setting.option.to_owned(), value);
        sources.insert(setting.option.to_owned(), json!(source));
    }
    let other = other.setting;
    if settings.is_some_and(|settings| find(settings, other).is_some()) {
        passed_over.push(other.to_owned());
    }
    let flat = options(&values, spec);
    Ok(
        json!({ "options": placed(&flat, spec), "microcompact": pick(&flat, &MICROCOMPACT), "reference_images": pick(&flat, &REFERENCE_IMAGES), "values": values, "sources": sources, "passed_over": passed_over, "unknown": settings.map(unknown).unwrap_or_default() }),
    )
}

/// The settings as options: tokens are whole, at least one result is kept (Q-62), and the image
/// trigger is 0 if it is switched off.
fn options(values: &Map<String, Value>, spec: &PresetSpec) -> Map<String, Value> {
    let mut options = values.clone();
    options.insert("preset".to_owned(), json!(spec.name));
    for name in ["image_tokens", "keep_tool_results"] {
        let whole = values[name].as_f64().unwrap_or(0.0) as u64;
        options.insert(name.to_owned(), json!(whole.max(1)));
    }
    if values["image_trigger"] == false {
        options.insert("trigger_images".to_owned(), json!(0));
    }
    // The option must be below 1. At 1 the other limit of the thresholds decides anyway.
    if values["trigger"].as_f64() == Some(1.0) {
        options.insert("trigger".to_owned(), json!(1.0 - f64::EPSILON));
    }
    options.shift_remove("image_trigger");
    options
}

/// The options that `microcompact` and `reference_images` take.
const MICROCOMPACT: [&str; 4] = [
    "preset",
    "idle_minutes",
    "keep_tool_results",
    "max_result_chars",
];
const REFERENCE_IMAGES: [&str; 3] = ["preset", "max_images", "keep_images"];

fn pick(options: &Map<String, Value>, names: &[&str]) -> Value {
    Value::Object(
        names
            .iter()
            .filter_map(|name| Some(((*name).to_owned(), options.get(*name)?.clone())))
            .collect(),
    )
}

/// Options as the compactor takes them: those of every preset as they are, the others in the
/// preset's object. What the preset does not use is left out.
fn placed(options: &Map<String, Value>, spec: &PresetSpec) -> Value {
    let beside = spec.options();
    let mut found = Map::new();
    let mut preset = Map::new();
    preset.insert("name".to_owned(), json!(spec.name));
    for (name, value) in options {
        let own = spec.settings().into_iter().find(|own| own.field == name);
        if let Some(own) = own {
            preset.insert(own.name.to_owned(), value.clone());
        } else if beside.contains(&name.as_str()) {
            found.insert(name.clone(), value.clone());
        }
    }
    found.insert("preset".to_owned(), Value::Object(preset));
    Value::Object(found)
}

/// The places of settings in the settings file. The first [`OBJECTS`] hold nothing but settings that
/// are read here.
const PLACES: [&[&str]; 5] = [
    &["model", "chatCompression"],
    &["chatCompression"],
    &["context", "clearContextOnIdle"],
    &["context"],
    &[],
];
const OBJECTS: usize = 3;

fn at<'v>(settings: &Item<'v>, place: &[&str]) -> Option<Item<'v>> {
    place
        .iter()
        .try_fold(*settings, |value, key| value.get(key))
}

/// The value of a setting, from the first of its places that has it.
fn find<'v>(settings: &Item<'v>, name: &str) -> Option<Item<'v>> {
    let found = PLACES
        .iter()
        .find_map(|place| at(settings, place)?.get(name));
    found.filter(|value| !value.is_null())
}

/// Keys of these objects that are not settings.
fn unknown(settings: &Item<'_>) -> Vec<String> {
    let mut found = Vec::new();
    let known = |name: &str| {
        SETTINGS
            .iter()
            .chain([&THRESHOLD, &FORMER_THRESHOLD])
            .any(|setting| setting.setting == name)
    };
    for place in &PLACES[..OBJECTS] {
        let Some(object) = at(settings, place) else {
            continue;
        };
        let unknown = object.fields().filter(|(name, _)| !known(name));
        found.extend(unknown.map(|(name, _)| format!("{}.{name}", place.join("."))));
    }
    found
}

fn from_text(text: &str, check: ValueCheck) -> Option<Value> {
    let bare = text.trim();
    let number = match (check, bare) {
        (Switch, "1" | "true") => 1.0,
        (Switch, "0" | "false") => 0.0,
        (Switch, _) => return None,
        (Whole(_), _) if !bare.bytes().all(|byte| byte.is_ascii_digit()) => return None,
        (Whole(_), _) => bare.parse().ok()?,
        _ => js_number(bare)?,
    };
    accept(number, check)
}

fn from_value(value: &Item<'_>, check: ValueCheck) -> Option<Value> {
    let kind = if matches!(check, Switch) {
        Kind::Bool
    } else {
        Kind::Number
    };
    let number = (value.kind() == kind).then(|| value.number())?;
    accept(number, check)
}

fn accept(number: f64, check: ValueCheck) -> Option<Value> {
    let fits = match check {
        Number(low) => number.is_finite() && number >= low,
        Whole(low) => number.trunc() == number && number >= low && number <= SAFE_INTEGER,
        Share => number > 0.0 && number <= 1.0,
        Real => number.is_finite(),
        Switch => true,
    };
    fits.then(|| json_of(number, check))
}

fn json_of(number: f64, check: ValueCheck) -> Value {
    match check {
        Switch => json!(number != 0.0),
        _ if number.trunc() == number => json!(number as i64),
        _ => json!(number),
    }
}

/// The number in a text, as JavaScript's `Number` reads it; `None` if the text is not a number.
fn js_number(text: &str) -> Option<f64> {
    let text = &text.to_ascii_lowercase();
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            // JavaScript allows no sign after the prefix, but Rust would accept one.
            let plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let number = plain.then(|| u64::from_str_radix(digits, radix).ok())?;
            return number.map(|number| number as f64);
        }
    }
    let decimal = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'+' | b'-'));
    decimal.then(|| text.parse().ok())?
}
