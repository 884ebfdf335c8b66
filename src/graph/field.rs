//! A field of a node: an input or a parameter, what may stand in it, and the sentences that say so.
//!
//! The file, the command line, the checks and the editor all refuse a value here and in the same words.

pub use super::lists::{check_biomes, check_levels, check_points, check_rows};
use super::names::{listed, suggestion};
use super::{Graph, Node, ParameterValue, Setting, World};
use crate::spec::{
    DefaultValue, InputSpec, NodeSpec, Number, Open, PATH, ParamKind, ParamSpec, Port, Quantity, Shown, Value,
};

/// An input or a parameter of a kind of node.
#[derive(Clone, Copy)]
pub enum Field {
    /// A port that other nodes plug into; may hold a number while nothing is plugged.
    Input(&'static InputSpec),
    /// A value that is set by hand or by a graph parameter.
    Param(&'static ParamSpec),
}

impl Field {
    /// The field of that name.
    pub fn of(spec: &NodeSpec, name: &str) -> Option<Self> {
        let input = spec.input(name).map(|(_, input)| Self::Input(input));
        input.or_else(|| spec.param(name).map(|(_, param)| Self::Param(param)))
    }

    /// Every field, inputs first.
    pub fn all(spec: &NodeSpec) -> impl Iterator<Item = Self> {
        spec.inputs.iter().map(Self::Input).chain(spec.params.iter().map(Self::Param))
    }

    /// Every field in the order of files: inputs that want a link, seeds, other parameters, inputs that are numbers by default.
    pub fn written(spec: &NodeSpec) -> impl Iterator<Item = Self> {
        let rank = |field: &Self| match field {
            Self::Input(input) if !matches!(input.open, Open::Number(_)) => 0,
            Self::Param(param) if param.kind == ParamKind::Seed => 1,
            Self::Param(_) => 2,
            Self::Input(_) => 3,
        };
        (0..4).flat_map(move |r| Self::all(spec).filter(move |field| rank(field) == r))
    }

    /// Name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input(input) => input.name,
            Self::Param(param) => param.name,
        }
    }

    /// Whether a link may be plugged in.
    pub fn takes_link(self) -> bool {
        matches!(self, Self::Input(_))
    }

    /// Whether a value may stand in the field; an input takes a number only where it is read sample by sample.
    pub fn takes_value(self) -> bool {
        match self {
            Self::Input(input) => input.port == Port::In && input.quantity != Quantity::Tiles,
            Self::Param(_) => true,
        }
    }

    /// Whether a graph parameter may stand in the field: numbers, counts and choices.
    pub fn takes_parameter(self) -> bool {
        match self {
            Self::Input(_) => self.takes_value(),
            Self::Param(param) => {
                use ParamKind::{Choice, Count, Degrees, Metres, Number, Optional};
                matches!(param.kind, Number | Metres | Degrees | Count | Optional | Choice(_))
            }
        }
    }

    /// Whether the field is the path of a file.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Param(param) if param.kind == ParamKind::File)
    }

    /// Whether the field is a list of positions in metres.
    pub fn is_path(self) -> bool {
        matches!(self, Self::Param(param) if param.kind == ParamKind::Rows(&PATH))
    }

    /// Whether the field is a length, which grows with a world that is scaled.
    pub fn is_length(self) -> bool {
        match self {
            Self::Input(input) => input.quantity == Quantity::Metres,
            Self::Param(param) => param.kind == ParamKind::Metres,
        }
    }

    /// Enforced limits in a world whose sides are `extent` metres.
    pub fn limits(self, extent: (f64, f64)) -> Option<(f64, f64)> {
        let hard = match self {
            Self::Input(input) => input.hard,
            Self::Param(param) => param.hard,
        };
        hard.map(|span| span.resolve(extent))
    }

    /// Extent of the field's slider in a world whose sides are `extent` metres, within the enforced limits.
    pub fn soft_range(self, extent: (f64, f64)) -> Option<(f64, f64)> {
        let soft = match self {
            Self::Input(input) => input.soft,
            Self::Param(param) => param.soft,
        };
        let (lo, hi) = soft.map(|span| span.resolve(extent))?;
        let (least, most) = self.limits(extent).unwrap_or((f64::MIN, f64::MAX));
        Some((lo.clamp(least, most), hi.clamp(least, most)))
    }

    /// Documentation's first line.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Input(input) => input.sentence(),
            Self::Param(param) => param.sentence(),
        }
    }

    /// The value that stands in the field while nothing is set; `None` for an input without a number.
    pub fn default(self, world: &World) -> Option<Value> {
        match self {
            Self::Input(input) => match input.open {
                Open::Number(n) => Some(Value::Number(n.resolve(world.extent))),
                Open::Required | Open::Optional => None,
            },
            Self::Param(param) => Some(world.default_of(param)),
        }
    }

    /// Whether the default depends on the world, so that writing it out freezes it.
    pub fn is_symbolic(self) -> bool {
        match self {
            Self::Input(input) => matches!(input.open, Open::Number(n) if n.is_symbolic()),
            Self::Param(param) => match param.default {
                DefaultValue::Number(n) => n.is_symbolic(),
                DefaultValue::WorldCenter
                | DefaultValue::TerrainLevels
                | DefaultValue::TerrainBiomes
                | DefaultValue::Path(_) => true,
                _ => false,
            },
        }
    }

    /// Whether the default is a share of one of the world's sides.
    pub(super) fn is_side(self) -> bool {
        let side = |n: Number| matches!(n, Number::OfWidth(_) | Number::OfHeight(_));
        match self {
            Self::Input(input) => matches!(input.open, Open::Number(n) if side(n)),
            Self::Param(param) => matches!(param.default, DefaultValue::Number(n) if side(n)),
        }
    }

    /// Whether `setting` says nothing that the declaration does not say by itself, whatever the world.
    pub fn is_default(self, setting: &Setting) -> bool {
        match setting {
            Setting::Value(value) if !self.is_symbolic() => self.default(&World::default()).as_ref() == Some(value),
            _ => false,
        }
    }

    /// Whether two fields stand for the same thing while nothing is set, whatever the world.
    pub fn same_default(self, other: Self) -> bool {
        match (self, other) {
            (Self::Input(a), Self::Input(b)) => a.open == b.open,
            (Self::Param(a), Self::Param(b)) => a.default == b.default,
            _ => false,
        }
    }

    /// When the field is shown and read.
    pub fn shown(self) -> Shown {
        match self {
            Self::Input(input) => input.shown,
            Self::Param(param) => param.shown,
        }
    }

    /// What may stand in the field, in words.
    pub fn allowed(self, world: &World) -> String {
        let limits = self.limits(world.extent);
        match self {
            Self::Input(input) if input.quantity == Quantity::Tiles => "a link to a node that gives tiles".to_owned(),
            Self::Input(_) if !self.takes_value() => "a link to a node".to_owned(),
            Self::Input(_) => format!("a link to a node or {}", number_words(limits)),
            Self::Param(param) => match param.kind {
                ParamKind::Number | ParamKind::Metres | ParamKind::Degrees => number_words(limits),
                ParamKind::Optional => format!("{} or Off", number_words(limits)),
                ParamKind::Count => match limits {
                    Some(limits) => format!("a whole number from {}", range_words(limits)),
                    None => "a whole number".to_owned(),
                },
                ParamKind::Flag => "true or false".to_owned(),
                ParamKind::Seed => format!("a whole number from 0 to {}", u64::MAX),
                ParamKind::Choice(options) => listed(options.iter().map(|o| o.name)),
                ParamKind::Point => "a position in metres such as (0.0, 0.0)".to_owned(),
                ParamKind::File => "a path in quotes such as \"images/land.png\"".to_owned(),
                ParamKind::Levels => {
                    "a list of bands such as [(name: \"sea\", below: 0.3, color: \"#4a86b2\", water: true)]".to_owned()
                }
                ParamKind::Points => "a list of points such as [(0.0, 0.0), (0.4, 0.2), (1.0, 1.0)]".to_owned(),
                ParamKind::Rows(rows) => {
                    let [a, b] = rows.columns.map(|column| column.name);
                    format!("a list of pairs ({a}, {b}) such as [(0.0, 0.5), (1.0, 0.5)]")
                }
                ParamKind::Biomes => "a table such as (tiles: [(name: \"sea\", color: \"#4a86b2\", water: true), \
                                      (name: \"land\", color: \"#7aa054\")], moisture: [], rows: [(below: 0.3, tiles: \
                                      [\"sea\"]), (tiles: [\"land\"])])"
                    .to_owned(),
            },
        }
    }

    /// Refuses a value of another kind, outside its hard range, or not finite; the sentence begins with the field's name.
    pub fn check(self, value: &Value, world: &World) -> Result<(), String> {
        let refuse = || Err(self.refusal(&shown(value), world));
        let number_or_off = match self {
            Self::Input(_) => false,
            Self::Param(param) => param.kind == ParamKind::Optional,
        };
        match (value, self) {
            (Value::Number(v), _) if self.takes_number() => self.check_number(*v, world),
            (Value::Off, _) if number_or_off => Ok(()),
            (Value::Count(n), Self::Param(ParamSpec { kind: ParamKind::Count, .. })) => {
                self.check_number(f64::from(*n), world)
            }
            (Value::File(_), Self::Param(ParamSpec { kind: ParamKind::File, .. }))
            | (Value::Flag(_), Self::Param(ParamSpec { kind: ParamKind::Flag, .. }))
            | (Value::Seed(_), Self::Param(ParamSpec { kind: ParamKind::Seed, .. })) => Ok(()),
            (Value::Choice(name), Self::Param(ParamSpec { kind: ParamKind::Choice(options), .. })) => {
                match options.iter().any(|o| o.name == *name) {
                    true => Ok(()),
                    false => Err(self.refusal_of_option(name, world)),
                }
            }
            (Value::Point(p), Self::Param(ParamSpec { kind: ParamKind::Point, .. })) => {
                if p.iter().all(|v| fits_f32(*v)) { Ok(()) } else { refuse() }
            }
            (Value::Levels(levels), Self::Param(ParamSpec { kind: ParamKind::Levels, .. })) => {
                check_levels(levels).map_err(|why| format!("{}: {why}", self.name()))
            }
            (Value::Points(points), Self::Param(ParamSpec { kind: ParamKind::Points, .. })) => {
                check_points(points).map_err(|why| format!("{}: {why}", self.name()))
            }
            (Value::Points(points), Self::Param(ParamSpec { kind: ParamKind::Rows(rows), .. })) => {
                check_rows(rows, points).map_err(|why| format!("{}: {why}", self.name()))
            }
            (Value::Biomes(biomes), Self::Param(ParamSpec { kind: ParamKind::Biomes, .. })) => {
                check_biomes(biomes).map_err(|why| format!("{}: {why}", self.name()))
            }
            _ => refuse(),
        }
    }

    /// The value that a graph parameter gives this field, or why it cannot.
    pub fn value_of_parameter(self, name: &str, value: &ParameterValue, world: &World) -> Result<Value, String> {
        let refuse = |what: &str| {
            Err(format!("{} is the graph parameter ${name} = {what}, allowed is {}", self.name(), self.allowed(world)))
        };
        let result = match (value, self) {
            _ if !self.takes_parameter() => return refuse(&parameter_words(value)),
            (ParameterValue::Choice(choice), Self::Param(ParamSpec { kind: ParamKind::Choice(options), .. })) => {
                options.iter().find(|o| o.name == choice).map(|o| Value::Choice(o.name))
            }
            (ParameterValue::Number(v), Self::Param(ParamSpec { kind: ParamKind::Count, .. })) => {
                whole(*v).map(Value::Count)
            }
            (ParameterValue::Number(v), _) if self.takes_number() => Some(Value::Number(*v)),
            _ => None,
        };
        match result {
            Some(value) if self.check(&value, world).is_ok() => Ok(value),
            _ => refuse(&parameter_words(value)),
        }
    }

    /// `octaves is 99, allowed is 1 to 32`, for a value that is written `found`.
    pub fn refusal(self, found: &str, world: &World) -> String {
        format!("{} is {found}, allowed is {}", self.name(), self.allowed(world))
    }

    /// As [`Field::refusal`], with the option that was probably meant.
    pub fn refusal_of_option(self, found: &str, world: &World) -> String {
        let options: &[_] = match self {
            Self::Param(ParamSpec { kind: ParamKind::Choice(options), .. }) => options,
            _ => &[],
        };
        self.refusal(found, world) + &suggestion(found, options.iter().map(|o| o.name))
    }

    fn takes_number(self) -> bool {
        match self {
            Self::Input(_) => self.takes_value(),
            Self::Param(param) => {
                matches!(param.kind, ParamKind::Number | ParamKind::Metres | ParamKind::Degrees | ParamKind::Optional)
            }
        }
    }

    fn check_number(self, v: f64, world: &World) -> Result<(), String> {
        match self.limits(world.extent) {
            _ if !fits_f32(v) => Err(self.refusal(&plain(v), world)),
            Some((lo, hi)) if v < lo || v > hi => {
                Err(format!("{} is {}, allowed is {}", self.name(), plain(v), range_words((lo, hi))))
            }
            _ => Ok(()),
        }
    }
}

impl Graph {
    /// The value of a parameter: what is set, what the graph parameter gives, or the default where that does not fit.
    pub fn value(&self, node: &Node, param: &'static ParamSpec) -> Value {
        let set = match node.setting(param.name) {
            Some(Setting::Value(value)) => Some(value.clone()),
            Some(Setting::Parameter(name)) => self
                .parameters
                .get(name)
                .and_then(|p| Field::Param(param).value_of_parameter(name, &p.value, &self.world).ok()),
            Some(Setting::Link(_)) | None => None,
        };
        set.unwrap_or_else(|| self.world.default_of(param))
    }

    /// The number at an input while nothing is plugged: what is set, what the graph parameter gives, or the default.
    pub fn number(&self, node: &Node, input: &'static InputSpec) -> Option<f64> {
        let field = Field::Input(input);
        let set = match node.setting(input.name) {
            Some(Setting::Link(_)) => return None,
            Some(Setting::Value(value)) => Some(value.clone()),
            Some(Setting::Parameter(name)) => {
                self.parameters.get(name).and_then(|p| field.value_of_parameter(name, &p.value, &self.world).ok())
            }
            None => None,
        };
        match set.or_else(|| field.default(&self.world)) {
            Some(Value::Number(v)) => Some(v),
            _ => None,
        }
    }

    /// Whether a field with that visibility rule is shown and read on `node`.
    pub fn is_shown(&self, node: &Node, shown: Shown) -> bool {
        let value = |name: &str| node.spec().and_then(|s| s.param(name)).map(|(_, param)| self.value(node, param));
        match shown {
            Shown::Always => true,
            Shown::AnyOpen(inputs) => inputs.iter().any(|input| node.link(input).is_none()),
            Shown::Chosen(param, choice) => value(param) == Some(Value::Choice(choice)),
            Shown::On(param) => value(param).is_some_and(|v| v != Value::Off),
        }
    }
}

/// Whether a number is finite, also once it is rounded to the `f32` of a sample.
pub fn fits_f32(v: f64) -> bool {
    (v as f32).is_finite()
}

/// A number as people write it: whole ones without a point.
pub fn plain(v: f64) -> String {
    if v == v.trunc() && v.abs() < 1e15 { format!("{}", v as i64) } else { format!("{v:?}") }
}

/// `1 to 32`, `0 or more`, `1 or less`.
pub fn range_words((lo, hi): (f64, f64)) -> String {
    match (lo.is_finite(), hi.is_finite()) {
        (true, true) => format!("{} to {}", plain(lo), plain(hi)),
        (true, false) => format!("{} or more", plain(lo)),
        (false, true) => format!("{} or less", plain(hi)),
        (false, false) => "any finite number".to_owned(),
    }
}

/// The whole number that `v` is, if it is one.
pub fn whole(v: f64) -> Option<u32> {
    (v == v.trunc() && (0.0..=f64::from(u32::MAX)).contains(&v)).then_some(v as u32)
}

/// A graph parameter's value in words.
pub fn parameter_words(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Number(v) => plain(*v),
        ParameterValue::Choice(name) => name.clone(),
    }
}

fn number_words(limits: Option<(f64, f64)>) -> String {
    match limits {
        Some(limits) if limits.0.is_finite() || limits.1.is_finite() => {
            format!("a number from {}", range_words(limits))
        }
        _ => "a finite number".to_owned(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(v) => plain(*v),
        Value::Count(n) => n.to_string(),
        Value::Flag(b) => b.to_string(),
        Value::Seed(s) => s.to_string(),
        Value::Choice(name) => (*name).to_owned(),
        Value::Point([x, y]) => format!("({}, {})", plain(*x), plain(*y)),
        Value::Levels(_) => "a list of bands".to_owned(),
        Value::Points(_) => "a list of points".to_owned(),
        Value::Biomes(_) => "a table of biomes".to_owned(),
        Value::Off => "Off".to_owned(),
        Value::File(path) => format!("{path:?}"),
        Value::Image(image) => format!("{image:?}"),
    }
}
