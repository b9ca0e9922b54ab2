//! `shinpan judge --guide`: an engine that is asked which strings live.

use std::time::Duration;

use super::super::Failure;
use super::super::check::parse_seconds;
use super::super::progress::{self, was_interrupted};
use crate::board::plain::PlainPosition;
use crate::check::Engine;
use crate::check::guide::{Opinion, asked};
use crate::gtp::guard;
use crate::gtp::peer::{Limits, Trouble};

/// In place of strings: as the engine says.
pub const ENGINE: &str = "engine";

/// After a signal the command has so long to end.
const GRACE: Duration = Duration::from_millis(4500);

/// The engine.
#[derive(clap::Args)]
pub struct GuideArg {
    /// An engine that speaks GTP and is asked once which strings live (final_status_list): the command that starts it, quoted as for a shell (no
    /// shell is started). Where that was found to help, what it expects is tried first. No verdict rests on it; see --assume engine
    #[arg(long, value_name = "COMMAND", conflicts_with = "dead")]
    guide: Option<String>,
    /// Seconds that the engine of --guide may take to start, and for each answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20.0, value_parser = parse_seconds, requires = "guide")]
    guide_timeout: f64,
}

impl GuideArg {
    /// Whether the options go together.
    ///
    /// # Errors
    /// One line.
    pub fn fits(&self, assume: Option<&str>) -> Result<(), Failure> {
        match (&self.guide, assume) {
            (None, Some(ENGINE)) => Err(Failure(
                "--assume engine: name the engine with --guide, such as --guide 'gnugo --mode gtp'".to_string(),
            )),
            _ => Ok(()),
        }
    }

    /// What the engine believes of a position; `None` if there is none. It is started for that and ended again.
    ///
    /// # Errors
    /// One line: the command cannot be run (outer); the engine gives no answer that says something of the position (inner).
    pub fn opinion(&self, position: &PlainPosition) -> Result<Option<Result<Opinion, Failure>>, Failure> {
        let Some(text) = &self.guide else { return Ok(None) };
        let words = shlex::split(text).filter(|words| !words.is_empty());
        let command = words.ok_or_else(|| {
            Failure(format!("--guide: `{text}` is no command: a quote is not closed, or it is empty"))
        })?;
        // What an engine leaves behind is ended with it, whatever ends this.
        guard::adopt();
        let stop = progress::stop_in_order(GRACE, guard::end_all);
        let answer = Duration::from_secs_f64(self.guide_timeout);
        let limits = Limits { start: answer, answer, stop: Some(stop), ..Limits::default() };
        let mut engine = match Engine::start(&command, limits) {
            Err(trouble @ Trouble::NoStart { .. }) => return Err(failed(&trouble)),
            Err(trouble) => return Ok(Some(Err(failed(&trouble)))),
            Ok(engine) => engine,
        };
        let opinion = asked(&mut engine, position);
        engine.quit();
        Ok(Some(opinion.map_err(|trouble| failed(&trouble))))
    }
}

/// The line for what went wrong.
fn failed(why: &dyn std::fmt::Display) -> Failure {
    if was_interrupted() { Failure("interrupted".to_string()) } else { Failure(format!("--guide: {why}")) }
}
