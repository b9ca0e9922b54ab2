//! Confirmation of life and death (Article 7): its states and moves.

use crate::board::{Board, Colour, Play, Played, Points, Position, Symmetry, points_of};
use crate::law::written::{bans, passes, points, start};
use crate::law::{Bans, Cited, KoMove, Refused, RuleSet, Ruled, Written};
use crate::solve::Game;
use crate::texts::j1989::clauses::*;

/// A state of a confirmation sequence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Confirming {
    /// The position.
    pub position: Position,
    /// The player to move.
    pub mover: Colour,
    /// The last move was an ordinary pass.
    pub(in crate::texts) passed: bool,
    pub(in crate::texts) ended: bool,
    pub(in crate::texts) bans: Bans,
    /// The owner's stones on points of `local` that stood in the final position and have not been removed since; every
    /// other stone of the owner on a point of `local` is new.
    pub(in crate::texts) original: Points,
}

/// Confirmation of life and death: hypothetical play from the final position.
#[derive(Clone, Debug)]
pub struct Confirmation {
    pub(in crate::texts) board: Board,
    /// Whose stones are examined; the opponent moves first.
    pub(in crate::texts) owner: Colour,
    /// The points on which new stones are told from original ones.
    pub(in crate::texts) local: Points,
    /// j1989.7.2 is applied.
    pub(super) ban: bool,
    /// j1989.7.2.pass is applied.
    pub(super) pass_for_ko: bool,
}

impl Confirming {
    /// The bans in force (j1989.7.2), as [`Bans::sets`] gives them.
    #[must_use]
    pub fn bans(&self) -> [Points; 3] {
        self.bans.sets()
    }

    /// The same with another position and other bans.
    #[must_use]
    pub fn with(self, position: Position, bans: [Points; 3]) -> Confirming {
        Confirming { position, bans: Bans::from_sets(bans), ..self }
    }

    /// Two successive ordinary passes have been made.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// The owner's stones on the points looked at that have stood there since the final position.
    #[must_use]
    pub fn original(&self) -> Points {
        self.original
    }
}

impl Confirmation {
    /// The confirmation of the life of `owner`'s stones, none of whose new stones is looked for.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board, owner: Colour) -> Confirmation {
        Confirmation {
            board: board.clone(),
            owner,
            local: 0,
            ban: rules.applies(J1989_7_2),
            pass_for_ko: rules.applies(J1989_7_2_PASS),
        }
    }

    /// The same sequences, the stones new on `local` told from the others.
    #[must_use]
    pub fn looking_at(self, local: Points) -> Confirmation {
        Confirmation { local, ..self }
    }

    /// A state in the course of a sequence, after a move that was no pass: `mover` is to move and `bans` are in force.
    #[must_use]
    pub fn remembering(&self, position: Position, mover: Colour, bans: [Points; 3]) -> Confirming {
        let bans = Bans::from_sets(bans);
        Confirming { mover, bans, ..self.start(position) }
    }

    /// Bans turned by a symmetry of the board.
    #[must_use]
    pub fn turned_bans(&self, bans: [Points; 3], symmetry: &Symmetry) -> [Points; 3] {
        Bans::from_sets(bans).turned(&self.board, symmetry).sets()
    }

    /// The start of the sequence: the final position, the opponent to move.
    #[must_use]
    pub fn start(&self, position: Position) -> Confirming {
        Confirming {
            position,
            mover: self.owner.opponent(),
            passed: false,
            ended: false,
            bans: Bans::default(),
            original: position.of(self.owner) & self.local,
        }
    }

    /// The new stones on `local`.
    #[must_use]
    pub fn new_stones(&self, state: &Confirming) -> Points {
        state.position.of(self.owner) & self.local & !state.original
    }

    /// What the opponent has to bring about to leave `string` dead: it is captured, and no new stone stands on `local`.
    pub(in crate::texts) fn cleared(&self, state: &Confirming, string: Points) -> bool {
        state.original & string == 0 && self.new_stones(state) == 0
    }

    /// j1989.7.2: a player whose ko stone was taken may not retake in that same ko. Whether it forbids the play on `v`.
    fn retakes(&self, state: &Confirming, v: usize, play: &Play) -> bool {
        self.ban && state.bans.forbid(&self.board, v, play.ko)
    }

    /// A play on `v` (j1989.3, j1989.4, j1989.5) that j1989.7.2 does not forbid.
    pub(super) fn play(&self, state: &Confirming, v: usize) -> Option<Confirming> {
        let play = self.board.play(state.position, state.mover, v)?;
        if self.retakes(state, v, &play) {
            return None;
        }
        Some(Confirming {
            position: play.after,
            mover: state.mover.opponent(),
            passed: false,
            bans: if self.ban { state.bans.after(&self.board, v, &Played::from(&play)) } else { Bans::default() },
            original: state.original & play.after.of(self.owner),
            ended: false,
        })
    }

    /// An ordinary pass; the second in succession ends the sequence.
    pub(super) fn pass(state: &Confirming) -> Confirming {
        Confirming { mover: state.mover.opponent(), passed: true, ended: state.passed, ..*state }
    }

    /// j1989.7.2.pass: what giving up a move for the ko with the ban on `p` leads to.
    pub(super) fn pass_for_ko(state: &Confirming, p: usize) -> Confirming {
        Confirming { mover: state.mover.opponent(), passed: false, bans: state.bans.lifted(p), ..*state }
    }

    /// j1989.7.2.pass: the mover gives up a move for one ko; no ordinary pass.
    pub(super) fn passes_for_ko(&self, state: &Confirming) -> Points {
        if self.pass_for_ko { state.bans.passable(&self.board, state.position.stones, state.mover) } else { 0 }
    }
}

impl Game for Confirmation {
    type State = Confirming;
    type Move = KoMove;

    fn mover(&self, state: &Confirming) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Confirming, out: &mut Vec<(KoMove, Confirming)>) {
        if state.ended {
            return;
        }
        for v in points_of(self.board.empty(state.position)) {
            out.extend(self.play(state, v).map(|next| (KoMove::Play(v as u8), next)));
        }
        for p in points_of(self.passes_for_ko(state)) {
            out.push((KoMove::PassForKo(p as u8), Self::pass_for_ko(state, p)));
        }
        out.push((KoMove::Pass, Self::pass(state)));
    }
}

impl Ruled for Confirmation {
    fn refused(&self, state: &Confirming) -> Vec<Refused> {
        let name = |p| self.board.grid().name(p);
        let refused = |v| {
            let play = self.board.play(state.position, state.mover, v)?;
            let stone = play.ko.filter(|_| self.retakes(state, v, &play))?;
            let why = format!("the stone on {} has taken in this ko, and no pass has been made for it", name(stone));
            Some(Refused { clause: J1989_7_2, point: v, why })
        };
        let going_on = if state.ended { 0 } else { self.board.empty(state.position) };
        points_of(going_on).filter_map(refused).collect()
    }

    fn allowed(&self, from: &Confirming, mv: &KoMove) -> Vec<Cited> {
        let name = |p| self.board.grid().name(p);
        match *mv {
            KoMove::Pass => Vec::new(),
            KoMove::PassForKo(p) => {
                let fact = format!("{} may retake on {} again", from.mover, name(p as usize));
                vec![Cited { clause: J1989_7_2_PASS, fact }]
            }
            KoMove::Play(v) => {
                let ko = self.board.play(from.position, from.mover, v as usize).and_then(|play| play.ko);
                let fact = |stone| format!("takes {} in a ko", name(stone));
                ko.map(|stone| Cited { clause: J1989_6, fact: fact(stone) }).into_iter().collect()
            }
        }
    }
}

impl Written for Confirming {
    fn written(&self, board: &Board) -> String {
        start(board, self.position, self.mover)
            + passes(self.passed, self.ended)
            + &bans(board, self.bans)
            + &points(board, "original", self.original)
    }
}
