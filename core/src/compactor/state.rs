//! What lasts from run to run: what was learned, the list as it was last shown, what runs made of a list
//! that the host keeps in full, and all of that as it is saved.

pub mod full_list;
pub mod memory;
pub mod refusals;
pub mod saved;
pub mod shown_list;
pub mod waiting;
