//! A plan shows the changes that a run makes, and a run can be undone, also from a stored patch and
//! after messages were added.

use crate::host::{Transform, apply, compact_embedded, compactor_options, placed};
use crate::random::Random;
use crate::render::{conversation, user_text};
use crate::story::Limits;
use crate::{Outcome, Shape, ensure};
use conspectus::Patch;
use conspectus_api::CompactorApi;
use serde_json::{Value, json};

/// Any change followed by its inverse changes nothing.
pub fn the_way_back_leads_back(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let (patch, name) = if random.chance(40) {
        let transform = Transform::random(random, shape);
        (
            transform.patch(&messages)?,
            format!("{} {}", transform.operation, transform.options),
        )
    } else {
        let options = compactor_options(random, shape, "extractive");
        let run = compact_embedded(&messages, &options)?;
        let patch = run.patch.filter(|_| run.done["applied"] == true);
        (
            patch.unwrap_or_else(|| json!({ "ops": [], "splices": [] })),
            format!("compact {options}"),
        )
    };
    let mut after = apply(&patch, &messages)?.messages;
    let mut before = messages.clone();
    if random.chance(50) {
        let news = user_text(shape, "And now?");
        for list in [&mut after, &mut before] {
            list.as_array_mut().ok_or("not a list")?.push(news.clone());
        }
    }
    let made: Patch = serde_json::from_value(patch.clone()).map_err(|error| error.to_string())?;
    let back = json!(made.inverse(&messages).map_err(|error| error.to_string())?);
    let stored: Value =
        serde_json::from_str(&back.to_string()).map_err(|error| error.to_string())?;
    let found = apply(&stored, &after)?.messages;
    let differs = found
        .as_array()
        .into_iter()
        .flatten()
        .zip(before.as_array().into_iter().flatten())
        .find(|(found, before)| found != before);
    ensure!(
        found == before,
        "{name}: the way back leads elsewhere, first here: {differs:?}\n{patch}\n{back}"
    );
    Ok(())
}

/// A plan changes nothing, and the run does what it says.
pub fn a_plan_is_what_is_done(random: &mut Random, shape: Shape) -> Outcome {
    let messages = conversation(random, shape, Limits::default());
    let options = compactor_options(random, shape, "extractive");
    let text = |error: conspectus::Error| format!("compactor {options}: {} {error}", error.code());
    let mut machine = CompactorApi::new(&placed(&options)).map_err(text)?;
    let turn = json!({ "force": true });
    let (state, saved) = (machine.state(), machine.save());
    let plan = machine.plan(&messages, &turn).map_err(text)?;
    ensure!(
        (machine.state(), machine.save()) == (state, saved),
        "{options}: the plan changed the machine"
    );
    machine.handle_messages(&messages, &turn).map_err(text)?;
    let (mut stores, mut patch, mut done) = (Vec::new(), Value::Null, Value::Null);
    while let Some(action) = machine.poll_action() {
        match action["kind"].as_str() {
            Some("store_output") => {
                machine
                    .handle_stored(action["key"].as_str().unwrap_or_default())
                    .map_err(text)?;
                stores.push(action["key"].clone());
            }
            Some("read_files") => return Ok(()), // What files hold decides.
            Some("apply") => {
                patch = action["patch"].clone();
                machine.handle_current(&messages).map_err(text)?;
            }
            Some("done") => done = action,
            _ => {}
        }
    }
    let keys: Vec<Value> = plan["stores"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|output| output["key"].clone())
        .collect();
    ensure!(
        keys == stores,
        "{options}: stored {stores:?}, planned {keys:?}"
    );
    ensure!(
        plan["patch"] == patch,
        "{options}: another patch\n{patch}\n{}",
        plan["patch"]
    );
    // A result that a provider would refuse is found at the end.
    ensure!(
        plan["status"] == done["result"]["status"] || done["result"]["status"] == "failed",
        "{options}: {} was planned, {} came",
        plan["status"],
        done["result"]["status"]
    );
    ensure!(
        done["applied"] == false || plan["tokens_after"] == done["result"]["tokens_after"],
        "{options}: another size"
    );
    ensure!(
        plan["text"].as_str().is_some_and(|text| !text.is_empty()),
        "{options}: nothing is told"
    );
    Ok(())
}
