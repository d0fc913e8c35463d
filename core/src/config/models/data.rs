//! How rows of models are read from what a host gives, and written as data.

use super::{ModelRow, ModelRows};
use crate::config::checks::{Domain, invalid, show};
use crate::config::values::{Check, FromOption, ToOption};
use crate::error::escape_pointer_segment;
use crate::host::item::Kind;
use crate::{Item, Result};
use serde_json::Value;

impl FromOption for ModelRows {
    const DOMAIN: Domain = Domain::Rows(&ModelRow::FIELDS);

    fn read(value: &Item<'_>, check: &Check<'_>) -> Result<Self> {
        if value.kind() != Kind::Object {
            return Err(invalid(
                check.path,
                "an object with a row for each model",
                &show(value),
            ));
        }
        let mut rows = Self::new();
        crate::config::each(value, |name, given| {
            let path = format!("{}/{}", check.path, escape_pointer_segment(name));
            let check = Check {
                path: &path,
                ..*check
            };
            rows.insert(name.to_owned(), row(given, &check)?);
            Ok(())
        })?;
        Ok(rows)
    }
}

fn row(given: &Item<'_>, check: &Check<'_>) -> Result<ModelRow> {
    let row = ModelRow::read_fields(given, check)?;
    match row.window_tokens {
        0 => Err(invalid(
            &format!("{}/window_tokens", check.path),
            "given",
            "nothing",
        )),
        _ => Ok(row),
    }
}

impl ToOption for ModelRows {
    fn data(&self) -> Value {
        self.iter()
            .map(|(name, row)| (name.clone(), row.data()))
            .collect()
    }
}
