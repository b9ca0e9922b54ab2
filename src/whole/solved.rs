//! The whole-board solution of each rule set's game, as the facts that its interpreter looks up.

use std::sync::Arc;

use super::classes::{Classes, Seat};
use super::extremes::{everything, extremes, nothing};
use super::forced::Whole;
use super::graph::{Graph, Nodes, Predecessors};
use super::lanes::Lanes;
use super::play_out::SolvedPlayOut;
use crate::board::{Colour, Points, Position};
use crate::rules::aj2004::{Analysing, BlackAnalysis};
use crate::rules::facts::{AnalysisFacts, Cleared, ConfirmationFacts, ContinuationFacts, Facts};
use crate::rules::j1989::{Confirmation, Confirming};
use crate::rules::j1997::PlayOut;
use crate::rules::mindsports::Continuation;
use crate::spec::{RuleSet, Text};

/// Which game of a rule set is solved as a whole. Rule sets with the same game share the solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Solvable {
    /// Confirmation of life and death: with the ko ban of j1989.7.2 or without, with its pass for a ko or without.
    Confirmation {
        /// j1989.7.2 is applied.
        ban: bool,
        /// j1989.7.2.pass is applied.
        pass_for_ko: bool,
    },
    /// The analyses of aj2004: with basic ko or without.
    Analysis {
        /// aj2004.basic-ko is applied.
        basic_ko: bool,
    },
    /// The continuation of the MindSports text: with basic ko or without.
    Continuation {
        /// ms.ko is applied.
        basic_ko: bool,
    },
    /// The play-out of j1997: which of its clauses on the count at the end (life.1, life.4, playout.7) are applied, and whether dead
    /// ko stones are prisoners.
    PlayOut {
        /// By clause.
        applied: [bool; 3],
        /// Reading `ko-stones=prisoners`.
        prisoners: bool,
    },
}

impl Solvable {
    /// The game of `rules`; `None` if there is no whole-board solution of it: superko, and play-outs
    /// without one of the clauses on kos.
    #[must_use]
    pub fn of(rules: &RuleSet) -> Option<Solvable> {
        match rules.text {
            Text::J1989 => Some(Solvable::Confirmation {
                ban: rules.applies("j1989.7.2"),
                pass_for_ko: rules.applies("j1989.7.2.pass"),
            }),
            Text::J1997 => {
                // The tables rest on all clauses on kos.
                let kos = ["j1997.playout.3", "j1997.playout.4", "j1997.playout.5"].iter().all(|c| rules.applies(c));
                (rules.is_play_out() && kos).then(|| Solvable::PlayOut {
                    applied: ["j1997.life.1", "j1997.life.4", "j1997.playout.7"].map(|c| rules.applies(c)),
                    prisoners: rules.reading("ko-stones") == "prisoners",
                })
            }
            Text::Aj2004 => Some(Solvable::Analysis { basic_ko: rules.applies("aj2004.basic-ko") }),
            Text::MsJapanese | Text::MsChinese => (rules.reading("dead") != "superko")
                .then(|| Solvable::Continuation { basic_ko: rules.applies("ms.ko") }),
        }
    }

    /// Solves the game of `rules` from every position.
    #[must_use]
    pub fn solve(self, classes: &Arc<Classes>, rules: &RuleSet) -> Facts {
        let board = classes.board();
        match self {
            Solvable::Confirmation { .. } => {
                let game = Confirmation::new(rules, board, Colour::Black);
                let facts = SolvedConfirmation::new(classes, game);
                Facts { confirmation: Some(Arc::new(facts)), ..Facts::default() }
            }
            Solvable::Analysis { .. } => {
                let facts = SolvedAnalysis::new(classes, BlackAnalysis::new(rules, board));
                Facts { analysis: Some(Arc::new(facts)), ..Facts::default() }
            }
            Solvable::Continuation { basic_ko } => {
                let facts = SolvedContinuation::new(classes, &Continuation::new(board, basic_ko));
                Facts { continuation: Some(Arc::new(facts)), ..Facts::default() }
            }
            Solvable::PlayOut { .. } => {
                let facts = SolvedPlayOut::new(classes, PlayOut::new(rules, board));
                Facts { play_out: Some(Arc::new(facts)), ..Facts::default() }
            }
        }
    }
}

/// A position as the player to move sees it.
fn seen(position: Position, mover: Colour) -> Position {
    if mover == Colour::Black { position } else { position.swapped() }
}

/// The lanes of a seat, `attacker` being the player who forces.
fn at(lanes: &Lanes, seat: Seat, attacks: bool) -> u16 {
    if attacks { lanes.attacker[seat.number()] } else { lanes.owner[seat.number()] }
}

/// The points of the seat's own frame.
fn points(classes: &Classes, seat: Seat, lanes: u16) -> Points {
    Points::from(classes.turns().set(seat.turn(), lanes)) & classes.board().all()
}

struct SolvedConfirmation {
    classes: Arc<Classes>,
    game: Confirmation,
    nodes: Nodes<[u16; 3]>,
    captured: Lanes,
    cleared: Lanes,
    captured_for_good: Lanes,
    everywhere: Lanes,
}

impl SolvedConfirmation {
    fn new(classes: &Arc<Classes>, game: Confirmation) -> SolvedConfirmation {
        let graph = Graph::new(classes, &game);
        let predecessors = Predecessors::new(&graph);
        let whole = Whole { classes, graph: &graph, predecessors: &predecessors };
        let captured = whole.captured();
        let cleared = whole.cleared();
        let captured_for_good = whole.captured_for_good(&cleared);
        let everywhere = whole.cleared_everywhere(&cleared);
        SolvedConfirmation {
            classes: classes.clone(),
            game,
            nodes: graph.into_nodes(),
            captured,
            cleared,
            captured_for_good,
            everywhere,
        }
    }
}

impl ConfirmationFacts for SolvedConfirmation {
    fn captured(&self, position: Position, owner: Colour) -> Points {
        let seat = self.classes.seat(seen(position, owner.opponent()));
        points(&self.classes, seat, at(&self.captured, seat, true)) & position.of(owner)
    }

    fn cleared(&self, state: &Confirming, owner: Colour) -> Option<Cleared> {
        let bans = state.bans().map(|b| b as u16);
        let seat = self.nodes.seat(&self.classes, &self.game, seen(state.position, state.mover), bans)?;
        let attacks = state.mover != owner;
        Some(Cleared {
            each: points(&self.classes, seat, at(&self.cleared, seat, attacks)),
            captured: points(&self.classes, seat, at(&self.captured_for_good, seat, attacks)),
            everywhere: at(&self.everywhere, seat, attacks) != 0,
        })
    }
}

struct SolvedAnalysis {
    classes: Arc<Classes>,
    game: BlackAnalysis,
    nodes: Nodes<u8>,
    extremes: Lanes,
}

impl SolvedAnalysis {
    fn new(classes: &Arc<Classes>, game: BlackAnalysis) -> SolvedAnalysis {
        let graph = Graph::new(classes, &game);
        let predecessors = Predecessors::new(&graph);
        let extremes = extremes(&Whole { classes, graph: &graph, predecessors: &predecessors });
        SolvedAnalysis { classes: classes.clone(), game, nodes: graph.into_nodes(), extremes }
    }

    /// What `player` forces.
    fn forced(&self, state: &Analysing, player: Colour) -> Option<u16> {
        let ban = state.ban().map_or(0, |p| p + 1);
        let seat = self.nodes.seat(&self.classes, &self.game, seen(state.position, state.mover), ban)?;
        (state.passes < 3).then(|| at(&self.extremes, seat, state.mover == player))
    }
}

impl AnalysisFacts for SolvedAnalysis {
    fn everything(&self, state: &Analysing) -> Option<bool> {
        self.forced(state, Colour::Black).map(|lanes| everything(lanes, state.passes))
    }

    fn nothing(&self, state: &Analysing) -> Option<bool> {
        self.forced(state, Colour::White).map(|lanes| nothing(lanes, state.passes))
    }
}

struct SolvedContinuation {
    classes: Arc<Classes>,
    captured: Lanes,
    immortal: Lanes,
}

impl SolvedContinuation {
    fn new(classes: &Arc<Classes>, game: &Continuation) -> SolvedContinuation {
        let graph = Graph::new(classes, game);
        let predecessors = Predecessors::new(&graph);
        let whole = Whole { classes, graph: &graph, predecessors: &predecessors };
        // Only states without bans are asked for.
        let unbanned = |lanes: Lanes| Lanes {
            attacker: lanes.attacker[..classes.len()].to_vec(),
            owner: lanes.owner[..classes.len()].to_vec(),
        };
        let (captured, immortal) = (unbanned(whole.captured()), unbanned(whole.made_immortal()));
        SolvedContinuation { classes: classes.clone(), captured, immortal }
    }
}

impl ContinuationFacts for SolvedContinuation {
    fn captured(&self, position: Position, owner: Colour, first: Colour) -> Points {
        let seat = self.classes.seat(seen(position, first));
        points(&self.classes, seat, at(&self.captured, seat, first != owner)) & position.of(owner)
    }

    fn independent(&self, position: Position, owner: Colour) -> Points {
        let seat = self.classes.seat(seen(position, owner.opponent()));
        points(&self.classes, seat, at(&self.immortal, seat, false)) & position.of(owner)
    }
}
