//! Lines of play that show what j1989.7.1 has come to.

use crate::board::{Colour, Points, Position, StoneString};
use crate::law::trace::{ruled, string_name};
use crate::law::verdict::LineMove;
use crate::law::{ClauseId, RuleSet};
use crate::solve::arena::Decided;
use crate::solve::attractor::Attractor;
use crate::solve::fixpoint::Question;
use crate::solve::line::{Line, Parting, forcing_line, parting_line};
use crate::solve::search::ProofNumberSearch;
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1989::answers::{Captured, ConfirmationSolver, ForGood, Pressing, SolvedForGood, Taking, captured};
use crate::texts::j1989::{Confirmation, Confirming};

/// A line with the clauses that its moves rest on.
fn written(game: &Confirmation, start: &Confirming, line: &Line<Confirmation>) -> Vec<LineMove> {
    let board = &game.board;
    ruled(game, board, start, line, |mv, state| (state.mover.opponent(), mv.text(board), state.position))
}

impl ConfirmationSolver {
    /// The plays with which the opponent of an uncapturable string could try it (Article 7.1), and the owner's answers.
    pub fn trying_line(&self, position: Position, string: StoneString) -> Vec<LineMove> {
        let game = &self.confirmation(string.colour, 0);
        let start = game.start(position);
        let taking = Taking { confirmation: game, point: string.stones.trailing_zeros() as usize };
        written(game, &start, &ProofNumberSearch::new(&taking).trying_line(&start, self.budget))
    }

    /// The opponent's capture of a dead string: for good, where new stones on `local` matter; then the line goes on until it shows what
    /// becomes of these. A search leaves no line.
    pub fn taking_line(
        &self,
        position: Position,
        string: StoneString,
        local: Points,
    ) -> (Vec<LineMove>, Option<Afterwards>) {
        if !self.is_listed(position, string, local) {
            return (Vec::new(), None);
        }
        let game = &self.confirmation(string.colour, local);
        let start = game.start(position);
        if game.local == 0 {
            let line = first_capture(game, &start, string.stones, self.budget).unwrap_or_default();
            return (written(game, &start, &line), None);
        }
        let endless_defends = self.endless_defends();
        let question = ForGood { confirmation: game, string: string.stones, endless_defends, facts: None };
        let mut asked = Capturing { question, solved: SolvedForGood::default(), budget: self.budget };
        let pressing = Pressing { confirmation: game, met: |_: &Confirming| false };
        let mut line = forcing_line(&pressing, &mut asked, &start, 0, |v| v == 1, self.budget).unwrap_or_default();
        let afterwards = asked.afterwards(&start, &mut line);
        (written(game, &start, &line), afterwards)
    }

    /// A line in which the string is captured and its owner gets a new stone that stays: the attacker captures as fast as
    /// he can, the owner answers so that he is never lost. Also the new stone that can no longer be captured, if any.
    pub fn bringing_forth_line(
        &self,
        position: Position,
        string: StoneString,
        local: Points,
    ) -> (Vec<LineMove>, Points) {
        let game = &self.confirmation(string.colour, local);
        let mut solved = SolvedForGood::default();
        let mut stones = Decided::default();
        let budget = self.budget;
        let question =
            ForGood { confirmation: game, string: string.stones, endless_defends: self.endless_defends(), facts: None };
        let mut lost = |state: &Confirming| match (state.passed, game.cleared(state, string.stones)) {
            // One more pass of whoever moves ends the sequence.
            (true, true) => true,
            (true, false) if state.mover == game.owner => false,
            _ => question.forced(&Confirming { passed: false, ..*state }, &mut solved, budget).upper,
        };
        let mut capturable =
            |state: &Confirming| captured(game, &Confirming { passed: false, ..*state }, &mut stones, budget).upper;
        let mut line: Line<Confirmation> = Vec::new();
        let start = game.start(position);
        let mut here = start;
        while line.len() < MOST {
            let safe = game.new_stones(&here) & !capturable(&here);
            if here.original & string.stones == 0 && safe != 0 {
                return (written(game, &start, &line), safe);
            }
            let mut options = Vec::new();
            game.moves(&here, &mut options);
            let next = if here.mover == game.owner {
                // Never lost; a new stone that stays at once if there is one, else one that has not been here yet.
                options.retain(|(_, to)| !lost(to) && line.iter().all(|(_, met)| met != to));
                let best = options.iter().position(|(_, to)| game.new_stones(to) & !capturable(to) != 0);
                if options.is_empty() { None } else { Some(options.swap_remove(best.unwrap_or(0))) }
            } else if here.original & string.stones != 0 {
                first_capture(game, &here, string.stones, budget).and_then(|l| l.into_iter().next())
            } else {
                // The string is gone: the attacker takes what he can.
                options.retain(|(_, to)| line.iter().all(|(_, met)| met != to));
                options
                    .into_iter()
                    .max_by_key(|(_, to)| (here.position.of(game.owner) & !to.position.of(game.owner)).count_ones())
            };
            let Some(next) = next else { break };
            here = next.1;
            line.push(next);
        }
        (written(game, &start, &line), 0)
    }
}

/// What may be spent on saying what a clause decides: states expanded for the question whether it does, for each question in the
/// course of the play that shows it, and positions of that play looked at. Beyond them nothing is said of it.
const WHETHER: usize = 200_000;
const COMPARED: usize = 20_000;
const LOOKED_AT: usize = 3_000;

impl ConfirmationSolver {
    /// The stones of `owner` of which it depends on a clause on kos whether the opponent can take them, as far as that can be told.
    pub fn taken_without(&self, rules: &RuleSet, clause: ClauseId, position: Position, owner: Colour) -> Points {
        let with = self.confirmation(owner, 0);
        let without = Confirmation::new(&rules.clone().lifting(clause), &with.board, owner);
        let budget = Budget { states: self.budget.states.min(WHETHER), ..self.budget };
        let [with, without] =
            [with, without].map(|game| captured(&game, &game.start(position), &mut Decided::default(), budget));
        with.lower & !without.upper | without.lower & !with.upper
    }

    /// What a clause on kos decides about whether the opponent can take a string, if it can be told: in words, with the play that shows
    /// it.
    pub fn taking_decided_by(
        &self,
        rules: &RuleSet,
        clause: ClauseId,
        position: Position,
        string: StoneString,
    ) -> Option<(String, Vec<LineMove>)> {
        let StoneString { colour: owner, stones } = string;
        let with = self.confirmation(owner, stones);
        let lifting = rules.clone().lifting(clause);
        let without = Confirmation::new(&lifting, &with.board, owner).looking_at(stones);
        let at_most = |states| Budget { states: self.budget.states.min(states), ..self.budget };
        let mut solved: [Decided<Confirming, Points>; 2] = Default::default();
        let taken = |game: &Confirmation, solved: &mut Decided<Confirming, Points>, state: &Confirming, budget| {
            let standing = state.original & stones;
            if standing == 0 {
                return Some(true);
            }
            let Bounds { lower, upper } = captured(game, state, solved, budget);
            Bounds { lower: lower & standing != 0, upper: upper & standing != 0 }.decided()
        };
        let start = with.start(position);
        let first = taken(&with, &mut solved[0], &start, at_most(WHETHER))?;
        if taken(&without, &mut solved[1], &start, at_most(WHETHER))? == first {
            return None;
        }
        // He who attacks forces the capture in one of the games: what the play that parts them shows depends on in which.
        let confirmations = if first { [&with, &without] } else { [&without, &with] };
        if !first {
            solved.swap(0, 1);
        }
        let open: fn(&Confirming) -> bool = |_| false;
        let games = confirmations.map(|confirmation| Pressing { confirmation, met: open });
        let attacker = owner.opponent();
        let forces =
            |game: usize, state: &Confirming| taken(confirmations[game], &mut solved[game], state, at_most(COMPARED));
        let found = parting_line([&games[0], &games[1]], &start, attacker, forces, LOOKED_AT)?;
        let (board, name) = (&with.board, string_name(&with.board, string));
        let (able, how) = match (first, found.parting.clone()) {
            (true, Parting::Refused(..)) => {
                ("could not", format!("{owner} has the play that would prevent it refused at the end of the line"))
            }
            (true, Parting::Only(mv, _)) => ("could not", format!("{} is his only move for that", mv.text(board))),
            (false, Parting::Refused(mv, _)) => ("could", format!("{owner} prevents it by {}", mv.text(board))),
            (false, Parting::Only(mv, _)) => {
                ("could", format!("he has {} refused at the end of the line", mv.text(board)))
            }
        };
        let line = if first { found.in_first() } else { found.in_second() };
        Some((format!("but for this {attacker} {able} take {name}; {how}"), written(&with, &start, &line)))
    }
}

/// A line in which the opponent forces the capture of `string`, whatever comes after.
fn first_capture(
    game: &Confirmation,
    state: &Confirming,
    string: Points,
    budget: Budget,
) -> Option<Line<Confirmation>> {
    let pressing = Pressing { confirmation: game, met: |_: &Confirming| false };
    let mut question = Attractor(Captured(game));
    forcing_line(&pressing, &mut question, &Confirming { passed: false, ..*state }, 0, |v| v & string != 0, budget)
}

/// The part of [`ForGood`] that ends with the capture of the string.
struct Capturing<'a> {
    question: ForGood<'a>,
    solved: SolvedForGood,
    budget: Budget,
}

impl<G: Game<State = Confirming>> Question<G> for Capturing<'_> {
    type Value = u64;

    fn maximiser(&self) -> Colour {
        self.question.confirmation.owner.opponent()
    }

    fn through(&self, _: &Confirming, _: &Confirming, value: u64) -> u64 {
        value
    }

    fn known(&mut self, state: &Confirming) -> Bounds<u64> {
        if !self.captured(state) {
            return Bounds { lower: 0, upper: 1 };
        }
        let Bounds { lower, upper } = self.question.forced(state, &mut self.solved, self.budget);
        Bounds { lower: u64::from(lower), upper: u64::from(upper) }
    }

    fn opaque(&self, state: &Confirming) -> bool {
        self.captured(state)
    }

    fn end(&mut self, _: &Confirming) -> u64 {
        0
    }
}

/// What becomes of new stones once a string has been captured for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Afterwards {
    /// The attacker answers every play there: none can live.
    NoneLives,
    /// The sequence ends without one.
    NoneStands,
    /// They are taken again and again: the line comes back to a state that it has been in.
    TakenAgain,
}

/// Most moves of a line that shows it, and of a line of play that brings forth a new stone.
const MOST: usize = 40;

impl Capturing<'_> {
    /// Plays on from the end of a line in which the string is captured, until it is seen what becomes of new stones: their owner plays where most of
    /// them stand, the attacker so that he still forces what he is to force, taking what he can. If that takes too long the line is left as it was.
    fn afterwards(&mut self, start: &Confirming, line: &mut Line<Confirmation>) -> Option<Afterwards> {
        let (game, captured) = (self.question.confirmation, line.len());
        let mut here = line.last().map_or(*start, |(_, state)| *state);
        if !self.captured(&here) {
            return None;
        }
        let stones = |state: &Confirming| state.position.of(game.owner).count_ones();
        while line.len() < captured + MOST {
            if self.question.is_seen(&here) {
                return Some(Afterwards::NoneLives);
            }
            let mut options = Vec::new();
            game.moves(&here, &mut options);
            let next = if here.mover == game.owner {
                options.into_iter().max_by_key(|(_, to)| (game.new_stones(to).count_ones(), stones(to)))
            } else {
                let forces = |to: &Confirming| match (to.passed, self.question.is_met(to)) {
                    // One more pass of the owner's ends the sequence.
                    (true, met) => met,
                    _ => self.question.forced(to, &mut self.solved, self.budget).lower,
                };
                let mut forces = forces;
                options.into_iter().filter(|(_, to)| forces(to)).min_by_key(|(_, to)| stones(to))
            };
            let Some(next) = next else { break };
            let again = line[captured..].iter().any(|(_, met)| *met == next.1);
            here = next.1;
            line.push(next);
            if here.has_ended() {
                return Some(Afterwards::NoneStands);
            }
            if again {
                if self.question.endless_defends {
                    break;
                }
                return Some(Afterwards::TakenAgain);
            }
        }
        line.truncate(captured);
        None
    }

    /// The string is captured: what follows is no longer shown.
    fn captured(&self, state: &Confirming) -> bool {
        state.original & self.question.string == 0
    }
}
