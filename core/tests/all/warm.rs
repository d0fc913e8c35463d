//! Shows that a compactor that has seen a list plans as one that has not, whatever a host does to
//! its list meanwhile.

use crate::common::histories::prose;
use conspectus::{CompactArgs, Compactor, Config};
use serde_json::{Value, json};

fn random(state: &mut u32, limit: usize) -> usize {
    *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (*state >> 8) as usize % limit.max(1)
}

/// One of four commands, and a result that tells whether it failed. Every result has the same
/// length.
fn run(state: &mut u32, number: usize) -> [Value; 2] {
    let args = json!({ "command": format!("make part-{}", random(state, 4)) }).to_string();
    let call = json!({ "id": format!("c{number}"), "type": "function", "function": { "name": "bash", "arguments": args } });
    let content = format!("{}\nExit code: {}", prose(120, 3), random(state, 2));
    [
        json!({ "role": "assistant", "content": null, "tool_calls": [call] }),
        json!({ "role": "tool", "tool_call_id": format!("c{number}"), "content": content }),
    ]
}

fn config(stores: bool) -> Config {
    Config::builder()
        .context_window(24_000)
        .build()
        .expect("options")
        .with_store(stores)
}

#[test]
fn a_compactor_that_knows_the_list_plans_as_a_new_one() {
    for stores in [false, true] {
        let mut state = 7;
        let mut list = vec![json!({ "role": "user", "content": "Make all parts." })];
        let mut warm = Compactor::new(config(stores));
        let (mut cleared, mut failed, mut mended) = (0, 0, 0);
        for step in 0..60 {
            let place = 1 + 2 * random(&mut state, list.len() / 2);
            match random(&mut state, 8) {
                // A result becomes another one of the same length, in place.
                0 | 1 if place + 1 < list.len() => {
                    let content = list[place + 1]["content"].as_str().unwrap_or_default();
                    let (head, code) = content.split_at(content.len() - 1);
                    list[place + 1]["content"] =
                        json!(format!("{head}{}", if code == "0" { 1 } else { 0 }));
                }
                2 if list.len() > 70 => list.truncate(place),
                3 if place + 1 < list.len() => {
                    list.splice(place..place + 2, run(&mut state, 1_000 + step));
                }
                _ => (0..4).for_each(|more| list.extend(run(&mut state, 4 * step + more))),
            }
            if random(&mut state, 3) > 0 {
                warm.handle_messages(&list, CompactArgs::new())
                    .expect("a run");
                warm.cancel();
                while warm.poll_action().is_some() {}
            }
            // Near the window: what a report counts beside the messages moves the trigger up.
            let read = Compactor::new(config(stores))
                .plan(&list, CompactArgs::new())
                .expect("a plan")
                .tokens_before;
            let turn = || CompactArgs::new().prompt_tokens(read.max(23_000));
            let new = Compactor::new(config(stores))
                .plan(&list, turn())
                .expect("a plan");
            for _ in 0..2 {
                let plan = warm.plan(&list, turn()).expect("a plan");
                assert_eq!(
                    (&plan.edits, &plan.patch, &plan.stores, plan.status),
                    (&new.edits, &new.patch, &new.stores, new.status),
                    "step {step}"
                );
            }
            cleared += usize::from(!new.edits.is_empty());
            failed += new
                .edits
                .iter()
                .filter(|edit| edit.text.contains("it failed"))
                .count();
            mended += new
                .edits
                .iter()
                .filter(|edit| edit.text.contains("was made again later"))
                .count();
        }
        assert!(
            cleared > 20 && mended > 50 && failed > mended,
            "{cleared} plans clear, {failed} failed, {mended} mended"
        );
    }
}
