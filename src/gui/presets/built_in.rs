//! Presets that come with the program: what its recipes are made of, with lengths as shares of the world.

use crate::graph::{Graph, Node, World};
use crate::gui::language::{self, key};
use crate::gui::values::Values;
use crate::gui::widgets::expression::round_to;
use crate::spec::Value;

/// Digits of a length that is worked out.
const DIGITS: i32 = 3;

/// A preset of the program.
pub struct BuiltIn {
    /// Kind of nodes.
    pub kind: &'static str,
    /// Name on screen, in English.
    pub name: &'static str,
    values: &'static [(&'static str, Given)],
}

/// A value of a preset.
#[derive(Clone, Copy)]
enum Given {
    /// This number.
    Number(f64),
    /// This whole number.
    Count(u32),
    /// This option.
    Choice(&'static str),
    /// A switch.
    Flag(bool),
    /// A share of the world's longer side, in metres.
    OfExtent(f64),
    /// A share of the world's shorter side, in metres.
    OfShorterSide(f64),
}
use Given::{Choice, Count, Flag, Number, OfExtent, OfShorterSide};

/// Feature scale, octaves, lacunarity and gain of a fractal.
macro_rules! fractal {
    ($kind:literal, $name:expr, $scale:expr, $octaves:literal, $lacunarity:literal, $gain:literal) => {
        BuiltIn {
            kind: $kind,
            name: $name,
            values: &[
                ("feature_scale", OfExtent($scale)),
                ("octaves", Count($octaves)),
                ("lacunarity", Number($lacunarity)),
                ("gain", Number($gain)),
            ],
        }
    };
}

/// Ends of a remap.
macro_rules! remap {
    ($name:expr, $from:expr, $to:expr, $clamp:literal) => {
        BuiltIn {
            kind: "Remap",
            name: $name,
            values: &[
                ("from_min", Number($from.0)),
                ("from_max", Number($from.1)),
                ("to_min", Number($to.0)),
                ("to_max", Number($to.1)),
                ("clamp", Flag($clamp)),
            ],
        }
    };
}

/// A falloff from the middle of the world.
macro_rules! falloff {
    ($name:expr, $radius:literal, $inner:literal, $shape:literal, $falloff:literal) => {
        BuiltIn {
            kind: "RadialFalloff",
            name: $name,
            values: &[
                ("radius", OfShorterSide($radius)),
                ("inner", Number($inner)),
                ("shape", Choice($shape)),
                ("falloff", Choice($falloff)),
            ],
        }
    };
}

/// Every preset of the program. Those of one kind set the same fields, so that one can follow another.
pub const BUILT_IN: &[BuiltIn] = &[
    fractal!("Fbm", key!("Rolling hills"), 0.3, 6, 2.0, 0.4),
    fractal!("Fbm", key!("Mountains"), 0.32, 8, 2.0, 0.5),
    fractal!("Fbm", key!("Continents"), 0.39, 6, 2.0, 0.5),
    fractal!("Fbm", key!("Soft swells"), 0.31, 3, 2.0, 0.5),
    fractal!("Fbm", key!("Rough ground"), 0.1, 8, 2.2, 0.55),
    fractal!("Ridged", key!("Alpine ranges"), 0.366, 7, 2.5, 0.4),
    fractal!("Ridged", key!("Spurs"), 0.146, 6, 2.5, 0.4),
    fractal!("Ridged", key!("Island ridges"), 0.28, 8, 2.0, 0.5),
    fractal!("Billow", key!("Creases"), 0.254, 4, 2.0, 0.4),
    fractal!("Billow", key!("Dunes"), 0.08, 3, 2.0, 0.3),
    BuiltIn {
        kind: "Warp",
        name: key!("Gentle bends"),
        values: &[("amplitude", OfExtent(0.05)), ("feature_scale", OfExtent(0.26))],
    },
    BuiltIn {
        kind: "Warp",
        name: key!("Bays and headlands"),
        values: &[("amplitude", OfExtent(0.127)), ("feature_scale", OfExtent(0.366))],
    },
    BuiltIn {
        kind: "Warp",
        name: key!("Curls"),
        values: &[("amplitude", OfExtent(0.2)), ("feature_scale", OfExtent(0.274))],
    },
    BuiltIn { kind: "Power", name: key!("Softer valleys"), values: &[("b", Number(1.25))] },
    BuiltIn { kind: "Power", name: key!("Sharp peaks"), values: &[("b", Number(1.7))] },
    BuiltIn { kind: "Power", name: key!("Thin veins"), values: &[("b", Number(14.0))] },
    remap!(key!("Ridges to peaks"), (-0.1, 0.9), (0.0, 1.0), true),
    remap!(key!("Low hills"), (-0.5, 0.5), (0.3, 0.7), false),
    remap!(key!("Signed to unit"), (-1.0, 1.0), (0.0, 1.0), false),
    falloff!(key!("Island"), 0.43, 0.45, "Circle", "Smoothstep"),
    falloff!(key!("Cone"), 0.45, 0.0, "Circle", "Linear"),
    falloff!(key!("Square plateau"), 0.48, 0.7, "Square", "Smoothstep"),
];

impl BuiltIn {
    /// The presets of a kind.
    pub fn of(kind: &str) -> impl Iterator<Item = &'static Self> {
        BUILT_IN.iter().filter(move |preset| preset.kind == kind)
    }

    /// Name in the language of the interface.
    pub fn title(&self) -> &'static str {
        language::text(self.name)
    }

    /// The values in a world.
    pub fn values(&self, world: &World) -> Option<Values> {
        let mut node = Node::new(self.kind);
        for (field, given) in self.values {
            let length = |v: f64| Value::Number(round_to(v, DIGITS));
            let value = match *given {
                Number(v) => Value::Number(v),
                Count(n) => Value::Count(n),
                Choice(name) => Value::Choice(name),
                Flag(on) => Value::Flag(on),
                OfExtent(share) => length(share * world.extent.0.max(world.extent.1)),
                OfShorterSide(share) => length(share * world.extent.0.min(world.extent.1)),
            };
            node.settings.insert((*field).into(), value.into());
        }
        Values::of_settings(&Graph { world: *world, ..Graph::default() }, &node)
    }

    /// Names of the fields that it sets.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.values.iter().map(|(field, _)| *field)
    }
}
