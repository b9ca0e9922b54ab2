//! Traces of j1989.

use crate::board::{Colour, Points, Position};
use crate::law::trace::{claim_steps, moves, names, points_where, step, string_name};
use crate::law::verdict::{Life, LineMove, PointStatus, Step, StringStatus, Verdict};
use crate::solve::arena::Decided;
use crate::solve::forcing::Forcing;
use crate::solve::least::Question;
use crate::solve::line::{Line, forcing_line};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1989::clauses::*;
use crate::texts::j1989::search::{Captured, ForGood, Pressing, SolvedForGood, captured};
use crate::texts::j1989::{CAPTURABLE_1, Confirmation, Confirming, J1989, UNCAPTURABLE, local_2};

impl J1989 {
    /// The steps that lead to `verdict`.
    pub fn steps(&mut self, position: Position, verdict: &Verdict) -> Vec<Step> {
        let board = self.board.clone();
        let rules = self.rules.clone();
        let Some(status) = &verdict.status else { return Vec::new() };
        let mut steps = Vec::new();
        for s in &status.strings {
            let (fact, line) = self.life_fact(position, s, status);
            steps.push(step(J1989_7_1, &rules, Some("enable"), fact, line));
        }
        if status.strings.iter().any(|s| s.life == Life::Undecided) {
            return steps;
        }
        for player in Colour::ALL {
            let eyes =
                points_where(status, |p| p == PointStatus::Territory(player) || p == PointStatus::EyeInSeki(player));
            if eyes != 0 {
                let fact = format!("eye points of {player}: {}", names(&board, eyes));
                steps.push(step(J1989_8_EYE, &rules, None, fact, Vec::new()));
            }
        }
        let dame = points_where(status, |p| p == PointStatus::Dame);
        if dame != 0 {
            steps.push(step(J1989_8_DAME, &rules, None, format!("dame: {}", names(&board, dame)), Vec::new()));
        }
        for s in status.strings.iter().filter(|s| s.life == Life::Seki) {
            let touching = board.around(s.string.stones) & dame;
            let why = if touching != 0 {
                format!("is alive and possesses dame ({})", names(&board, touching))
            } else {
                "shares an eye region with a string in seki".to_string()
            };
            let fact = format!("{} {why}: it is in seki", string_name(&board, s.string));
            steps.push(step(J1989_8_SEKI, &rules, Some("seki"), fact, Vec::new()));
        }
        steps.extend(claim_steps(&board, &verdict.claims));
        steps
    }

    /// The life of one string in words, with the line that shows it.
    fn life_fact(
        &mut self,
        position: Position,
        s: &StringStatus,
        status: &crate::law::Status,
    ) -> (String, Vec<LineMove>) {
        let board = self.board.clone();
        let name = string_name(&board, s.string);
        let attacker = s.string.colour.opponent();
        match (s.life, s.by) {
            (Life::Undecided, _) => (format!("{name}: undecided, the budget ran out"), Vec::new()),
            (Life::Dead, _) => {
                let local = self.local_of(s, status);
                let game = self.confirmation(s.string.colour, local);
                let line =
                    if self.is_listed(&game, position, s) { self.capture_line(&game, position, s) } else { Vec::new() };
                let fact = if self.enable == Enable::None {
                    format!("{name} is dead: {attacker} forces its capture")
                } else {
                    format!(
                        "{name} is dead: {attacker} forces its capture, after which no new stone on {} is permanent",
                        names(&board, local)
                    )
                };
                (fact, line)
            }
            (_, UNCAPTURABLE) => {
                (format!("{name} is alive: uncapturable, {attacker} cannot force its capture"), Vec::new())
            }
            (_, "not examined") => (format!("{name} is alive: life and death is not examined"), Vec::new()),
            (_, by) => {
                let local = self.local_of(s, status);
                let game = self.confirmation(s.string.colour, local);
                let fact = format!(
                    "{name} is alive: {by}; {attacker} can capture it, but not without a permanent new stone on {}",
                    names(&board, local)
                );
                if !self.is_listed(&game, position, s) {
                    return (fact, Vec::new());
                }
                let (line, stone) = self.enabling_line(&game, position, s);
                let ending = if stone == 0 {
                    "new stones there are taken and replaced, but never all for good".to_string()
                } else {
                    format!("at the end of the line the new stone {} can no longer be captured", names(&board, stone))
                };
                (format!("{fact} ({ending})"), line)
            }
        }
    }

    /// The points on which a new stone keeps this string alive, as the reading in force has it.
    fn local_of(&self, s: &StringStatus, status: &crate::law::Status) -> Points {
        match (self.enable, s.by) {
            (Enable::None, _) => 0,
            (Enable::Anywhere, _) => self.board.all(),
            (Enable::Local1, _) | (_, CAPTURABLE_1) => s.string.stones,
            (Enable::Local2 | Enable::Enclosed, _) => local_2(&self.rules, &self.board, s.string, &status.strings),
        }
    }

    fn written(&self, line: Line<Confirmation>) -> Vec<LineMove> {
        moves(line, |mv, state: &Confirming| (state.mover.opponent(), mv.text(&self.board), state.position))
    }

    /// Whether a line can be shown: a search leaves none, so that what follows from the position has to be listed.
    fn is_listed(&self, game: &Confirmation, position: Position, s: &StringStatus) -> bool {
        if !self.searches {
            return true;
        }
        let (start, budget) = (game.start(position), Budget { states: self.budget.states.min(20_000), ..self.budget });
        let found = captured(game, &start, &mut Decided::default(), budget);
        let question = ForGood { confirmation: game, string: s.string.stones, endless_defends: false, facts: None };
        (found.lower ^ found.upper) & s.string.stones == 0
            && question.forced(&start, &mut SolvedForGood::default(), budget).decided().is_some()
    }

    /// The opponent's capture of a dead string: for good, where new stones matter.
    fn capture_line(&mut self, game: &Confirmation, position: Position, s: &StringStatus) -> Vec<LineMove> {
        let start = game.start(position);
        let line = if game.local == 0 {
            first_capture(game, &start, s.string.stones, self.budget)
        } else {
            let question = ForGood {
                confirmation: game,
                string: s.string.stones,
                endless_defends: self.endless_defends(),
                facts: None,
            };
            let mut question = Capturing { question, solved: SolvedForGood::default(), budget: self.budget };
            let pressing = Pressing { confirmation: game, met: |_: &Confirming| false };
            forcing_line(&pressing, &mut question, &start, 0, |v| v == 1, self.budget)
        };
        self.written(line.unwrap_or_default())
    }

    /// A line in which the string is captured and its owner gets a new stone that stays: the attacker captures as fast as
    /// he can, the owner answers so that he is never lost. Also the new stone that can no longer be captured, if any.
    fn enabling_line(&mut self, game: &Confirmation, position: Position, s: &StringStatus) -> (Vec<LineMove>, Points) {
        let mut solved = SolvedForGood::default();
        let mut stones = Decided::default();
        let budget = self.budget;
        let question = ForGood {
            confirmation: game,
            string: s.string.stones,
            endless_defends: self.endless_defends(),
            facts: None,
        };
        let mut lost = |state: &Confirming| match (state.passed, game.cleared(state, s.string.stones)) {
            // One more pass of whoever moves ends the sequence.
            (true, true) => true,
            (true, false) if state.mover == game.owner => false,
            _ => question.forced(&Confirming { passed: false, ..*state }, &mut solved, budget).upper,
        };
        let mut capturable =
            |state: &Confirming| captured(game, &Confirming { passed: false, ..*state }, &mut stones, budget).upper;
        let mut line: Line<Confirmation> = Vec::new();
        let mut here = game.start(position);
        const MOST: usize = 40;
        while line.len() < MOST {
            let safe = game.new_stones(&here) & !capturable(&here);
            if here.original & s.string.stones == 0 && safe != 0 {
                return (self.written(line), safe);
            }
            let mut options = Vec::new();
            game.moves(&here, &mut options);
            let next = if here.mover == game.owner {
                // Never lost; a new stone that stays at once if there is one, else one that has not been here yet.
                options.retain(|(_, to)| !lost(to) && line.iter().all(|(_, met)| met != to));
                let best = options.iter().position(|(_, to)| game.new_stones(to) & !capturable(to) != 0);
                if options.is_empty() { None } else { Some(options.swap_remove(best.unwrap_or(0))) }
            } else if here.original & s.string.stones != 0 {
                first_capture(game, &here, s.string.stones, budget).and_then(|l| l.into_iter().next())
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
        (self.written(line), 0)
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
    let mut question = Forcing(Captured(game));
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

impl Capturing<'_> {
    /// The string is captured: what follows is no longer shown.
    fn captured(&self, state: &Confirming) -> bool {
        state.original & self.question.string == 0
    }
}
