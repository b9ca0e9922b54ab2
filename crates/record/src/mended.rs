//! What a file has that SGF does not allow, and that a reader has put right: said in one line.

use super::place::{Place, Places};

/// What was put right in a file: each kind with the place where it was met first, and how often it was.
#[derive(Clone, Debug, Default)]
pub struct Mends {
    kinds: Vec<Mend>,
}

#[derive(Clone, Debug)]
struct Mend {
    what: &'static str,
    /// What was read as what, the first time.
    detail: String,
    first: usize,
    times: usize,
}

impl Mends {
    /// Something was put right at byte `at` of the text.
    pub fn note(&mut self, at: usize, what: &'static str) {
        self.note_as(at, what, String::new);
    }

    /// The same, with what was read as what.
    pub fn note_as(&mut self, at: usize, what: &'static str, detail: impl FnOnce() -> String) {
        match self.kinds.iter_mut().find(|mend| mend.what == what) {
            Some(mend) => {
                mend.first = mend.first.min(at);
                mend.times += 1;
            }
            None => self.kinds.push(Mend { what, detail: detail(), first: at, times: 1 }),
        }
    }

    /// The line, if anything was put right: each kind with its line and column, in the order of the file.
    pub fn line(mut self, file: &str, text: &str) -> Option<String> {
        self.kinds.sort_by_key(|mend| mend.first);
        let mut places = Places::new(text);
        let said: Vec<String> = self
            .kinds
            .iter()
            .map(|Mend { what, detail, first, times }| {
                let Place { line, column } = places.of(*first);
                let times = if *times > 1 { format!(" ({times} times)") } else { String::new() };
                format!("{line}:{column}: {what}{detail}{times}")
            })
            .collect();
        (!said.is_empty()).then(|| format!("{file}: mended as it was read: {}", said.join("; ")))
    }
}
