//! What can be said of a document without evaluating it: facts of its nodes and its problems.

use crate::graph::{Graph, NodeId, Problem, Severity};
use crate::gui::request::{Facts, OutputFacts};
use crate::plan::survey as plan_survey;
use std::collections::BTreeMap;

/// Surveys a graph.
pub(super) fn survey(graph: &Graph) -> (BTreeMap<NodeId, Facts>, Vec<Problem>) {
    let mut problems = graph.check();
    let mut facts = BTreeMap::new();
    let in_loops: Vec<NodeId> = graph.loops().into_iter().flatten().collect();
    for (id, survey) in plan_survey(graph) {
        let told = problems.iter().any(|p| p.is_about(&id)) || in_loops.contains(&id);
        if let Some(error) = survey.error.filter(|_| !told) {
            problems.push(Problem {
                severity: Severity::Error,
                group: None,
                node: Some(id.clone()),
                field: error.field.as_ref().map(|f| f.to_string()),
                message: error.message,
            });
        }
        let outputs = survey.outputs.iter().map(|&(quantity, bound)| OutputFacts { quantity, bound, seen: None });
        let clamped = survey.notes.into_iter().filter_map(|note| Some((note.field?, note.message))).collect();
        facts.insert(id, Facts { outputs: outputs.collect(), cost: survey.cost, clamped, timing: None, spread: None });
    }
    (facts, problems)
}
