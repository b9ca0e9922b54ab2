//! What is asked of positions one by one, and what is known of each.

use crate::board::{Board, Position};
use crate::law::solved::Known as Solved;
use crate::law::{Outcome, RuleSet};
use crate::solve::Budget;

/// What was found of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The position.
    pub position: Position,
    /// By rule set, without earlier prisoners.
    pub outcomes: Vec<Outcome>,
    /// Whether it is settled, if that was asked; `None` inside if the budget left it open.
    pub settled: Option<Option<bool>>,
}

/// As much as is known of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// By rule set, as in [`Row`].
    pub outcomes: Vec<Option<Outcome>>,
    /// As in [`Row`].
    pub settled: Option<Option<bool>>,
}

impl Known {
    /// Nothing, under so many rule sets.
    #[must_use]
    pub fn nothing(rules: usize) -> Known {
        Known { outcomes: vec![None; rules], settled: None }
    }
}

/// What is asked of each position.
pub struct Asked<'a> {
    /// The board.
    pub board: &'a Board,
    /// The rule sets.
    pub rules: &'a [RuleSet],
    /// Also whether it is settled.
    pub settled: bool,
    /// For each question; every position is judged by an interpreter that has seen no other, so that what a budget decides
    /// does not depend on the sample.
    pub budget: Budget,
    /// What has been solved of the board, if anything: it is looked up.
    pub solved: Option<&'a Solved>,
}
