//! The tree of an SGF file: where its nodes and properties stand. Nothing is recursive and only the line of play asked for is
//! kept, so a file of any shape takes memory in proportion to its size. (The values of properties are read by `sgf_parse`,
//! whose own tree knows no places and overflows the stack on games of 100,000 moves.)
//!
//! What a file lacks or has too much of is mended where there is no doubt of what is meant, and noted ([`Mends`]): text around the
//! games, a `;` that is missing at the start of a tree, a `)` that is missing at the end of the file or that nothing opens, and a
//! `]` in a text that is not escaped.

use std::ops::Range;

use super::mended::Mends;
use super::place::{BadRecord, Places};

/// The most values a property may have, and the most properties a node.
const MOST_VALUES: usize = 10_000;
const MOST_PROPERTIES: usize = 1000;
/// The most variations a file may have.
const MOST_TREES: usize = 1_000_000;

/// Properties whose values are texts, in which a `]` may be meant where it is not escaped.
const TEXTS: [&str; 24] = [
    "AN", "AP", "BR", "BT", "C", "CP", "DT", "EV", "GC", "GN", "N", "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU",
    "SO", "ST", "US", "WR", "WT",
];

/// A property as it stands in the file.
pub struct Property {
    /// Its identifier, capital letters (lower case letters of old files are dropped).
    pub ident: String,
    /// Its values without escapes.
    pub values: Vec<String>,
    /// Byte at which it begins.
    pub at: usize,
    /// Byte at which the first value begins.
    pub value_at: usize,
}

/// A node: its properties, in the order of the file.
pub struct Node {
    pub properties: Vec<Property>,
    /// Byte at which it begins.
    pub at: usize,
}

enum Token {
    Open,
    Close,
    Node,
    Property { ident: Range<usize>, values: Vec<Range<usize>> },
}

/// A file and its name.
pub struct Source<'a> {
    pub file: &'a str,
    pub text: &'a str,
}

impl Source<'_> {
    pub fn bad(&self, at: usize, message: impl AsRef<str>) -> BadRecord {
        BadRecord::new(self.file, Places::new(self.text).of(at), message.as_ref())
    }

    fn found(&self, at: usize) -> String {
        self.text[at..].chars().next().map_or("the end of the file".to_string(), |ch| format!("`{ch}`"))
    }

    /// Where a game begins at or after `at`: a `(` with a node or a property after it. Only the first `(` of what is left may have
    /// something else after it.
    fn start(&self, at: usize) -> Option<usize> {
        let first = self.skip_blanks(at);
        let begins = |open: &usize| {
            let node = self.skip(open + 1, |b| b.is_ascii_whitespace() || b == b';');
            let ident = self.skip(node, |b| b.is_ascii_alphabetic());
            ident > node && self.text.as_bytes().get(self.skip_blanks(ident)) == Some(&b'[')
        };
        let found = self.text[first..].match_indices('(').map(|(open, _)| first + open).find(begins);
        found.or_else(|| (self.text.as_bytes().get(first) == Some(&b'(')).then_some(first))
    }

    /// The start of the next game after the one that ends before `at`. What stands there instead is passed over.
    fn after(&self, mut at: usize, mends: &mut Mends) -> Option<usize> {
        loop {
            at = self.skip_blanks(at);
            if self.text.as_bytes().get(at) != Some(&b')') {
                break;
            }
            mends.note(at, "a ) that nothing opens is passed over");
            at += 1;
        }
        let next = self.start(at);
        if next.is_none() && at < self.text.len() {
            mends.note(at, "text after the record is skipped");
        }
        // What stands before it is passed over with it.
        next.map(|_| at)
    }

    /// Whether what follows a value at `at` can be so: a value, a property, a node, a tree or the end.
    fn goes_on(&self, at: usize) -> bool {
        let next = self.skip_blanks(at);
        match self.text.as_bytes().get(next) {
            None | Some(b'[' | b'(' | b')' | b';') => true,
            Some(b) if b.is_ascii_alphabetic() => {
                let ident = self.skip(next, |b| b.is_ascii_alphabetic());
                self.text[next..ident].bytes().any(|b| b.is_ascii_uppercase())
                    && self.text.as_bytes().get(self.skip_blanks(ident)) == Some(&b'[')
            }
            Some(_) => false,
        }
    }

    /// The next `]` at or after `at` that is not escaped.
    fn closing(&self, mut at: usize) -> Option<usize> {
        loop {
            match self.text.as_bytes().get(at)? {
                b']' => return Some(at),
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
    }

    fn skip(&self, mut at: usize, of: impl Fn(u8) -> bool) -> usize {
        while self.text.as_bytes().get(at).is_some_and(|&b| of(b)) {
            at += 1;
        }
        at
    }

    fn skip_blanks(&self, at: usize) -> usize {
        self.skip(at, |b| b.is_ascii_whitespace())
    }

    /// The token at or after `at`, where it begins and where the next may begin; `None` at the end of the text.
    fn token(&self, at: usize, mends: &mut Mends) -> Result<Option<(Token, usize, usize)>, BadRecord> {
        let bytes = self.text.as_bytes();
        let start = self.skip_blanks(at);
        let token = match bytes.get(start) {
            None => return Ok(None),
            Some(b'(') => Token::Open,
            Some(b')') => Token::Close,
            Some(b';') => Token::Node,
            Some(b) if b.is_ascii_alphabetic() => return self.property(start, mends).map(Some),
            Some(_) => {
                let message =
                    format!("{} is not expected here: expected ( ) ; or a property such as B[cc]", self.found(start));
                return Err(self.bad(start, message));
            }
        };
        Ok(Some((token, start, start + 1)))
    }

    fn property(&self, start: usize, mends: &mut Mends) -> Result<(Token, usize, usize), BadRecord> {
        let bytes = self.text.as_bytes();
        let mut at = self.skip(start, |b| b.is_ascii_alphabetic());
        let ident = start..at;
        let is_text = TEXTS.contains(&&self.text[ident.clone()]);
        let mut values = Vec::new();
        loop {
            let open = self.skip_blanks(at);
            if bytes.get(open) != Some(&b'[') {
                break;
            }
            let Some(mut close) = self.closing(open + 1) else {
                return Err(self.bad(open, "this value never ends: expected ]"));
            };
            if is_text && !self.goes_on(close + 1) {
                // The text goes on to a ] after which the file does; if there is none, what follows is the fault.
                let mut further = Some(close);
                while let Some(end) = further {
                    if self.goes_on(end + 1) {
                        mends.note(close, "a ] in a text is read as part of it (it is not escaped)");
                        close = end;
                        break;
                    }
                    further = self.closing(end + 1);
                }
            }
            if values.len() == MOST_VALUES {
                return Err(self.bad(open, format!("more than {MOST_VALUES} values: expected the end of the property")));
            }
            values.push(open + 1..close);
            at = close + 1;
        }
        if values.is_empty() {
            let message =
                format!("a property needs a value: expected [ after {}, found {}", &self.text[ident], self.found(at));
            return Err(self.bad(at, message));
        }
        Ok((Token::Property { ident, values }, start, at))
    }

    /// The text of a value: an escaped character stands for itself, an escaped line end for nothing.
    fn unescaped(&self, range: &Range<usize>) -> String {
        let raw = &self.text[range.clone()];
        if !raw.contains('\\') {
            return raw.to_string();
        }
        let mut out = String::with_capacity(raw.len());
        let mut chars = raw.chars().peekable();
        while let Some(ch) = chars.next() {
            if ch != '\\' {
                out.push(ch);
                continue;
            }
            match chars.next() {
                Some('\n') => {
                    chars.next_if_eq(&'\r');
                }
                Some('\r') => {
                    chars.next_if_eq(&'\n');
                }
                Some(other) => out.push(other),
                None => {}
            }
        }
        out
    }
}

/// A game tree between parentheses: its own nodes, without those of the trees inside it.
struct Tree {
    nodes: Range<usize>,
    /// The trees inside it, in order: first and last; and the one after it in the tree that holds it.
    first: Option<u32>,
    last: Option<u32>,
    next: Option<u32>,
}

/// The tree of a game of a file.
pub struct GameTree<'a> {
    source: &'a Source<'a>,
    trees: Vec<Tree>,
    /// Where the next game of the file begins, if there is one.
    pub next: Option<usize>,
}

impl<'a> GameTree<'a> {
    /// Finds the trees of a game of the file, counted from 1, and checks their form.
    pub fn numbered(source: &'a Source<'a>, number: usize, mends: &mut Mends) -> Result<GameTree<'a>, BadRecord> {
        let mut at = 0;
        for met in 1..number {
            let game = GameTree::scan(source, at, &mut Mends::default())?;
            at = game.next.ok_or_else(|| {
                let games = if met == 1 { "one game".to_string() } else { format!("{met} games") };
                let end = source.text.trim_end().len().saturating_sub(1);
                source.bad(end, format!("game {number} is asked for, but the file has {games}"))
            })?;
        }
        GameTree::scan(source, at, mends)
    }

    /// Finds the trees of the first game at or after byte `from`, and checks their form.
    pub fn scan(source: &'a Source<'a>, from: usize, mends: &mut Mends) -> Result<GameTree<'a>, BadRecord> {
        let mut trees: Vec<Tree> = Vec::new();
        let mut open: Vec<u32> = Vec::new();
        let before = source.skip_blanks(from);
        let mut at = source.start(from).ok_or_else(|| match source.text.as_bytes().get(before) {
            None => source.bad(source.text.trim_end().len(), "no game: expected ("),
            Some(_) => source.bad(before, format!("expected ( at the start of a game, found {}", source.found(before))),
        })?;
        if at > before {
            mends.note(before, "text before the record is skipped");
        }
        while let Some((token, start, next)) = source.token(at, mends)? {
            at = next;
            let here = open.last().copied();
            let begun = here.is_some_and(|t| trees[t as usize].nodes.end > trees[t as usize].nodes.start);
            let branched = here.is_some_and(|t| trees[t as usize].first.is_some());
            match token {
                Token::Open => {
                    if here.is_some() && !begun {
                        return Err(source.bad(start, "a game tree begins with a node: expected ; before this ("));
                    }
                    if trees.len() == MOST_TREES {
                        return Err(
                            source.bad(start, format!("more than {MOST_TREES} variations: expected a game record"))
                        );
                    }
                    let new = trees.len() as u32;
                    if let Some(parent) = here {
                        match trees[parent as usize].last.replace(new) {
                            Some(last) => trees[last as usize].next = Some(new),
                            None => trees[parent as usize].first = Some(new),
                        }
                    }
                    trees.push(Tree { nodes: next..next, first: None, last: None, next: None });
                    open.push(new);
                }
                Token::Close => {
                    if !begun {
                        return Err(source.bad(start, "a game tree needs a node: expected ; before this )"));
                    }
                    let goes_on = source.text.as_bytes().get(source.skip_blanks(next)) == Some(&b';');
                    if open.len() == 1 && !branched && goes_on {
                        mends.note(start, "a ) after which the game goes on is passed over");
                        // The nodes before and after it are of one tree; it is met again when they are read.
                        continue;
                    }
                    open.pop();
                    if open.is_empty() {
                        return Ok(GameTree { source, trees, next: source.after(next, mends) });
                    }
                }
                Token::Node | Token::Property { .. } => {
                    // The first token is a ( of the game, and after the last ) nothing is read.
                    let Some(tree) = here else { break };
                    if branched {
                        return Err(source.bad(start, "nothing follows the variations of a tree: expected ( or )"));
                    }
                    if !begun && !matches!(token, Token::Node) {
                        mends.note(start, "a ; that is missing before the first property is put in");
                        trees[tree as usize].nodes.start = start;
                    }
                    trees[tree as usize].nodes.end = next;
                }
            }
        }
        let end = source.text.trim_end().len();
        let begun = |tree: &u32| trees[*tree as usize].nodes.end > trees[*tree as usize].nodes.start;
        if !open.last().is_some_and(begun) {
            return Err(source.bad(end, "the game does not end: expected )"));
        }
        open.iter().for_each(|_| mends.note(end, "a ) that is missing at the end of the file is put in"));
        Ok(GameTree { source, trees, next: None })
    }

    /// How many variations any line of play leaves out: at each branching all but one.
    pub fn left_out(&self) -> usize {
        self.trees.iter().filter(|tree| tree.next.is_some()).count()
    }

    /// The nodes of a line of play. Where the game branches, `choices` says which variation is taken, counted from 1; where
    /// they are used up, the first.
    pub fn line(&self, choices: &[usize]) -> Result<Nodes<'_>, BadRecord> {
        let mut ranges = Vec::new();
        let mut choices_left = choices.iter();
        let mut tree = self.trees.first();
        let mut branchings = 0;
        while let Some(here) = tree {
            ranges.push(here.nodes.clone());
            let mut child = here.first;
            if here.first != here.last {
                branchings += 1;
                let wanted = choices_left.next().copied().unwrap_or(1);
                let mut passed = 1;
                while passed != wanted {
                    child = child.filter(|_| wanted > 0).and_then(|c| self.trees[c as usize].next);
                    if child.is_none() {
                        let message =
                            format!("--line asks for variation {wanted} at branching {branchings}, which has {passed}");
                        return Err(self.source.bad(here.nodes.end, message));
                    }
                    passed += 1;
                }
            }
            tree = child.map(|c| &self.trees[c as usize]);
        }
        if choices_left.next().is_some() {
            let message =
                format!("--line makes {} choices, but this line of play branches {branchings} times", choices.len());
            return Err(self.source.bad(0, message));
        }
        Ok(Nodes { source: self.source, ranges: ranges.into_iter(), now: 0..0, begun: None, branched: false })
    }
}

/// The nodes of a line of play, read as they are asked for.
pub struct Nodes<'a> {
    source: &'a Source<'a>,
    ranges: std::vec::IntoIter<Range<usize>>,
    /// What is left of the tree that is being read.
    now: Range<usize>,
    /// The node that is being read.
    begun: Option<Node>,
    /// A tree has been entered, and nothing of it is read yet.
    branched: bool,
}

impl Nodes<'_> {
    /// The next token within the line. What is mended has been noted before.
    fn token(&mut self) -> Result<Option<(Token, usize)>, BadRecord> {
        loop {
            if self.now.start < self.now.end
                && let Some((token, start, next)) = self.source.token(self.now.start, &mut Mends::default())?
            {
                self.now.start = next;
                return Ok(Some((token, start)));
            }
            match self.ranges.next() {
                Some(range) => (self.now, self.branched) = (range, true),
                None => return Ok(None),
            }
        }
    }

    fn read(&mut self) -> Result<Option<Node>, BadRecord> {
        while let Some((token, start)) = self.token()? {
            let first = std::mem::take(&mut self.branched);
            if first && matches!(token, Token::Property { .. }) {
                // A tree begins with a node, also where its ; is missing: what was begun is complete.
                self.now.start = start;
                let new = Node { properties: Vec::new(), at: start };
                match self.begun.replace(new) {
                    Some(node) => return Ok(Some(node)),
                    None => continue,
                }
            }
            match token {
                Token::Property { ident, values } => {
                    let ident = self.source.text[ident].chars().filter(char::is_ascii_uppercase).collect();
                    let value_at = values.first().map_or(start, |v| v.start);
                    let values = values.iter().map(|v| self.source.unescaped(v)).collect();
                    if let Some(node) = &mut self.begun {
                        if node.properties.len() == MOST_PROPERTIES {
                            let what = format!("more than {MOST_PROPERTIES} properties: expected the end of the node");
                            return Err(self.source.bad(start, what));
                        }
                        node.properties.push(Property { ident, values, at: start, value_at });
                    }
                }
                // A ) that is passed over.
                Token::Open | Token::Close => {}
                Token::Node => {
                    let new = Node { properties: Vec::new(), at: start };
                    if let Some(node) = self.begun.replace(new) {
                        return Ok(Some(node));
                    }
                }
            }
        }
        Ok(self.begun.take())
    }
}

impl Iterator for Nodes<'_> {
    type Item = Result<Node, BadRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
