//! How rows of models are read from what a host gives, and written as data.

use super::{ModelRow, ModelRows};
use crate::config::PriceList;
use crate::config::builder::Given;
use crate::config::checks::{invalid, show, whole};
use crate::config::sizes::{each_field, given_fields};
use crate::config::values::{Check, FromOption, ToOption};
use crate::error::{Result, escape_pointer_segment};
use crate::host::item::{Item, Kind};
use serde_json::{Value, json};

impl FromOption for ModelRows {
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
            rows.insert(name.to_owned(), row(given, &path, check)?);
            Ok(())
        })?;
        Ok(rows)
    }
}

fn row(given: &Item<'_>, path: &str, check: &Check<'_>) -> Result<ModelRow> {
    let mut row = ModelRow::default();
    each_field(
        given,
        path,
        &ModelRow::FIELDS.names(),
        |name, value, path| {
            match name {
                "window_tokens" => row.window_tokens = whole(value, path, 1)?,
                "output_tokens" => row.output_tokens = Some(whole(value, path, 1)?),
                _ => row.prices = Some(PriceList::read(value, &Check { path, ..*check })?),
            }
            Ok(())
        },
    )?;
    match row.window_tokens {
        0 => Err(invalid(
            &format!("{path}/window_tokens"),
            "given",
            "nothing",
        )),
        _ => Ok(row),
    }
}

impl ToOption for ModelRows {
    fn data(&self) -> Value {
        let row = |(name, row): (&String, &ModelRow)| {
            let data = given_fields(&json!({
                "window_tokens": row.window_tokens,
                "output_tokens": row.output_tokens,
                "prices": row.prices.data(),
            }));
            (name.clone(), data)
        };
        self.iter().map(row).collect()
    }
}

impl Given<Self> for ModelRows {
    fn given(self) -> Value {
        self.data()
    }
}
