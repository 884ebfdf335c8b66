//! The part `layout` of a recipe: places of nodes, and with them frames, notes, bends of wires and looks of nodes.
//!
//! Places alone are a map, `{ "land": (40, 80) }`. With anything else on the canvas they become the field `nodes` of a
//! group in round brackets.

use super::parse::{names, refusal};
use super::raw::{Entry, Fault, Raw, Shape};
use super::read::{color, pair, unique};
use super::write::{key, map, quoted};
use crate::graph::names::{NAME_RULE, is_name};
use crate::graph::{Bends, CanvasNote, Frame, Items, Look, NodeId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Places of nodes.
pub(super) type Places = BTreeMap<NodeId, [f32; 2]>;

/// Reads a layout in either form.
pub(super) fn read(raw: &Raw<'_>) -> Result<(Places, Items), Fault> {
    let (mut places, mut items) = (Places::new(), Items::default());
    if raw.shape() != Shape::Round {
        nodes(raw, &mut places, &mut items)?;
        return Ok((places, items));
    }
    let fields = raw.fields()?;
    unique(&fields, "layout: the field ")?;
    for field in &fields {
        match field.name.as_str() {
            "nodes" => nodes(&field.value, &mut places, &mut items)?,
            "wires" => items.bends = bends(&field.value)?,
            "frames" => {
                for entry in names(&field.value, "layout: the frame ")? {
                    items.frames.insert(entry.name.as_str().into(), frame(&entry)?);
                }
            }
            "notes" => {
                for entry in names(&field.value, "layout: the note ")? {
                    items.notes.insert(entry.name.as_str().into(), note(&entry)?);
                }
            }
            _ => items.unknown.push(kept(field)),
        }
    }
    Ok((places, items))
}

fn nodes(raw: &Raw<'_>, places: &mut Places, items: &mut Items) -> Result<(), Fault> {
    for entry in names(raw, "layout: the node ")? {
        let id: NodeId = entry.name.as_str().into();
        let what = format!("layout: the place of {id}");
        if entry.value.shape() == Shape::Round
            && entry.value.items().is_err()
            && let Ok(fields) = entry.value.fields()
        {
            unique(&fields, &format!("layout: {id}: the field "))?;
            let mut look = Look::default();
            for field in &fields {
                let value = &field.value;
                match field.name.as_str() {
                    "at" => {
                        places.insert(id.clone(), point(value, &what)?);
                    }
                    "collapsed" => {
                        let refuse = |_| refusal(value, &format!("layout: collapsed of {id}"), "true or false");
                        look.collapsed = value.read().map_err(refuse)?;
                    }
                    "color" => look.color = Some(tint(value, &format!("layout: color of {id}"))?),
                    _ => look.unknown.push(kept(field)),
                }
            }
            if !look.is_plain() {
                items.looks.insert(id, look);
            }
            continue;
        }
        places.insert(id, point(&entry.value, &what)?);
    }
    Ok(())
}

fn bends(raw: &Raw<'_>) -> Result<Bends, Fault> {
    let entries = raw.entries()?;
    unique(&entries, "layout: the wire ")?;
    let mut bends = BTreeMap::new();
    for entry in &entries {
        let Some((node, port)) = entry.name.split_once('.').filter(|(n, p)| is_name(n) && is_name(p)) else {
            let message = format!("layout: the wire {:?} has no valid name, allowed is \"node.port\"", entry.name);
            return Err(Fault { message, span: entry.span.clone() });
        };
        let what = format!("layout: the wire {}", entry.name);
        if entry.value.shape() != Shape::List {
            return Err(refusal(&entry.value, &what, "a list of points such as [(40, 80)]"));
        }
        let points = entry.value.items()?.iter().map(|p| point(p, &what)).collect::<Result<Vec<_>, _>>()?;
        if !points.is_empty() {
            bends.insert((node.into(), port.into()), points);
        }
    }
    Ok(bends)
}

fn frame(entry: &Entry<'_>) -> Result<Frame, Fault> {
    let owner = format!("layout: frame \"{}\"", entry.name);
    let mut frame = Frame::default();
    for field in &fields(entry, &owner)? {
        let (value, what) = (&field.value, format!("{owner}: {}", field.name));
        match field.name.as_str() {
            "title" => frame.title = value.string().map_err(|_| refusal(value, &what, "a text in quotes"))?,
            "at" => frame.at = point(value, &what)?,
            "size" => frame.size = size(value, &what)?,
            "color" => frame.color = Some(tint(value, &what)?),
            "nodes" => frame.nodes = members(value, &what)?,
            "frames" => frame.frames = members(value, &what)?,
            "notes" => frame.notes = members(value, &what)?,
            _ => frame.unknown.push(kept(field)),
        }
    }
    Ok(frame)
}

fn note(entry: &Entry<'_>) -> Result<CanvasNote, Fault> {
    let owner = format!("layout: note \"{}\"", entry.name);
    let mut note = CanvasNote::default();
    for field in &fields(entry, &owner)? {
        let (value, what) = (&field.value, format!("{owner}: {}", field.name));
        match field.name.as_str() {
            "text" => note.text = value.string().map_err(|_| refusal(value, &what, "a text in quotes"))?,
            "at" => note.at = point(value, &what)?,
            "size" => note.size = size(value, &what)?,
            "color" => note.color = Some(tint(value, &what)?),
            _ => note.unknown.push(kept(field)),
        }
    }
    Ok(note)
}

fn fields<'a>(entry: &Entry<'a>, owner: &str) -> Result<Vec<Entry<'a>>, Fault> {
    let fields = entry.value.fields()?;
    unique(&fields, &format!("{owner}: the field "))?;
    Ok(fields)
}

fn members(raw: &Raw<'_>, what: &str) -> Result<BTreeSet<Arc<str>>, Fault> {
    if raw.shape() != Shape::List {
        return Err(refusal(raw, what, "a list of names such as [\"land\"]"));
    }
    let member = |item: &Raw<'_>| -> Result<Arc<str>, Fault> {
        let name = item.string().ok().filter(|name| is_name(name));
        name.map(Into::into).ok_or_else(|| refusal(item, what, &format!("names in quotes, of {NAME_RULE}")))
    };
    raw.items()?.iter().map(member).collect()
}

fn point(raw: &Raw<'_>, what: &str) -> Result<[f32; 2], Fault> {
    let point = pair(raw).map(|(x, y)| [x as f32 + 0.0, y as f32 + 0.0]);
    let point = point.filter(|p| p.iter().all(|v| v.is_finite()));
    point.ok_or_else(|| refusal(raw, what, "two finite numbers such as (40, 80)"))
}

fn size(raw: &Raw<'_>, what: &str) -> Result<[f32; 2], Fault> {
    match point(raw, what) {
        Ok([w, h]) if w >= 0.0 && h >= 0.0 => Ok([w, h]),
        _ => Err(refusal(raw, what, "two numbers from 0 such as (240, 120)")),
    }
}

fn tint(raw: &Raw<'_>, what: &str) -> Result<[u8; 3], Fault> {
    color(raw).ok_or_else(|| refusal(raw, what, "a colour such as \"#4a86b2\""))
}

fn kept(entry: &Entry<'_>) -> (String, String) {
    (entry.name.clone(), entry.value.text.to_owned())
}

/// The layout of a recipe as it stands behind `layout: `; `None` where there is nothing to say. `indent` is that of the
/// line on which it begins.
pub(super) fn written(layout: &Places, items: &Items, indent: usize) -> Option<String> {
    let ids: BTreeSet<&NodeId> = layout.keys().chain(items.looks.keys()).collect();
    let places = |indent| {
        let entry = |id: &&NodeId| format!("{}: {}", quoted(id), place(layout.get(*id), items.looks.get(*id)));
        map(ids.iter().map(entry).collect(), indent)
    };
    let only_nodes = items.bends.is_empty() && items.frames.is_empty() && items.notes.is_empty();
    if only_nodes && items.unknown.is_empty() {
        return (!ids.is_empty()).then(|| places(indent));
    }
    let inner = indent + 4;
    let mut fields = Vec::new();
    if !ids.is_empty() {
        fields.push(format!("nodes: {}", places(inner)));
    }
    if !items.bends.is_empty() {
        let entry = |((id, port), points): (&(NodeId, Arc<str>), &Vec<[f32; 2]>)| {
            let points: Vec<String> = points.iter().map(corner).collect();
            format!("{}: [{}]", quoted(&format!("{id}.{port}")), points.join(", "))
        };
        fields.push(format!("wires: {}", map(items.bends.iter().map(entry).collect(), inner)));
    }
    if !items.frames.is_empty() {
        let entries = items.frames.iter().map(|(name, f)| format!("{}: ({})", quoted(name), frame_fields(f)));
        fields.push(format!("frames: {}", map(entries.collect(), inner)));
    }
    if !items.notes.is_empty() {
        let entries = items.notes.iter().map(|(name, n)| format!("{}: ({})", quoted(name), note_fields(n)));
        fields.push(format!("notes: {}", map(entries.collect(), inner)));
    }
    fields.extend(items.unknown.iter().map(written_unknown));
    let (pad, end) = (" ".repeat(inner), " ".repeat(indent));
    let body: String = fields.iter().map(|field| format!("{pad}{field},\n")).collect();
    Some(format!("(\n{body}{end})"))
}

fn place(at: Option<&[f32; 2]>, look: Option<&Look>) -> String {
    let Some(look) = look else { return at.map_or_else(|| "()".to_owned(), corner) };
    let mut fields: Vec<String> = at.iter().map(|at| format!("at: {}", corner(at))).collect();
    if look.collapsed {
        fields.push("collapsed: true".to_owned());
    }
    fields.extend(look.color.map(|color| format!("color: {}", hex(color))));
    fields.extend(look.unknown.iter().map(written_unknown));
    format!("({})", fields.join(", "))
}

fn frame_fields(frame: &Frame) -> String {
    let mut fields = Vec::new();
    if !frame.title.is_empty() {
        fields.push(format!("title: {}", quoted(&frame.title)));
    }
    fields.push(format!("at: {}, size: {}", corner(&frame.at), corner(&frame.size)));
    fields.extend(frame.color.map(|color| format!("color: {}", hex(color))));
    for (name, held) in [("nodes", &frame.nodes), ("frames", &frame.frames), ("notes", &frame.notes)] {
        if !held.is_empty() {
            let names: Vec<String> = held.iter().map(|name| quoted(name)).collect();
            fields.push(format!("{name}: [{}]", names.join(", ")));
        }
    }
    fields.extend(frame.unknown.iter().map(written_unknown));
    fields.join(", ")
}

fn note_fields(note: &CanvasNote) -> String {
    let mut fields = vec![format!("text: {}", quoted(&note.text))];
    fields.push(format!("at: {}, size: {}", corner(&note.at), corner(&note.size)));
    fields.extend(note.color.map(|color| format!("color: {}", hex(color))));
    fields.extend(note.unknown.iter().map(written_unknown));
    fields.join(", ")
}

fn written_unknown((name, text): &(String, String)) -> String {
    format!("{}: {text}", key(name))
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("\"#{r:02x}{g:02x}{b:02x}\"")
}

fn corner([x, y]: &[f32; 2]) -> String {
    let number = |v: f32| if v == v.trunc() && v.abs() < 1e9 { format!("{}", v as i64) } else { format!("{v:?}") };
    format!("({}, {})", number(*x), number(*y))
}
