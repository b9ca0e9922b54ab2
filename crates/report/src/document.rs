//! A page of HTML that stands by itself: nothing is fetched, and nothing runs but a script of its own.

use maud::{DOCTYPE, Markup, html};

use super::svg::{self, raw};

/// What is in reports besides boards; after [`svg::STYLE`].
const STYLE: &str = include_str!("document.css");

/// What a page may do: nothing but show itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// The same where it has a script of its own.
const POLICY_WITH_SCRIPT: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// What is of one page and not of others, besides its text.
#[derive(Clone, Copy, Default)]
pub struct Own {
    /// Styles after those of boards and reports.
    pub style: &'static str,
    /// A script at the end.
    pub script: Option<&'static str>,
}

/// The page with this title and what is between the tags of its body, a line feed at its end.
#[must_use]
pub fn document(title: &str, own: Own, body: &Markup) -> String {
    let policy = if own.script.is_some() { POLICY_WITH_SCRIPT } else { POLICY };
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                style { (raw(svg::STYLE)) (raw(STYLE)) (raw(own.style)) }
            }
            body {
                (body)
                @if let Some(script) = own.script { script { (raw(script)) } }
            }
        }
    };
    page.into_string() + "\n"
}
