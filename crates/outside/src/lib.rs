//! What comes from outside and what goes there: [`files`] are written whole or not at all and read within limits; [`foreign`] is
//! text of others, made harmless; a panic is one of the [`defects`].

pub mod defects;
pub mod files;
pub mod foreign;
