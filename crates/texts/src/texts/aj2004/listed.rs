//! The analyses of aj2004 with all their states and successors in memory, for the values of many final positions: what is
//! counted differs from one to the next (aj2004.score), the moves do not.

use std::sync::Arc;

use crate::board::{Colour, Points, Position, Symmetry};
use crate::solve::parallel;
use crate::solve::subgame::{Source, Subgame};
use crate::solve::whole::classes::{CanonicalForm, Classes};
use crate::solve::whole::graph::Graph;
use crate::solve::whole::winning::WinningSets;
use crate::solve::{Bounds, Budget};
use crate::texts::aj2004::control::Weights;
use crate::texts::aj2004::extremes::{everything, nothing};
use crate::texts::aj2004::facts::ListedState;
use crate::texts::aj2004::game::{Analysing, BlackAnalysis};
use crate::texts::aj2004::sure::Sure;

/// The states of the analyses.
pub struct Analyses {
    classes: Arc<Classes>,
    graph: Graph<u8>,
    /// By a turn, and by the one made before it: what both together are.
    composed: Vec<Vec<usize>>,
    /// By node: the turns that leave it as it is, a bit each.
    still: Vec<u8>,
    /// By class: what is sure for Black, and for White.
    sure: Vec<[Packed; 2]>,
}

/// Of the turns, as bits.
const IDENTITY: u8 = 1;

/// [`Sure`] on a board of up to 16 points.
type Packed = [u16; 4];

impl Analyses {
    /// For each class.
    pub const BYTES: u64 = size_of::<[Packed; 2]>() as u64;

    /// Those of a graph of all states.
    #[must_use]
    pub fn new(classes: &Arc<Classes>, graph: Graph<u8>) -> Analyses {
        let (board, turns) = (classes.board(), classes.turns());
        let symmetries: Vec<&Symmetry> = (0..turns.len()).map(|turn| turns.symmetry(turn)).collect();
        let after = |a: &Symmetry, b: &Symmetry| {
            let same = |c: &&Symmetry| (0..board.len()).all(|p| c.point(p) == a.point(b.point(p)));
            symmetries.iter().position(same).expect("the symmetries of a grid are a group")
        };
        let composed = symmetries.iter().map(|a| symmetries.iter().map(|b| after(a, b)).collect()).collect();
        let still = |node: usize| {
            let (position, extra) = graph.state(classes, node);
            let ban = extra.checked_sub(1).map(usize::from);
            let keeps = |turn: &usize| {
                let stays = |p: usize| turns.symmetry(*turn).point(p) == p;
                turns.position(*turn, position) == position && ban.is_none_or(stays)
            };
            (0..turns.len()).filter(keeps).fold(0, |bits, turn| bits | 1 << turn)
        };
        let sure = |class: usize| {
            let position = classes.representative(class);
            [position, position.swapped()].map(|position| {
                let Sure { controlled, lost, taken: [black, white] } = Sure::of(board, position);
                [controlled, lost, black, white].map(|points| points as u16)
            })
        };
        Analyses {
            composed,
            still: parallel::map(graph.len(), &still),
            sure: parallel::map(classes.len(), &sure),
            classes: classes.clone(),
            graph,
        }
    }

    /// The part of the black-analysis of a final position that matters with these weights, if the budget allows; `extremes` are
    /// those of the same states.
    pub fn subgame(
        &self,
        extremes: &WinningSets,
        position: Position,
        weights: Weights,
        budget: Budget,
    ) -> Option<Subgame<ListedState>> {
        let mover = Colour::White;
        let start = self.state(self.classes.form(position.seen_by(mover)), mover, 0);
        Subgame::new(&Counted { analyses: self, extremes, weights }, start, budget)
    }

    /// What a state is; of `game` the moves were made.
    #[must_use]
    pub fn named(&self, game: &BlackAnalysis, state: ListedState) -> Analysing {
        let form = form(state);
        let turns = self.classes.turns();
        let (position, ban) = self.graph.state(&self.classes, form.number());
        let ban = ban.checked_sub(1).map(|p| turns.symmetry(form.turn()).point(p as usize) as u8);
        let position = turns.position(form.turn(), position).seen_by(mover(state));
        game.remembering(position, mover(state), passes(state), ban)
    }

    /// A state: always the same number for the same one.
    fn state(&self, form: CanonicalForm, mover: Colour, passes: u8) -> ListedState {
        let (node, turn) = (form.number(), form.turn());
        let still = self.still[node];
        let turn = if still == IDENTITY {
            turn
        } else {
            let same = (0..self.composed.len()).filter(|t| still >> t & 1 == 1).map(|t| self.composed[turn][t]);
            same.min().unwrap_or(turn)
        };
        (node as u64) << 6 | (turn as u64) << 3 | u64::from(passes) << 1 | mover.index() as u64
    }
}

fn form(state: ListedState) -> CanonicalForm {
    CanonicalForm::new((state >> 6) as usize, (state >> 3 & 0b111) as usize)
}

fn passes(state: ListedState) -> u8 {
    (state >> 1 & 0b11) as u8
}

fn mover(state: ListedState) -> Colour {
    Colour::ALL[(state & 1) as usize]
}

/// The black-analysis of one final position.
struct Counted<'a> {
    analyses: &'a Analyses,
    extremes: &'a WinningSets,
    weights: Weights,
}

impl Source for Counted<'_> {
    type State = ListedState;

    fn mover(&self, state: ListedState) -> Colour {
        mover(state)
    }

    fn known(&self, state: ListedState) -> Bounds<i16> {
        let Analyses { classes, graph, sure, .. } = self.analyses;
        let (form, mover, passes) = (form(state), mover(state), passes(state));
        let forced = |player: Colour| self.extremes.of(form, mover == player);
        if passes < 3 && everything(forced(Colour::Black), passes) {
            return Bounds::exactly(self.weights.of(classes.board().all()));
        }
        if passes < 3 && nothing(forced(Colour::White), passes) {
            return Bounds::exactly(0);
        }
        // The player to move is Black in the graph.
        let sure = sure[graph.class(form.number())][mover.index()];
        let [controlled, lost, black, white] = sure.map(|s| Points::from(classes.turns().set(form.turn(), s)));
        let sure = Sure { controlled, lost, taken: [black, white] };
        sure.bounds(classes.board(), self.weights, mover, passes)
    }

    fn successors(&self, state: ListedState, out: &mut Vec<ListedState>) {
        let Analyses { graph, composed, .. } = self.analyses;
        let here = form(state);
        let mover = mover(state).opponent();
        let after = |to: CanonicalForm, passes: u8| {
            let turn = composed[here.turn()][to.turn()];
            self.analyses.state(CanonicalForm::new(to.number(), turn), mover, passes)
        };
        out.push(after(graph.pass(here.number()), passes(state) + 1));
        out.extend(graph.plays(here.number()).iter().map(|&to| after(to, 0)));
    }
}
