//! Pictures as PNG and PDF, made from their SVG with the fonts of this machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, WriteOptions};
use svg2pdf::{ConversionOptions, PageOptions};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Coordinates and captions could not be drawn.
    #[error(
        "no font is installed on this machine to draw coordinates with; install one (DejaVu Sans, for example), or use SVG"
    )]
    NoFont,
    /// The picture is larger than can be held in memory.
    #[error("the picture is too large for PNG; use SVG or PDF")]
    TooLarge,
    /// What the libraries say.
    #[error("cannot draw: {0}")]
    Drawing(String),
}

/// Fonts that are looked for first.
const FONTS: [&str; 5] = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Helvetica", "Arial"];
/// Pixels for each unit of the SVG, across and down.
const SCALE: f32 = 2.0;
/// The most pixels.
const MOST: f32 = 100e6;
/// Units of SVG in an inch, as CSS has it: a picture that is so many millimetres wide is so on paper.
const UNITS: f32 = 96.0;

fn drawing(error: &dyn std::fmt::Display) -> PictureError {
    PictureError::Drawing(error.to_string())
}

/// The picture, read, with a font for its text.
fn read(svg: &str) -> Result<Tree, PictureError> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let names: Vec<String> = fonts.faces().flat_map(|face| &face.families).map(|(name, _)| name.clone()).collect();
    let wanted = FONTS.into_iter().find(|font| names.iter().any(|name| name == font));
    let family = wanted.or(names.first().map(String::as_str)).ok_or(PictureError::NoFont)?.to_string();
    fonts.set_sans_serif_family(family);
    Tree::from_str(svg, &options).map_err(|e| drawing(&e))
}

/// The picture as PNG, two pixels for each unit of length.
///
/// # Errors
/// [`PictureError`], if there is no font or the picture is too large.
pub fn png(svg: &str) -> Result<Vec<u8>, PictureError> {
    let tree = read(svg)?;
    let [width, height] = [tree.size().width(), tree.size().height()].map(|length| (length * SCALE).ceil());
    if width * height > MOST {
        return Err(PictureError::TooLarge);
    }
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(PictureError::TooLarge)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut picture.as_mut());
    picture.encode_png().map_err(|e| drawing(&e))
}

/// The picture as PDF of one page of its size, 96 units to the inch; its text is drawn, so that it needs no font.
///
/// # Errors
/// [`PictureError`], if there is no font.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PictureError> {
    let drawn = read(svg)?.to_string(&WriteOptions::default());
    let tree = Tree::from_str(&drawn, &Options::default()).map_err(|e| drawing(&e))?;
    svg2pdf::to_pdf(&tree, ConversionOptions::default(), PageOptions { dpi: UNITS }).map_err(|e| drawing(&e))
}
