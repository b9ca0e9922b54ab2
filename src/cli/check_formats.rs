//! The report of a check in the forms that services for continuous integration read: JUnit, SARIF, and the annotations of GitHub.

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use super::Failure;
use crate::check::baseline::Compared;
use crate::check::classes::Class;
use crate::check::findings::{Finding, State};
use crate::check::report::Head;
use crate::foreign;

/// What goes to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum CheckFormat {
    /// The summary, for people
    Text,
    /// The lines of check.jsonl
    Json,
    /// JUnit's XML: a suite for each suite, a case for each job and for each finding
    Junit,
    /// SARIF 2.1.0: a result for each finding
    Sarif,
    /// Annotations of GitHub's workflows: a line for each finding
    Github,
}

/// What is said where something was not checked that should have been.
const NOT_ALL: &str = "not all is checked";
/// What is said where the run was ended before its end.
const NOT_COMPLETE: &str = "the report is not complete";

/// What a finding counts for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// It makes the check fail.
    New,
    /// The baseline has it.
    Known,
    /// A new process answers otherwise.
    NotRepeated,
}

/// What is written of a check.
pub struct Ci<'a> {
    /// What was checked.
    pub head: &'a Head,
    /// What it came to.
    pub state: &'a State,
    /// What a baseline makes of it.
    pub compared: &'a Compared,
    /// Why not all was checked, if so.
    pub left_out: Option<&'a str>,
    /// All units were done.
    pub complete: bool,
    /// The file that findings are shown at.
    pub at: Option<&'a str>,
}

impl Ci<'_> {
    /// The report in this form; `None` for those that are written elsewhere.
    ///
    /// # Errors
    /// One line, if it cannot be written as XML.
    pub fn written(&self, format: CheckFormat) -> Result<Option<String>, Failure> {
        Ok(match format {
            CheckFormat::Text | CheckFormat::Json => None,
            CheckFormat::Junit => Some(self.junit()?),
            CheckFormat::Sarif => Some(format!("{:#}\n", self.sarif())),
            CheckFormat::Github => Some(self.github()),
        })
    }

    fn name(&self) -> String {
        let [name, version, _] = &self.head.engine;
        format!("{name} {version} against {}", self.head.rules)
    }

    fn weight(&self, key: &str, finding: &Finding) -> Weight {
        match Class::of(finding) {
            _ if self.compared.is_known(key) => Weight::Known,
            Class::NotRepeated => Weight::NotRepeated,
            _ => Weight::New,
        }
    }

    /// What was not checked, with why.
    fn missing(&self) -> Vec<(String, String)> {
        let mut missing = self.state.unchecked.clone();
        missing.extend(self.left_out.map(|why| (NOT_ALL.to_string(), why.to_string())));
        if !self.complete {
            missing.push((NOT_COMPLETE.to_string(), "not all units were done".to_string()));
        }
        missing
    }

    /// The witness of a finding in some lines.
    fn witness(&self, key: &str, finding: &Finding) -> String {
        let found = &finding.witness;
        let question = found.question.text(found.record.grid);
        let mut lines = vec![
            format!("{} board, moves: {}", found.record.grid, found.record.text()),
            format!("asked: {question}"),
            format!("expected: {} [{}]", found.expected, found.clause),
            format!("got: {}", found.got),
            format!("found {} times; suite {}", finding.count, finding.suite.name()),
        ];
        lines.extend(self.compared.why(key).map(|why| format!("new: {why}")));
        foreign::lines(&lines.join("\n")).into_owned()
    }

    fn junit(&self) -> Result<String, Failure> {
        let skipped = |why: &str| {
            let mut status = TestCaseStatus::skipped();
            status.set_message(why);
            status
        };
        let failed = |kind: NonSuccessKind, of: &str, what: &str, text: &str| {
            let mut status = TestCaseStatus::non_success(kind);
            status.set_message(what).set_type(of).set_description(text);
            status
        };
        let mut suites: Vec<TestSuite> = Vec::new();
        let mut add = |suite: &str, name: &str, status: TestCaseStatus, questions: Option<u64>| {
            let mut case = TestCase::new(name, status);
            case.set_classname(suite);
            questions.into_iter().for_each(|n| {
                case.set_assertions(usize::try_from(n).unwrap_or(usize::MAX));
            });
            let at = suites.iter().position(|known| known.name.as_str() == suite).unwrap_or_else(|| {
                suites.push(TestSuite::new(suite));
                suites.len() - 1
            });
            suites[at].add_test_case(case);
        };
        for (job, done) in &self.state.jobs {
            // What is wrong is a case of its own, once for each cause.
            let status = if done.questions == 0 { skipped("nothing was asked") } else { TestCaseStatus::success() };
            add(job.suite.name(), &job.name(), status, Some(done.questions));
        }
        for (key, finding) in &self.state.findings {
            let (class, cause) = (Class::of(finding), finding.witness.cause.as_str());
            let status = match self.weight(key, finding) {
                Weight::New => failed(NonSuccessKind::Failure, class.name(), cause, &self.witness(key, finding)),
                Weight::Known => skipped("known from the baseline"),
                Weight::NotRepeated => skipped(class.name()),
            };
            add(finding.suite.name(), cause, status, None);
        }
        for (what, why) in self.missing() {
            // Only what makes the exit status 2 is an error here too.
            let status = match what == NOT_ALL || what == NOT_COMPLETE {
                true => failed(NonSuccessKind::Error, "not checked", &why, ""),
                false => skipped(&why),
            };
            add("not checked", &what, status, None);
        }
        let mut report = Report::new(self.name());
        report.add_test_suites(suites);
        report.to_string().map_err(|e| Failure(format!("cannot write JUnit: {e}")))
    }

    /// A rule for each kind of finding, a result for each finding.
    fn sarif(&self) -> Value {
        let id = |finding: &Finding| Class::of(finding).name().replace([' ', ','], "-").replace("--", "-");
        let mut rules: Vec<Value> = Vec::new();
        for finding in self.state.findings.values() {
            let rule = json!({
                "id": id(finding),
                "shortDescription": { "text": Class::of(finding).name() },
            });
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let result = |(key, finding): (&String, &Finding)| {
            let cause = &finding.witness.cause;
            let weight = self.weight(key, finding);
            let mut result = json!({
                "ruleId": id(finding),
                "level": match weight {
                    Weight::New => "error",
                    Weight::NotRepeated => "warning",
                    Weight::Known => "note",
                },
                "kind": "fail",
                "message": { "text": format!("{cause}\n{}", self.witness(key, finding)) },
                "partialFingerprints": { "shinpanFinding/v1": key },
                "occurrenceCount": finding.count,
            });
            if !self.compared.news.is_empty() {
                result["baselineState"] = json!(if weight == Weight::Known { "unchanged" } else { "new" });
            }
            if let Some(at) = self.at {
                let place = json!({ "artifactLocation": { "uri": at }, "region": { "startLine": 1 } });
                result["locations"] = json!([{ "physicalLocation": place }]);
            }
            result
        };
        let notices: Vec<Value> = self
            .missing()
            .iter()
            .map(|(what, why)| json!({ "level": "warning", "message": { "text": format!("{what}: {why}") } }))
            .collect();
        json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": { "driver": {
                    "name": "shinpan", "version": env!("CARGO_PKG_VERSION"), "semanticVersion": env!("CARGO_PKG_VERSION"), "rules": rules,
                } },
                "invocations": [{
                    "executionSuccessful": self.complete && self.left_out.is_none(),
                    "toolExecutionNotifications": notices,
                }],
                "results": self.state.findings.iter().map(result).collect::<Vec<_>>(),
            }],
        })
    }

    /// A line for each finding, and for what was not checked.
    fn github(&self) -> String {
        let file = self.at.map(|at| format!(",file={},line=1", property(at))).unwrap_or_default();
        let line = |level: &str, title: &str, text: &str| {
            format!("::{level} title={}{file}::{}\n", property(title), message(text))
        };
        let mut out = String::new();
        for (key, finding) in &self.state.findings {
            let level = match self.weight(key, finding) {
                Weight::New => "error",
                Weight::NotRepeated => "warning",
                Weight::Known => "notice",
            };
            let text = format!("{}\n{}", finding.witness.cause, self.witness(key, finding));
            out.push_str(&line(level, &format!("{}: {}", self.name(), Class::of(finding).name()), &text));
        }
        for cause in &self.compared.mended {
            out.push_str(&line("notice", &format!("{}: mended", self.name()), cause));
        }
        for (what, why) in self.missing() {
            out.push_str(&line("warning", &format!("{}: not checked", self.name()), &format!("{what}: {why}")));
        }
        out
    }
}

/// The text of a workflow command: one line, with what has a meaning there written otherwise.
fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The same of a property.
fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
