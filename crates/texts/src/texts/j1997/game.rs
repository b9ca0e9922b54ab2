//! The play-out to completion (its clauses 2 to 6): its states, moves and value.

use super::life::Clauses;
use crate::board::{Board, Colour, Play, Played, Points, Position, Symmetry, points_of};
use crate::law::verdict::{Claim, Notes, Outcome, Verdict, margin};
use crate::law::written::{bans, passes, points, start};
use crate::law::{Bans, Cited, ClauseId, KoMove, Refused, RuleSet, Ruled, Trace, Written};
use crate::solve::Game;
use crate::solve::search::{OnBoard, Step};
use crate::texts::j1997::clauses::*;

/// Worth more than any play-out: won without bound (an endless gain of prisoners, reading `endless=gain-wins`).
pub(super) const UNBOUNDED: i16 = 10_000;

/// A state of the play-out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Playing {
    /// The position.
    pub position: Position,
    pub(super) mover: Colour,
    /// The last move was a normal pass.
    pub(super) passed: bool,
    pub(super) ended: bool,
    pub(super) bans: Bans,
    /// The points on which a ko stone has been captured (j1997.playout.3).
    pub(super) taken: Points,
    /// The stones on the board that were played during the play-out (j1997.playout.7).
    pub(super) played: Points,
    /// White stones removed less black stones removed during the play-out.
    pub(super) prisoners: i16,
}

impl Playing {
    /// The player to move.
    #[must_use]
    pub fn mover(&self) -> Colour {
        self.mover
    }

    /// Whether the last move was a normal pass.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// The points on which a ko stone has been captured.
    #[must_use]
    pub fn taken(&self) -> Points {
        self.taken
    }

    /// The player who is banned from recapturing by the ban on the least point, if there is a ban.
    #[must_use]
    pub fn banned(&self, board: &Board) -> Option<Colour> {
        let [at, _, _] = self.bans.sets();
        let stone = points_of(at).next().and_then(|p| self.bans.stone(board, p))?;
        self.position.at(stone).map(Colour::opponent)
    }

    /// The stones of `colour` that stood there at the stop.
    #[must_use]
    pub fn originals(&self, colour: Colour) -> Points {
        self.position.of(colour) & !self.played
    }

    /// The opponent's stones removed during the play-out less those of `player`.
    #[must_use]
    pub fn prisoners(&self, player: Colour) -> i16 {
        if player == Colour::Black { self.prisoners } else { -self.prisoners }
    }

    /// The play-out is over.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// What matters from here on, but for the stones removed so far and whether the last move was a pass, as sets of points
    /// seen from the player to move: his stones, the other's, the bans (three sets), where ko stones were captured, the
    /// stones that were played.
    #[must_use]
    pub fn sets(&self) -> [Points; 7] {
        let [own, others] = [self.mover, self.mover.opponent()].map(|c| self.position.of(c));
        let [at, low, high] = self.bans.sets();
        [own, others, at, low, high, self.taken, self.played]
    }

    /// The state that [`Playing::sets`] describes, Black to move, no stone removed so far and the last move no pass.
    #[must_use]
    pub fn from_sets([black, white, at, low, high, taken, played]: [Points; 7]) -> Playing {
        Playing {
            position: Position { stones: [black, white] },
            mover: Colour::Black,
            passed: false,
            ended: false,
            bans: Bans::from_sets([at, low, high]),
            taken,
            played,
            prisoners: 0,
        }
    }

    /// [`Playing::sets`] turned by a symmetry of the board.
    #[must_use]
    pub fn turned(board: &Board, symmetry: &Symmetry, sets: [Points; 7]) -> [Points; 7] {
        let [own, others, at, low, high, taken, played] = sets;
        let [at, low, high] = Bans::from_sets([at, low, high]).turned(board, symmetry).sets();
        let turned = |set: Points| symmetry.points(set);
        [turned(own), turned(others), at, low, high, turned(taken), turned(played)]
    }
}

/// j1997.playout: the play-out to completion.
#[derive(Clone, Debug)]
pub struct PlayOut {
    pub(super) board: Board,
    /// Points of the whole board, of which that is perhaps a part.
    pub(super) points: usize,
    pub(super) clauses: Clauses,
    pub(super) once_per_point: bool,
    pub(super) pass_for_ko: bool,
    pub(super) ban: bool,
    pub(super) count_played: bool,
    /// Reading `endless`.
    pub(super) endless: Endless,
}

impl PlayOut {
    /// The play-out of `rules` on `board`.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board) -> PlayOut {
        PlayOut {
            board: board.clone(),
            points: board.len(),
            clauses: Clauses::new(rules),
            once_per_point: rules.applies(J1997_PLAYOUT_3),
            pass_for_ko: rules.applies(J1997_PLAYOUT_4),
            ban: rules.applies(J1997_PLAYOUT_5),
            count_played: rules.applies(J1997_PLAYOUT_7),
            endless: rules.read(),
        }
    }

    /// j1997.playout.2: the state at the stop; the player who passed first then moves.
    #[must_use]
    pub fn start(&self, position: Position, first: Colour) -> Playing {
        Playing {
            position,
            mover: first,
            passed: false,
            ended: false,
            bans: Bans::default(),
            taken: 0,
            played: 0,
            prisoners: 0,
        }
    }

    /// Whether stones played count (j1997.playout.7).
    #[must_use]
    pub fn counts_played(&self) -> bool {
        self.count_played
    }

    /// Stones removed on balance at which a play-out is held to be one without end (j1997.no-result).
    pub(super) fn without_bound(&self) -> i16 {
        2 * self.points as i16
    }

    /// Whether so many stones have been removed on balance. By `endless=refused` that ends nothing, as every play-out has an end.
    pub(super) fn is_without_bound(&self, state: &Playing) -> bool {
        self.endless != Endless::Refused && state.prisoners.abs() >= self.without_bound()
    }

    /// Reading `endless=never-ends`: the play-out has come to so many stones removed on balance, and goes on for ever.
    pub(super) fn is_endless(&self, state: &Playing) -> bool {
        self.endless == Endless::NeverEnds && self.is_without_bound(state)
    }

    /// j1997.playout.3: a ko stone on a given point may be taken once only. Whether it forbids a play that takes `ko` in a ko.
    fn takes_again(&self, state: &Playing, ko: usize) -> bool {
        self.once_per_point && state.taken >> ko & 1 == 1
    }

    /// j1997.playout.5: a ko is retaken only after a pass for it. Whether it forbids a play on `v` that takes `ko` in a ko.
    fn retakes(&self, state: &Playing, v: usize, ko: usize) -> bool {
        self.ban && state.bans.forbid(&self.board, v, Some(ko))
    }

    /// The clause that forbids a play on `v`, if it is a ko capture that one forbids.
    fn forbidding(&self, state: &Playing, v: usize, play: &Play) -> Option<ClauseId> {
        let ko = play.ko?;
        if self.takes_again(state, ko) {
            return Some(J1997_PLAYOUT_3);
        }
        self.retakes(state, v, ko).then_some(J1997_PLAYOUT_5)
    }

    pub(super) fn play(&self, state: &Playing, v: usize) -> Option<Playing> {
        let play = self.board.play(state.position, state.mover, v)?;
        if self.forbidding(state, v, &play).is_some() {
            return None;
        }
        let removed = play.captured.count_ones() as i16;
        let prisoners = state.prisoners + if state.mover == Colour::Black { removed } else { -removed };
        Some(Playing {
            position: play.after,
            mover: state.mover.opponent(),
            passed: false,
            ended: self.endless == Endless::GainWins && prisoners.abs() >= self.without_bound(),
            bans: if self.ban { state.bans.after(&self.board, v, &Played::from(&play)) } else { Bans::default() },
            taken: state.taken | play.ko.map_or(0, |p| 1 << p),
            played: (state.played & !play.captured) | 1 << v,
            prisoners,
        })
    }

    /// playout.4: the bans of the mover that a pass for the ko can lift: the capture must be legal but for the ban.
    pub(super) fn passes_for_ko(&self, state: &Playing) -> Points {
        if !self.pass_for_ko {
            return 0;
        }
        let legal_but_for_ban =
            |p: usize| state.bans.stone(&self.board, p).is_some_and(|stone| !self.takes_again(state, stone));
        points_of(state.bans.passable(&self.board, state.position.stones, state.mover))
            .filter(|&p| legal_but_for_ban(p))
            .fold(0, |m, p| m | 1 << p)
    }

    /// The value of a sequence that has ended, to Black: j1997.playout.6, or an endless gain conceded (j1997.no-result).
    #[must_use]
    pub fn value(&self, state: &Playing) -> i16 {
        if self.is_without_bound(state) {
            return state.prisoners.signum() * UNBOUNDED;
        }
        state.prisoners + self.count(state.position, state.played)
    }

    /// The count at the end, playout.7 included: Black less White.
    #[must_use]
    pub fn count(&self, position: Position, played: Points) -> i16 {
        let life = self.clauses.apply(&self.board, position.stones, &mut Trace::silent());
        let territory = life.territory.map(|t| t.count_ones() as i16);
        let n = if self.count_played {
            life.played(position.stones, played).map(|s| s.count_ones() as i16)
        } else {
            [0; 2]
        };
        let prisoners = margin(&self.clauses.prisoners::<Board>(position.stones, &life)) as i16;
        territory[0] - territory[1] + n[0] - n[1] + prisoners
    }
}

impl Game for PlayOut {
    type State = Playing;
    type Move = KoMove;

    fn mover(&self, state: &Playing) -> Colour {
        state.mover
    }

    fn moves(&self, state: &Playing, out: &mut Vec<(KoMove, Playing)>) {
        if state.ended {
            return;
        }
        let mover = state.mover.opponent();
        if self.is_endless(state) {
            // Round and round: passes that end nothing.
            out.push((KoMove::Pass, Playing { mover, ..*state }));
            return;
        }
        // playout.6: two normal passes in succession end it.
        out.push((KoMove::Pass, Playing { mover, passed: true, ended: state.passed, ..*state }));
        for v in points_of(self.board.empty(state.position)) {
            out.extend(self.play(state, v).map(|next| (KoMove::Play(v as u8), next)));
        }
        for p in points_of(self.passes_for_ko(state)) {
            let next = Playing { mover, passed: false, bans: state.bans.lifted(p), ..*state };
            out.push((KoMove::PassForKo(p as u8), next));
        }
    }
}

impl OnBoard for PlayOut {
    fn board(&self) -> &Board {
        &self.board
    }

    fn position(&self, state: &Playing) -> Position {
        state.position
    }

    fn step(mv: &KoMove) -> Step {
        (*mv).into()
    }
}

impl Ruled for PlayOut {
    fn refused(&self, state: &Playing) -> Vec<Refused> {
        let name = |p| self.board.grid().name(p);
        let refused = |v| {
            let play = self.board.play(state.position, state.mover, v)?;
            let (clause, ko) = (self.forbidding(state, v, &play)?, play.ko?);
            let why = match clause {
                J1997_PLAYOUT_3 => format!("a ko stone has been taken on {} before", name(ko)),
                _ => format!("the stone on {} has taken in this ko, and no pass has been made for it", name(ko)),
            };
            Some(Refused { clause, point: v, why })
        };
        let going_on = if state.ended || self.is_endless(state) { 0 } else { self.board.empty(state.position) };
        points_of(going_on).filter_map(refused).collect()
    }

    fn allowed(&self, from: &Playing, mv: &KoMove) -> Vec<Cited> {
        let name = |p| self.board.grid().name(p);
        match *mv {
            KoMove::Pass => Vec::new(),
            KoMove::PassForKo(p) => {
                let fact = format!("{} may retake on {} again", from.mover, name(p as usize));
                vec![Cited { clause: J1997_PLAYOUT_4, fact }]
            }
            KoMove::Play(v) => {
                let ko = self.board.play(from.position, from.mover, v as usize).and_then(|play| play.ko);
                let fact = |stone| format!("takes {} in a ko", name(stone));
                ko.map(|stone| Cited { clause: J1997_KO, fact: fact(stone) }).into_iter().collect()
            }
        }
    }
}

impl Written for Playing {
    fn written(&self, board: &Board) -> String {
        start(board, self.position, self.mover)
            + passes(self.passed, self.ended)
            + &bans(board, self.bans)
            + &points(board, "taken", self.taken)
            + &points(board, "played", self.played)
            + &format!(" prisoners {}", self.prisoners)
    }
}

/// j1997.result: what a play-out comes to.
#[must_use]
pub fn result(outcome: Outcome) -> Verdict {
    let claims = match outcome {
        Outcome::Margin(m) if m != 0 => vec![Claim {
            clause: J1997_PLAYOUT_6,
            player: if m > 0 { Colour::Black } else { Colour::White },
            what: "value of the play-out",
            points: 0,
            value: m.abs(),
        }],
        _ => Vec::new(),
    };
    Verdict { outcome, status: None, claims, notes: Notes::default() }
}
