//! From a file and the values of the command line to a graph that can be evaluated.

use super::Failure;
use super::args::{RecipeArgs, ResultArgs};
use super::output::{parse_errors, snippet, warn};
use crate::deliver::{AskError, Remark, STORED, What};
use crate::graph::{Graph, Link, LoadError, Loaded, Problem, Severity};
use crate::plan::PlanError;
use crate::run::Runner;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A recipe with the changes of the command line.
#[derive(Clone)]
pub struct Recipe {
    path: PathBuf,
    loaded: Loaded,
    /// The graph, changed as the command line asks.
    pub graph: Graph,
}

/// Reads the recipe, refuses loops, and applies `--set`, `--param` and the seed.
pub fn load(args: &RecipeArgs, seed: Option<u64>) -> Result<Recipe, Failure> {
    let loaded = read(&args.file)?;
    for problem in &loaded.warnings {
        warn(&problem.message);
    }
    let mut recipe = Recipe { path: args.file.clone(), graph: loaded.graph.clone(), loaded };
    recipe.refuse_loops()?;
    if let Some(seed) = seed {
        recipe.graph.seed = seed;
    }
    for (target, value) in &args.set {
        recipe.graph.assign(target, value).map_err(|e| Failure::Usage(format!("--set {target}: {e}")))?;
    }
    for (name, value) in &args.param {
        recipe.graph.assign_parameter(name, value).map_err(|e| Failure::Usage(format!("--param {name}: {e}")))?;
    }
    // A value from the command line may be a link.
    recipe.refuse_loops()?;
    Ok(recipe)
}

/// Reads a recipe, or says what is wrong with the piece of the file that is at fault.
pub fn read(path: &Path) -> Result<Loaded, Failure> {
    Graph::load(path).map_err(|error| match &error {
        LoadError::Parse { text, error, .. } => Failure::Fault(parse_errors(path, text, error)),
        _ => Failure::fault(error),
    })
}

/// A runner with the threads that were asked for.
pub fn runner(args: &RecipeArgs) -> Runner {
    Runner::new(args.threads.map(usize::from), STORED)
}

/// What the arguments name.
pub fn what(args: &ResultArgs) -> What {
    match (&args.output, &args.node) {
        (Some(name), _) => What::Output(name.clone()),
        (None, Some(node)) => What::Node(Link::parse(node)),
        (None, None) => What::First,
    }
}

impl Recipe {
    /// The failure that says why a wish was refused, with the piece of the file where the file is at fault.
    pub fn refused(&self, error: &AskError) -> Failure {
        match error {
            AskError::Plan(plan) => self.plan_failed(plan),
            AskError::Target(error) => super::render::write_failed(error),
            error if error.is_usage() => Failure::Usage(error.to_string()),
            error => Failure::fault(error),
        }
    }

    /// The failure that says why the recipe cannot be planned.
    pub fn plan_failed(&self, error: &PlanError) -> Failure {
        let field = error.field.as_deref().map(str::to_owned);
        let problem = Problem {
            severity: Severity::Error,
            group: None,
            node: error.node.clone(),
            field,
            message: error.message.clone(),
        };
        Failure::Fault(self.show(&problem))
    }

    fn refuse_loops(&self) -> Result<(), Failure> {
        let loops = self.graph.check_loops();
        if loops.is_empty() {
            return Ok(());
        }
        let shown: Vec<String> = loops.iter().map(|p| self.show(p)).collect();
        Err(Failure::Fault(shown.join("\n\n")))
    }

    fn show(&self, problem: &Problem) -> String {
        match self.loaded.locate(problem) {
            Some(place) => snippet(&self.path, self.loaded.text(), &place, problem.severity, &problem.message),
            None => format!("error: {}: {}", self.path.display(), problem.message),
        }
    }
}

/// Warnings that were printed, so that each is printed once however many files are written.
#[derive(Default)]
pub struct Warned(BTreeSet<String>);

impl Warned {
    /// Prints the notes and remarks that were not printed yet.
    pub fn print<'a>(&mut self, remarks: impl IntoIterator<Item = &'a Remark>) {
        for remark in remarks {
            if self.0.insert(remark.message.clone()) {
                warn(&remark.message);
            }
        }
    }
}
