//! Finding by typing: every command and recent file (Ctrl+P), and the nodes of the recipe (Ctrl+F).

use super::EditorApp;
use crate::graph::{Graph, Node, NodeId, Setting};
use crate::gui::canvas::Canvas;
use crate::gui::command::{ENTRIES, State};
use crate::gui::dock::Pane;
use crate::gui::fuzzy;
use crate::gui::language::{self, tr};
use crate::gui::quick::{self, Look, Outcome, Quick, Row};
use crate::gui::request::{Command, Request};
use crate::gui::templates::TEMPLATES;
use crate::gui::values::Values;
use crate::spec::{NodeSpec, Value};
use eframe::egui::{Context, pos2, vec2};
use std::sync::Arc;

/// Names of the lists.
const COMMANDS: &str = "commands";
const NODES: &str = "find node";

/// What is being looked for.
#[derive(Clone, Debug)]
pub(super) enum Search {
    /// Commands, panes, files.
    Commands(Quick),
    /// Nodes of the recipe.
    Nodes(Quick),
}

/// Something that can be found, with the words that it is found by.
struct Thing {
    words: Vec<String>,
    row: Row,
    request: Request,
}

impl EditorApp {
    /// What decides whether commands can be carried out.
    pub(super) fn state(&self, ctx: &Context) -> State {
        let document = &self.document;
        let (graph, selection) = (document.shown(), document.selection());
        let mutable = |id: &NodeId| {
            let spec = graph.nodes.get(id).and_then(|node| node.spec());
            spec.is_some_and(|spec| spec.bypass.is_some())
        };
        State {
            nodes: graph.nodes.len(),
            selected: selection.len() + self.canvas.picked().len(),
            mutable: selection.iter().any(mutable),
            groups: selection.iter().filter(|id| graph.nodes.get(&**id).is_some_and(|n| n.group.is_some())).count(),
            undo: document.undo_name().is_some(),
            redo: document.redo_name().is_some(),
            exporting: self.export.is_running(),
            values: Values::copied(ctx).is_some(),
            previewing: self.preview.is_some(),
            comparing: self.comparison().is_some(),
        }
    }

    /// Opens one of the lists, or closes it.
    pub(super) fn toggle_search(&mut self, command: Command, ctx: &Context) {
        let present = self.search.take();
        self.search = match (command, present) {
            (Command::Commands, Some(Search::Commands(_))) | (Command::FindNode, Some(Search::Nodes(_))) => None,
            (Command::Commands, _) => Some(Search::Commands(Quick::default())),
            _ => Some(Search::Nodes(Quick::default())),
        };
        // At once: a letter that is typed before the list is drawn is for its field and no command of the canvas.
        let id = match self.search {
            Some(Search::Commands(_)) => COMMANDS,
            Some(Search::Nodes(_)) => NODES,
            None => return,
        };
        ctx.memory_mut(|memory| memory.request_focus(quick::field(id)));
    }

    /// Draws the list that is open.
    pub(super) fn show_search(&mut self, ctx: &Context) -> Vec<Request> {
        if self.is_modal() {
            self.search = None;
        }
        let Some(mut search) = self.search.take() else { return Vec::new() };
        let mut out = Vec::new();
        let closes = match &mut search {
            Search::Commands(quick) => self.search_commands(quick, ctx, &mut out),
            Search::Nodes(quick) => self.search_nodes(quick, ctx, &mut out),
        };
        match closes {
            true => ctx.memory_mut(|memory| memory.request_focus(Canvas::id())),
            false => self.search = Some(search),
        }
        out
    }

    fn search_commands(&self, quick: &mut Quick, ctx: &Context, out: &mut Vec<Request>) -> bool {
        let look = Look {
            id: COMMANDS,
            hint: tr!("Search commands and recent files"),
            nothing: quick::nothing(),
            top: ctx.content_rect().center_top() + vec2(0.0, 72.0),
            width: 560.0,
        };
        let things = self.commands(ctx);
        let outcome = quick.show(ctx, &look, |query| rows(query, &things));
        if let Outcome::Chosen(index) = outcome {
            out.extend(found(quick.query(), &things).get(index).map(|thing| thing.request.clone()));
        }
        matches!(outcome, Outcome::Chosen(_) | Outcome::Closed)
    }

    fn search_nodes(&self, quick: &mut Quick, ctx: &Context, out: &mut Vec<Request>) -> bool {
        let canvas = self.dock.rect(Pane::Canvas).unwrap_or(ctx.content_rect());
        let look = Look {
            id: NODES,
            hint: tr!("Find a node by name, kind, note or value"),
            nothing: tr!("No node has such a name, kind, note or value"),
            top: pos2(canvas.center().x, canvas.top() + 16.0),
            width: 420.0,
        };
        let things = self.nodes();
        let outcome = quick.show(ctx, &look, |query| rows(query, &things));
        if let Outcome::Marked(index) | Outcome::Chosen(index) = outcome {
            out.extend(found(quick.query(), &things).get(index).map(|thing| thing.request.clone()));
        }
        matches!(outcome, Outcome::Chosen(_) | Outcome::Closed)
    }

    /// The nodes of the recipe, then those of its groups: each group once, through an instance that is open where one is.
    fn nodes(&self) -> Vec<Thing> {
        let graph: &Graph = self.document.graph();
        let mut ways = graph.ways_in();
        ways.extend(self.document.ways_open());
        let own = graph.nodes.iter().map(|(id, node)| node_as_thing(id.to_string(), node));
        let within = ways.iter().filter_map(|(group, path)| Some((path, graph.inside(group)?)));
        let within = within.flat_map(|(path, inside)| {
            let thing = |(id, node): (&NodeId, &Arc<Node>)| node_as_thing(format!("{path}/{id}"), node);
            inside.nodes.iter().map(thing).collect::<Vec<_>>()
        });
        own.chain(within).collect()
    }

    /// Everything that can be done by name: commands first, then panes, recent files and templates.
    fn commands(&self, ctx: &Context) -> Vec<Thing> {
        let state = self.state(ctx);
        let commands = ENTRIES.iter().filter(|entry| entry.command != Command::Commands).map(|entry| {
            let keys = self.settings.keys.text(ctx, entry.command);
            let refusal = entry.command.refusal(&state).map(str::to_owned);
            let title = entry.title().trim_end_matches('…').to_owned();
            let words = vec![title.clone(), language::english(entry.title).to_owned()];
            let row = Row { title, right: keys, refusal, ..Row::default() };
            Thing { words, row, request: entry.command.request() }
        });
        let panes = Pane::ALL.into_iter().filter(|pane| *pane != Pane::Canvas).map(|pane| {
            let open = self.dock.is_open(pane);
            let title = match open {
                true => tr!("Hide {panel}", panel = pane.title()),
                false => tr!("Show {panel}", panel = pane.title()),
            };
            let about = pane.about().to_owned();
            let words = vec![title.clone(), about.clone(), format!("{pane:?}")];
            let row = Row { title, about, right: tr!("Panel").into(), refusal: None };
            Thing { words, row, request: Request::Pane(pane, !open) }
        });
        let files = self.settings.recent.iter().map(|path| {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            let about = path.parent().map_or_else(String::new, |folder| folder.display().to_string());
            let row =
                Row { title: name.clone(), about: about.clone(), right: tr!("Recent file").into(), refusal: None };
            Thing { words: vec![name, about], row, request: Request::OpenFile(path.clone()) }
        });
        let templates = TEMPLATES.iter().map(|template| {
            let title = tr!("New from {template}", template = language::text(template.title));
            let about = language::text(template.about).to_owned();
            let words = vec![title.clone(), template.title.to_owned()];
            let row = Row { title, about, right: tr!("Template").into(), refusal: None };
            Thing { words, row, request: Request::OpenTemplate(template.name) }
        });
        commands.chain(panes).chain(files).chain(templates).collect()
    }
}

/// A node by its whole name, with what it is found by: name, kind, note, fields that are not at their defaults.
fn node_as_thing(path: String, node: &Node) -> Thing {
    let kind = node.spec().map_or_else(|| node.kind.to_string(), |spec| language::title(spec).to_owned());
    let mut words = vec![path.clone(), kind.clone()];
    words.extend(path.rsplit_once('/').map(|(_, id)| id.to_owned()));
    words.extend(node.spec().map(|spec| spec.title.to_owned()));
    words.extend((!node.note.is_empty()).then(|| node.note.clone()));
    words.extend(node.spec().into_iter().flat_map(|spec| fields(node, spec)));
    let about = node.note.lines().next().unwrap_or_default().to_owned();
    let request = Request::GoTo(path.as_str().into());
    Thing { words, row: Row { title: path, about, right: kind, refusal: None }, request }
}

fn fields(node: &Node, spec: &'static NodeSpec) -> Vec<String> {
    let names = spec.inputs.iter().map(|input| input.name).chain(spec.params.iter().map(|param| param.name));
    let set = names.filter_map(|name| Some((name, node.setting(name)?)));
    set.map(|(name, setting)| {
        let value = match setting {
            Setting::Link(link) => link.to_string(),
            Setting::Parameter(parameter) => format!("${parameter}"),
            Setting::Value(value) => words_of(spec, name, value),
        };
        format!("{} {value}", language::port(spec, name))
    })
    .collect()
}

fn words_of(spec: &NodeSpec, name: &str, value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Count(count) => count.to_string(),
        Value::Seed(seed) => seed.to_string(),
        Value::Flag(on) => (if *on { tr!("on") } else { tr!("off") }).to_owned(),
        Value::Choice(option) => language::choice(Some(spec), name, option, (*option).to_owned()),
        Value::Point([x, y]) => format!("{x}, {y}"),
        Value::Levels(levels) => levels.iter().map(|level| level.name.as_str()).collect::<Vec<_>>().join(", "),
        Value::Points(points) => points.iter().map(|[x, y]| format!("{x}, {y}")).collect::<Vec<_>>().join("; "),
        Value::Biomes(biomes) => biomes.tiles.iter().map(|tile| tile.name.as_str()).collect::<Vec<_>>().join(", "),
        Value::Off => tr!("off").to_owned(),
        Value::File(path) => path.to_string(),
        Value::Image(_) => String::new(),
    }
}

/// What a query means, best first; all in their order while nothing is typed.
fn found<'a>(query: &str, things: &'a [Thing]) -> Vec<&'a Thing> {
    if query.trim().is_empty() {
        return things.iter().collect();
    }
    let score = |thing: &'a Thing| {
        let score = fuzzy::best(query, thing.words.iter().map(String::as_str))?;
        // What can be done now goes first of equals.
        Some((std::cmp::Reverse(score), thing.row.refusal.is_some(), thing))
    };
    let mut scored: Vec<_> = things.iter().filter_map(score).collect();
    scored.sort_by_key(|(score, refused, _)| (*score, *refused));
    scored.into_iter().map(|(_, _, thing)| thing).collect()
}

/// Rows that a list shows at most: more are found by typing more.
const MOST_ROWS: usize = 200;

/// The rows for a query; of a node found by a field, the row says which.
fn rows(query: &str, things: &[Thing]) -> Vec<Row> {
    let why = |thing: &&Thing| {
        let mut row = thing.row.clone();
        let seen = |words: &String| *words == row.title || *words == row.right || *words == row.about;
        if row.about.is_empty() && !query.trim().is_empty() {
            let best = thing.words.iter().max_by_key(|words| fuzzy::score(query, words));
            let by_english = matches!(thing.request, Request::GoTo(_));
            if let Some(words) = best.filter(|words| by_english && !seen(words)) {
                row.about = words.clone();
            }
        }
        row
    };
    found(query, things).iter().take(MOST_ROWS).map(why).collect()
}
