//! Life and death of a position (its clauses 1 to 5), and the play-out to completion (1 to 7): its states, moves and value.

use super::search::Value;
use crate::board::{Board, Colour, Points, Position, Symmetry, points_of};
use crate::law::RuleSet;
use crate::law::Written;
use crate::law::facts::PlayOutFacts;
use crate::law::written::{bans, passes, points, start};
use crate::law::{Bans, KoMove};
use crate::solve::arena::Decided;
use crate::solve::deepening::Deepening;
use crate::solve::score::{Score, Scores};
use crate::solve::{Bounds, Budget, Game};
use crate::texts::j1997::clauses::*;

/// Worth more than any play-out: won without bound (an endless gain of prisoners, reading `endless=gain-wins`).
pub(in crate::texts) const UNBOUNDED: i16 = 10_000;

/// j1997.life.1 to life.5 applied to a position.
#[derive(Clone, Debug)]
pub struct LifeAndDeath {
    /// Dead ko stones.
    pub dead: Points,
    /// Living stones of groups in seki.
    pub seki: Points,
    /// Points of territory, by player.
    pub territory: [Points; 2],
    /// Eye points of groups in seki, by player.
    pub eyes_in_seki: [Points; 2],
    /// Dame.
    pub dame: Points,
}

/// The clauses of "Life and Death", as `rules` reads them.
#[derive(Clone, Debug)]
pub struct Clauses {
    pub(super) board: Board,
    pub(super) ko_stones_die: bool,
    pub(super) seki_exists: bool,
    pub(super) ko_stones_are_prisoners: bool,
}

impl Clauses {
    /// The clauses on `board`.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board) -> Clauses {
        Clauses {
            board: board.clone(),
            ko_stones_die: rules.applies(J1997_LIFE_1),
            seki_exists: rules.applies(J1997_LIFE_4),
            ko_stones_are_prisoners: rules.read::<KoStones>() == KoStones::Prisoners,
        }
    }

    /// j1997.life.1: ko stones are dead, all other stones are alive.
    pub(super) fn dead(&self, position: Position) -> Points {
        if self.ko_stones_die { self.board.ko_stones(position) } else { 0 }
    }

    /// The five clauses in their order. With `ko-stones=prisoners` dead ko stones leave the board before anything is
    /// counted, and are returned as dead all the same.
    #[must_use]
    pub fn apply(&self, position: Position) -> LifeAndDeath {
        let board = &self.board;
        let dead = self.dead(position);
        let standing = if self.ko_stones_are_prisoners { position.without(dead) } else { position };
        let living = Colour::ALL.map(|c| standing.of(c) & !dead);
        // life.2: eye points and dame
        let (mut eyes, mut dame) = ([0; 2], 0);
        for region in board.components(board.empty(standing)) {
            let border = board.around(region) & standing.occupied();
            match Colour::ALL.into_iter().find(|c| border != 0 && border & !living[c.index()] == 0) {
                Some(player) => eyes[player.index()] |= region,
                None => dame |= region,
            }
        }
        // life.3 and life.4: groups, and those in seki
        let (mut seki, mut territory, mut eyes_in_seki) = (0, [0; 2], [0; 2]);
        for c in [0, 1] {
            for group in board.components(living[c] | eyes[c]).filter(|g| g & living[c] != 0) {
                if self.seki_exists && board.around(group & living[c]) & dame != 0 {
                    seki |= group & living[c];
                    eyes_in_seki[c] |= group & eyes[c];
                } else {
                    // life.5
                    territory[c] |= group & eyes[c];
                }
            }
        }
        LifeAndDeath { dead, seki, territory, eyes_in_seki, dame }
    }

    /// Dead ko stones counted as prisoners (reading `ko-stones=prisoners`): points for Black.
    pub(super) fn dead_as_prisoners(&self, position: Position, life: &LifeAndDeath) -> i16 {
        if !self.ko_stones_are_prisoners {
            return 0;
        }
        let of = |c: Colour| (position.of(c) & life.dead).count_ones() as i16;
        of(Colour::White) - of(Colour::Black)
    }
}

/// States expanded before a play-out is held to be a long one.
pub const SHORT: usize = 300;

/// A state of the play-out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Playing {
    /// The position.
    pub position: Position,
    pub(in crate::texts) mover: Colour,
    /// The last move was a normal pass.
    pub(in crate::texts) passed: bool,
    pub(in crate::texts) ended: bool,
    pub(in crate::texts) bans: Bans,
    /// The points on which a ko stone has been captured (j1997.playout.3).
    pub(in crate::texts) taken: Points,
    /// The stones on the board that were played during the play-out (j1997.playout.7).
    pub(in crate::texts) played: Points,
    /// White stones removed less black stones removed during the play-out.
    pub(in crate::texts) prisoners: i16,
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

/// What became of a play-out.
#[derive(Clone, Copy, Debug)]
pub struct PlayedOut {
    /// Its `lo` and `hi`.
    pub score: Score,
    /// Whether a state was looked at in which it ends because somebody has lost 2mn stones on balance (j1997.no-result). If not,
    /// what is forced does not rest on that.
    pub met_limit: bool,
}

/// j1997.playout: the play-out to completion.
#[derive(Clone, Debug)]
pub struct PlayOut {
    pub(in crate::texts) board: Board,
    pub(in crate::texts) clauses: Clauses,
    pub(super) once_per_point: bool,
    pub(super) pass_for_ko: bool,
    pub(super) ban: bool,
    pub(in crate::texts) count_played: bool,
    /// Reading `endless=gain-wins`: whoever has gained so many prisoners wins. Else nobody ever comes to an end from there.
    pub(super) gain_wins: bool,
}

impl PlayOut {
    /// The play-out of `rules` on `board`.
    #[must_use]
    pub fn new(rules: &RuleSet, board: &Board) -> PlayOut {
        PlayOut {
            board: board.clone(),
            clauses: Clauses::new(rules, board),
            once_per_point: rules.applies(J1997_PLAYOUT_3),
            pass_for_ko: rules.applies(J1997_PLAYOUT_4),
            ban: rules.applies(J1997_PLAYOUT_5),
            count_played: rules.applies(J1997_PLAYOUT_7),
            gain_wins: rules.read::<Endless>() == Endless::GainWins,
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
    pub(in crate::texts) fn without_bound(&self) -> i16 {
        2 * self.board.len() as i16
    }

    /// Reading `endless=never-ends`: the play-out has come to so many stones removed on balance, and goes on for ever.
    pub(super) fn is_endless(&self, state: &Playing) -> bool {
        !self.gain_wins && state.prisoners.abs() >= self.without_bound()
    }

    pub(super) fn play(&self, state: &Playing, v: usize) -> Option<Playing> {
        let play = self.board.play(state.position, state.mover, v)?;
        let mut taken = state.taken;
        if let Some(p) = play.ko {
            // playout.3: a ko stone cannot be captured more than once on the same point.
            if self.once_per_point && taken >> p & 1 == 1 {
                return None;
            }
            // playout.5: a pass for the ko is needed before recapturing in it.
            if self.ban && state.bans.forbid(&self.board, v, &play) {
                return None;
            }
            taken |= 1 << p;
        }
        let removed = play.captured.count_ones() as i16;
        let prisoners = state.prisoners + if state.mover == Colour::Black { removed } else { -removed };
        Some(Playing {
            position: play.after,
            mover: state.mover.opponent(),
            passed: false,
            ended: self.gain_wins && prisoners.abs() >= self.without_bound(),
            bans: if self.ban { state.bans.after(&self.board, v, &play) } else { Bans::default() },
            taken,
            played: (state.played & !play.captured) | 1 << v,
            prisoners,
        })
    }

    /// playout.4: the bans of the mover that a pass for the ko can lift: the capture must be legal but for the ban.
    pub(super) fn passes_for_ko(&self, state: &Playing) -> Points {
        if !self.pass_for_ko {
            return 0;
        }
        let legal_but_for_ban = |p: usize| {
            state.bans.stone(&self.board, p).is_some_and(|stone| !self.once_per_point || state.taken >> stone & 1 == 0)
        };
        points_of(state.bans.passable(&self.board, state.position, state.mover))
            .filter(|&p| legal_but_for_ban(p))
            .fold(0, |m, p| m | 1 << p)
    }

    /// The value of a sequence that has ended, to Black: j1997.playout.6, or an endless gain conceded (j1997.no-result).
    #[must_use]
    pub fn value(&self, state: &Playing) -> i16 {
        if state.prisoners.abs() >= self.without_bound() {
            return state.prisoners.signum() * UNBOUNDED;
        }
        state.prisoners + self.count(state.position, state.played)
    }

    /// `lo` and `hi` of a play-out, its states bounded by `facts`. `short` is room for the search.
    #[must_use]
    pub fn settle(
        &self,
        facts: &dyn PlayOutFacts,
        short: &mut Deepening<Playing>,
        start: &Playing,
        budget: Budget,
    ) -> PlayedOut {
        let mut conceded = Decided::default();
        let mut value = Value::new(self, &mut conceded, Some(facts), budget);
        short.forget();
        // With good bounds most play-outs are settled by short ones, which cost least.
        let score = match short.bounds(self, &mut value, start, SHORT).decided() {
            Some(found) => Score { lo: Bounds::exactly(found), hi: Bounds::exactly(found) },
            None => Scores::default().score(self, &mut short.found(&mut value), start, budget),
        };
        PlayedOut { score, met_limit: value.met_limit }
    }

    /// The count at the end, playout.7 included: Black less White.
    #[must_use]
    pub fn count(&self, position: Position, played: Points) -> i16 {
        let life = self.clauses.apply(position);
        let territory = life.territory.map(|t| t.count_ones() as i16);
        let counted = if self.count_played { played & !life.dead & !life.seki } else { 0 };
        let n = Colour::ALL.map(|c| (position.of(c) & counted).count_ones() as i16);
        territory[0] - territory[1] + n[0] - n[1] + self.clauses.dead_as_prisoners(position, &life)
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
