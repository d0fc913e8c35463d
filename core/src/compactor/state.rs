//! What lasts from run to run: what was learned, the list as it was last shown, what runs made of a list
//! that the host keeps in full, and all of that as it is saved.

pub(crate) mod full_list;
pub(crate) mod memory;
pub(crate) mod refusals;
pub(crate) mod saved;
pub(crate) mod shown_list;
pub(crate) mod waiting;
