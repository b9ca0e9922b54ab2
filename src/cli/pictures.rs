//! Pictures as PNG and PDF, in a program that was built with them.

use super::Failure;

/// The picture as PNG.
#[cfg(feature = "pictures")]
pub fn png(svg: &str) -> Result<Vec<u8>, Failure> {
    Ok(crate::report::pictures::png(svg)?)
}

/// The picture as PDF.
#[cfg(feature = "pictures")]
pub fn pdf(svg: &str) -> Result<Vec<u8>, Failure> {
    Ok(crate::report::pictures::pdf(svg)?)
}

#[cfg(not(feature = "pictures"))]
fn left_out(what: &str) -> Failure {
    Failure(format!("this program was built without {what} (the feature `pictures`); it writes SVG"))
}

/// The picture as PNG.
#[cfg(not(feature = "pictures"))]
pub fn png(_: &str) -> Result<Vec<u8>, Failure> {
    Err(left_out("PNG"))
}

/// The picture as PDF.
#[cfg(not(feature = "pictures"))]
pub fn pdf(_: &str) -> Result<Vec<u8>, Failure> {
    Err(left_out("PDF"))
}
