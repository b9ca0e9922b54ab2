//! Results met in records, and what of them can honestly be compared.

use super::judged::Decision;
use crate::board::Colour;
use crate::record::Komi;

/// The comparison of a record's own result with that of a rule set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResultCheck {
    /// They are the same.
    Same,
    /// They differ.
    Differs {
        /// The record's.
        recorded: String,
        /// The rule set's.
        given: String,
    },
    /// They cannot be compared: why.
    CannotTell(String),
}

/// What a result of a record (`RE`) says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    Decision(Decision),
    /// Who won, by an unknown margin.
    Wins(Colour),
    Void,
    Time,
    /// That it is not known.
    Unknown,
    Nothing,
}

fn said(text: &str) -> Said {
    let upper = text.trim().to_uppercase();
    match upper.as_str() {
        "" => return Said::Nothing,
        "?" | "UNKNOWN" | "UNFINISHED" => return Said::Unknown,
        "0" | "0.0" | "DRAW" | "JIGO" | "TIE" | "持碁" | "和棋" => return Said::Decision(Decision::Margin(0)),
        "VOID" => return Said::Void,
        "BOTH LOSE" => return Said::Decision(Decision::BothLose),
        "NO RESULT" => return Said::Decision(Decision::NoResult(None)),
        _ => {}
    }
    let Some((winner, how)) = upper.split_once('+') else { return Said::Nothing };
    let winner = match winner.trim() {
        "B" | "BLACK" => Colour::Black,
        "W" | "WHITE" => Colour::White,
        _ => return Said::Nothing,
    };
    match how.trim() {
        "" => Said::Wins(winner),
        how if how.starts_with('R') => Said::Decision(Decision::Resignation { winner }),
        how if how.starts_with('F') => Said::Decision(Decision::Foul { winner }),
        how if how.starts_with('T') => Said::Time,
        how => {
            // A unit may follow the number.
            let number = how.trim_end_matches(|ch: char| ch.is_alphabetic() || ch.is_whitespace()).replace(',', ".");
            match Komi::parse(&number) {
                Some(Komi(points)) => {
                    Said::Decision(Decision::Margin(if winner == Colour::Black { points } else { -points }))
                }
                None => Said::Nothing,
            }
        }
    }
}

/// The margin that the result of a record says, Black's points less White's in hundredths; `None` if it says none.
#[must_use]
pub fn recorded_margin(recorded: &str) -> Option<i32> {
    if let Said::Decision(Decision::Margin(margin)) = said(recorded) { Some(margin) } else { None }
}

/// Compares the result of a record with the one a rule set gives (`None`: it gives none).
#[must_use]
pub fn check_result(recorded: &str, given: Option<&Decision>) -> ResultCheck {
    let cannot = |why: &str| ResultCheck::CannotTell(why.to_string());
    let Some(given) = given else {
        return cannot("the rule set gives no result: the record does not bring the game to its end");
    };
    if matches!(given, Decision::Undecided(_)) {
        return ResultCheck::CannotTell(format!("the analysis is {given}"));
    }
    let same = match said(recorded) {
        Said::Nothing => return cannot("the record gives no result that can be read"),
        Said::Unknown => return cannot("the record says that the result is not known"),
        Said::Void if !matches!(given, Decision::NoResult(_) | Decision::BothLose) => {
            return cannot("the record says that the game is void: without a result, or not finished");
        }
        Said::Time => return cannot("the record gives a win on time, and no text here has a clock"),
        Said::Void => true,
        Said::Decision(Decision::NoResult(_)) => matches!(given, Decision::NoResult(_)),
        Said::Decision(decision) => decision == *given,
        Said::Wins(winner) => match given {
            Decision::Margin(m) => *m != 0 && (*m > 0) == (winner == Colour::Black),
            Decision::Resignation { winner: w } | Decision::Foul { winner: w } => *w == winner,
            _ => false,
        },
    };
    if same {
        ResultCheck::Same
    } else {
        ResultCheck::Differs { recorded: recorded.trim().to_string(), given: given.to_string() }
    }
}
