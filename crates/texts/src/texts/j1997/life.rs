//! Life and death of a position (its clauses 1 to 5).
//!
//! The clauses are written over any kernel: the end of a recorded game is counted by the same functions.

use crate::board::{Colour, Kernel, PointSet, Points};
use crate::law::trace::points;
use crate::law::verdict::Claim;
use crate::law::{Reading, RuleSet, Trace};
use crate::texts::j1997::clauses::*;

/// j1997.life.1 to life.5 applied to a position.
#[derive(Clone, Debug)]
pub struct LifeAndDeath<S = Points> {
    /// Dead ko stones.
    pub dead: S,
    /// Living stones of groups in seki.
    pub seki: S,
    /// Points of territory, by player.
    pub territory: [S; 2],
    /// Eye points of groups in seki, by player.
    pub eyes_in_seki: [S; 2],
    /// Dame.
    pub dame: S,
}

/// The clauses of "Life and Death", as a rule set reads them.
#[derive(Clone, Debug)]
pub struct Clauses {
    rules: RuleSet,
    ko_stones_die: bool,
    seki_exists: bool,
    pub(super) ko_stones_are_prisoners: bool,
}

impl Clauses {
    /// The clauses as `rules` read them.
    #[must_use]
    pub fn new(rules: &RuleSet) -> Clauses {
        Clauses {
            rules: rules.clone(),
            ko_stones_die: rules.applies(J1997_LIFE_1),
            seki_exists: rules.applies(J1997_LIFE_4),
            ko_stones_are_prisoners: rules.read::<KoStones>() == KoStones::Prisoners,
        }
    }

    /// The five clauses in their order. With `ko-stones=prisoners` dead ko stones leave the board before anything is
    /// counted, and are returned as dead all the same.
    #[must_use]
    pub fn apply<K: Kernel>(&self, board: &K, stones: [K::Set; 2], trace: &mut Trace) -> LifeAndDeath<K::Set> {
        let dead = self.ko_stones(board, stones, trace);
        let standing = if self.ko_stones_are_prisoners { stones.map(|s| s.less(dead)) } else { stones };
        let living = standing.map(|s| s.less(dead));
        let (eyes, dame) = eye_points(board, standing, living, trace);
        let (mut seki, mut territory, mut eyes_in_seki) = (K::Set::default(), eyes, [K::Set::default(); 2]);
        for c in [0, 1] {
            let mut whole = K::Set::default();
            for group in groups(board, living[c], eyes[c]) {
                if self.is_in_seki(board, group & living[c], dame) {
                    seki = seki | group & living[c];
                    eyes_in_seki[c] = eyes_in_seki[c] | group & eyes[c];
                }
                whole = whole | group;
            }
            territory[c] = (eyes[c] & whole).less(eyes_in_seki[c]);
        }
        let life = LifeAndDeath { dead, seki, territory, eyes_in_seki, dame };
        if trace.is_kept() {
            life.cite(board, living, eyes, trace);
        }
        life
    }

    /// life.1: ko stones are dead, all other stones are alive.
    fn ko_stones<K: Kernel>(&self, board: &K, stones: [K::Set; 2], trace: &mut Trace) -> K::Set {
        if !self.ko_stones_die {
            return K::Set::default();
        }
        let dead = board.in_ko(stones);
        if !dead.is_none() {
            trace.cite_read(J1997_LIFE_1, &self.rules, KoStones::CHOICE, || {
                format!("dead ko stones: {}", points(board, dead))
            });
        }
        dead
    }

    /// life.4: a group is in seki if it has dame.
    fn is_in_seki<K: Kernel>(&self, board: &K, stones: K::Set, dame: K::Set) -> bool {
        self.seki_exists && board.around(stones).meets(dame)
    }

    /// Dead ko stones counted as prisoners (reading `ko-stones=prisoners`), by the player whose prisoners they are.
    pub(super) fn prisoners<K: Kernel>(&self, stones: [K::Set; 2], life: &LifeAndDeath<K::Set>) -> Vec<Claim<K::Set>> {
        let taken = |player: Colour| stones[player.opponent().index()] & life.dead;
        let claim = |player| Claim::each(J1997_RESULT, player, "dead ko stones taken as prisoners", taken(player), 1);
        if self.ko_stones_are_prisoners { Colour::ALL.into_iter().filter_map(claim).collect() } else { Vec::new() }
    }

    /// Territory, and dead ko stones where they are prisoners.
    pub(super) fn claims<K: Kernel>(&self, stones: [K::Set; 2], life: &LifeAndDeath<K::Set>) -> Vec<Claim<K::Set>> {
        let of = |player: Colour| {
            Claim::each(J1997_LIFE_5, player, "points of territory", life.territory[player.index()], 1)
        };
        let mut claims: Vec<_> = Colour::ALL.into_iter().filter_map(of).collect();
        claims.extend(self.prisoners::<K>(stones, life));
        claims.sort_by_key(|c| (c.player, c.clause, c.points.first()));
        claims
    }
}

/// life.2: an empty region enclosed by living stones of a single player consists of eye points, any other empty point is dame. The eye
/// points by player, and the dame.
fn eye_points<K: Kernel>(
    board: &K,
    standing: [K::Set; 2],
    living: [K::Set; 2],
    trace: &mut Trace,
) -> ([K::Set; 2], K::Set) {
    let (mut eyes, mut dame) = ([K::Set::default(); 2], K::Set::default());
    for region in board.components(board.vacant(standing)) {
        let border = board.around(region) & (standing[0] | standing[1]);
        let encloses = |c: &Colour| !border.is_none() && border.less(living[c.index()]).is_none();
        match Colour::ALL.into_iter().find(encloses) {
            Some(player) => eyes[player.index()] = eyes[player.index()] | region,
            None => dame = dame | region,
        }
    }
    for c in Colour::ALL {
        if !eyes[c.index()].is_none() {
            trace.cite(J1997_LIFE_2, || format!("eye points of {c}: {}", points(board, eyes[c.index()])));
        }
    }
    if !dame.is_none() {
        trace.cite(J1997_LIFE_2, || format!("dame: {}", points(board, dame)));
    }
    (eyes, dame)
}

/// life.3: living stones and eye points of one player that hang together; the stones among them form a group.
fn groups<K: Kernel>(board: &K, living: K::Set, eyes: K::Set) -> impl Iterator<Item = K::Set> {
    board.components(living | eyes).filter(move |whole| whole.meets(living))
}

impl<S: PointSet> LifeAndDeath<S> {
    /// life.3, life.4 and life.5, which have decided this.
    fn cite<K: Kernel<Set = S>>(&self, board: &K, living: [S; 2], eyes: [S; 2], trace: &mut Trace) {
        for c in Colour::ALL {
            let whole = groups(board, living[c.index()], eyes[c.index()]).map(|g| points(board, g & living[c.index()]));
            let whole: Vec<String> = whole.collect();
            if !whole.is_empty() {
                trace.cite(J1997_LIFE_3, || format!("groups of {c}: {}", whole.join(", ")));
            }
        }
        if !self.seki.is_none() {
            let fact = || format!("stones of groups that possess dame, in seki: {}", points(board, self.seki));
            trace.cite(J1997_LIFE_4, fact);
        }
        for c in Colour::ALL {
            let territory = self.territory[c.index()];
            if !territory.is_none() {
                trace.cite(J1997_LIFE_5, || format!("territory of {c}: {}", points(board, territory)));
            }
        }
    }

    /// playout.7: of the stones played during the play-out those that live and are not in seki, by player.
    #[must_use]
    pub fn played(&self, stones: [S; 2], played: S) -> [S; 2] {
        stones.map(|own| (own & played).less(self.dead | self.seki))
    }
}
