//! Shows which secrets are found, that what is harmless stays, and that the time grows with the text.

mod corpus;
mod law;
mod recorded;
