//! `node!` and `choice!`: a node's single declaration, turned into a struct for its kernel and data for everyone else.

use super::{DefaultValue, NodeSpec, Number, Open, Span};

/// Declares a parameter's options as an enum. Every variant carries one sentence of documentation.
macro_rules! choice {
    (
        $(#[doc = $doc:literal])+
        pub enum $name:ident { $( $(#[doc = $vdoc:literal])+ $variant:ident, )+ }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $( $(#[doc = $vdoc])+ $variant, )+ }

        impl $name {
            /// Name in files.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => stringify!($variant), )+ }
            }
        }

        impl $crate::spec::Choices for $name {
            const OPTIONS: &'static [$crate::spec::Choice] = &[
                $( $crate::spec::Choice { name: stringify!($variant), doc: concat!($($vdoc),+).trim_ascii() }, )+
            ];

            fn from_name(name: &str) -> Option<Self> {
                match name { $( stringify!($variant) => Some(Self::$variant), )+ _ => None }
            }
        }
    };
}

/// Declares a node: its documentation, ports, parameters, defaults, ranges and outputs.
///
/// Expands to a struct that holds the parameters (one documented field each), an associated constant with the index of
/// each input under the input's name, and `SPEC`, the same declaration as data. The struct must implement
/// [`Node`](crate::spec::Node). Defaults outside their ranges do not compile.
///
/// `version 2 after [v1::Fbm::SPEC]` declares a second version; the first stays as it was, in a module of its own.
macro_rules! node {
    (
        $(#[doc = $doc:literal])+
        pub struct $name:ident = $title:literal in $category:ident,
        keywords [$($keyword:literal),* $(,)?]
        $(, pointwise $($never:lifetime)?)?
        $(, bypass $bypass:ident)?
        $(, face [$($face:ident),*])?
        $(, version $version:literal after [$($older:expr),+])?
        ;
        inputs { $(
            $(#[doc = $idoc:literal])+
            $iname:ident : $port:ident($iq:ident) = $iopen:expr
                $(, soft $isoft:expr)? $(, hard $ihard:expr)? $(=> when $ishown:expr)? ;
        )* }
        params { $(
            $(#[doc = $pdoc:literal])+
            $pname:ident : $ptype:ident = $pdefault:expr
                $(, soft $psoft:expr)? $(, hard $phard:expr)? $(=> when $pshown:expr)? ;
        )* }
        outputs { $( $oname:ident : $oq:ident ),+ $(,)? }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug)]
        pub struct $name { $( $(#[doc = $pdoc])+ pub $pname: $ptype, )* }

        const _: () = {
            #[allow(non_camel_case_types, clippy::enum_variant_names, dead_code, reason = "counts the inputs")]
            enum Index { $($iname,)* End }
            #[allow(non_upper_case_globals, dead_code, reason = "an input's index carries the input's name")]
            impl $name { $( $(#[doc = $idoc])+ pub const $iname: usize = Index::$iname as usize; )* }
        };

        impl $name {
            /// The declaration as data.
            pub const SPEC: $crate::spec::NodeSpec = $crate::spec::NodeSpec {
                kind: stringify!($name),
                title: $title,
                category: $crate::spec::Category::$category,
                keywords: &[$($keyword),*],
                doc: concat!($($doc, "\n"),+),
                version: $crate::spec::declare::version!($($version)?),
                older: &[$($(&$older),+)?],
                pointwise: $crate::spec::declare::present!($(yes $($never)?)?),
                inputs: &[$(
                    $crate::spec::InputSpec {
                        name: stringify!($iname),
                        doc: concat!($($idoc, "\n"),+),
                        port: $crate::spec::Port::$port,
                        quantity: $crate::spec::Quantity::$iq,
                        open: $iopen,
                        soft: $crate::spec::declare::span!($iq $(, $isoft)?),
                        hard: $crate::spec::declare::span!($iq $(, $ihard)?),
                        shown: $crate::spec::declare::shown!($($ishown)?),
                    },
                )*],
                params: &[$(
                    $crate::spec::ParamSpec {
                        name: stringify!($pname),
                        doc: concat!($($pdoc, "\n"),+),
                        kind: $crate::spec::declare::kind!($ptype),
                        default: $crate::spec::declare::default!($ptype, $pdefault),
                        soft: $crate::spec::declare::span!($ptype $(, $psoft)?),
                        hard: $crate::spec::declare::span!($ptype $(, $phard)?),
                        shown: $crate::spec::declare::shown!($($pshown)?),
                    },
                )*],
                outputs: &[$(
                    $crate::spec::declare::output!($oname, $oq),
                )+],
                bypass: $crate::spec::declare::bypass!($($bypass)?),
                face: &[$($(stringify!($face)),*)?],
                build: |args| {
                    #[allow(unused_mut, unused_variables, reason = "a node may have no parameters")]
                    let mut values = args.values.iter();
                    let node = $name { $( $pname: $crate::spec::declare::take(&mut values), )* };
                    let outputs = <$name>::SPEC.outputs.len();
                    let bounds = (0..outputs).map(|o| $crate::spec::Node::bound(&node, o, args.inputs)).collect();
                    let period = $crate::spec::Node::period(&node);
                    $crate::spec::Built { bounds, period, kernel: $crate::spec::Node::kernel(node, args.inputs) }
                },
            };
        }

        const _: () = $crate::spec::declare::check(&<$name>::SPEC);
    };
}

macro_rules! kind {
    (f64) => {
        $crate::spec::ParamKind::Number
    };
    (u32) => {
        $crate::spec::ParamKind::Count
    };
    (bool) => {
        $crate::spec::ParamKind::Flag
    };
    (Seed) => {
        $crate::spec::ParamKind::Seed
    };
    (Metres) => {
        $crate::spec::ParamKind::Metres
    };
    (Degrees) => {
        $crate::spec::ParamKind::Degrees
    };
    (Point) => {
        $crate::spec::ParamKind::Point
    };
    (Levels) => {
        $crate::spec::ParamKind::Levels
    };
    (Points) => {
        $crate::spec::ParamKind::Points
    };
    (Path) => {
        $crate::spec::ParamKind::Rows(&$crate::spec::PATH)
    };
    (Terraces) => {
        $crate::spec::ParamKind::Rows(&$crate::spec::TERRACES)
    };
    (Biomap) => {
        $crate::spec::ParamKind::Biomes
    };
    (Optional) => {
        $crate::spec::ParamKind::Optional
    };
    (File) => {
        $crate::spec::ParamKind::File
    };
    ($choice:ident) => {
        $crate::spec::ParamKind::Choice(<$choice as $crate::spec::Choices>::OPTIONS)
    };
}

macro_rules! default {
    (f64, $v:expr) => {
        $crate::spec::DefaultValue::Number($crate::spec::Number::Fixed($v))
    };
    (Degrees, $v:expr) => {
        $crate::spec::DefaultValue::Number($crate::spec::Number::Fixed($v))
    };
    (Metres, $v:expr) => {
        $crate::spec::DefaultValue::Number($v)
    };
    (u32, $v:expr) => {
        $crate::spec::DefaultValue::Count($v)
    };
    (bool, $v:expr) => {
        $crate::spec::DefaultValue::Flag($v)
    };
    (Seed, $v:expr) => {
        $crate::spec::DefaultValue::Seed($v)
    };
    (Point, $v:expr) => {
        $v
    };
    (Levels, $v:expr) => {
        $v
    };
    (Points, $v:expr) => {
        $crate::spec::DefaultValue::Points($v)
    };
    (Path, $v:expr) => {
        $crate::spec::DefaultValue::Path($v)
    };
    (Terraces, $v:expr) => {
        $crate::spec::DefaultValue::Points($v)
    };
    (Biomap, $v:expr) => {
        $v
    };
    (Optional, $v:expr) => {
        $v
    };
    (File, $v:expr) => {
        $v
    };
    ($choice:ident, $v:expr) => {
        $crate::spec::DefaultValue::Choice($v.name())
    };
}

macro_rules! span {
    ($type:ident) => {
        None
    };
    (Metres, $range:expr) => {
        Some($crate::spec::Span::lengths($range))
    };
    (u32, $range:expr) => {
        Some($crate::spec::Span::counts($range))
    };
    ($type:ident, $range:expr) => {
        Some($crate::spec::Span::numbers($range))
    };
}

macro_rules! shown {
    () => {
        $crate::spec::Shown::Always
    };
    ($shown:expr) => {
        $shown
    };
}

/// Whether an optional word was there. (`$never` in `node!` matches nothing; a repetition needs a variable to be counted.)
macro_rules! present {
    () => {
        false
    };
    (yes) => {
        true
    };
}

macro_rules! output {
    ($name:ident, Inherited) => {
        $crate::spec::OutputSpec { name: stringify!($name), quantity: $crate::spec::Quantity::Plain, inherits: true }
    };
    ($name:ident, $quantity:ident) => {
        $crate::spec::OutputSpec {
            name: stringify!($name),
            quantity: $crate::spec::Quantity::$quantity,
            inherits: false,
        }
    };
}

macro_rules! version {
    () => {
        1
    };
    ($version:literal) => {
        $version
    };
}

macro_rules! bypass {
    () => {
        None
    };
    ($input:ident) => {
        Some(stringify!($input))
    };
}

pub(crate) use {bypass, choice, default, kind, node, output, present, shown, span, version};

/// Reads the next parameter of a node that is being built.
///
/// # Panics
/// When the planner hands over a value of another kind than the spec declares, which checks exclude.
#[doc(hidden)]
pub fn take<'a, T: super::FromValue>(values: &mut impl Iterator<Item = &'a super::Value>) -> T {
    match values.next().and_then(T::from_value) {
        Some(value) => value,
        None => unreachable!("a checked value has the kind that its parameter declares"),
    }
}

/// Refuses, at compile time, a declaration whose defaults or soft ranges leave the hard ranges, or that lacks words.
pub const fn check(spec: &NodeSpec) {
    assert!(!spec.outputs.is_empty(), "a node gives something");
    assert!(spec.outputs.len() <= super::MOST_OUTPUTS, "a node gives this many values at most");
    assert!(spec.inputs.len() <= super::MOST_INPUTS, "a node reads this many values at most");
    assert!(spec.face.len() <= 3, "a node shows three parameters at most");
    assert!(spec.older.len() + 1 == spec.version as usize, "every version before the current one is kept");
    let mut i = 0;
    while i < spec.older.len() {
        let older = spec.older[i];
        assert!(older.version as usize == i + 1, "older versions stand in their order");
        assert!(older.older.is_empty(), "an older version has no older ones of its own");
        assert!(same(older.kind, spec.kind), "an older version is of the same kind");
        i += 1;
    }
    let mut i = 0;
    while i < spec.inputs.len() {
        let input = &spec.inputs[i];
        assert!(input.doc.len() > 8, "an input is documented");
        if let Open::Number(n) = input.open {
            assert!(inside(n, input.hard), "an input's default lies inside its hard range");
        }
        assert!(nested(input.soft, input.hard), "a soft range lies inside the hard one");
        i += 1;
    }
    let mut i = 0;
    while i < spec.params.len() {
        let param = &spec.params[i];
        assert!(param.doc.len() > 8, "a parameter is documented");
        match param.default {
            DefaultValue::Number(n) => assert!(inside(n, param.hard), "a default lies inside its hard range"),
            DefaultValue::Count(n) => {
                assert!(inside(Number::Fixed(n as f64), param.hard), "a default lies inside its hard range");
            }
            _ => {}
        }
        assert!(nested(param.soft, param.hard), "a soft range lies inside the hard one");
        i += 1;
    }
}

/// Whether two names are the same.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

/// Whether `n` lies in `span`; numbers of different kinds cannot be compared before the world is known.
const fn inside(n: Number, span: Option<Span>) -> bool {
    match span {
        Some(span) => ordered(span.lo, n) && ordered(n, span.hi),
        None => true,
    }
}

const fn nested(soft: Option<Span>, hard: Option<Span>) -> bool {
    match soft {
        Some(soft) => inside(soft.lo, hard) && inside(soft.hi, hard),
        None => true,
    }
}

const fn ordered(a: Number, b: Number) -> bool {
    match (a, b) {
        (Number::Fixed(a), Number::Fixed(b))
        | (Number::OfExtent(a), Number::OfExtent(b))
        | (Number::OfShorterSide(a), Number::OfShorterSide(b))
        | (Number::OfWidth(a), Number::OfWidth(b))
        | (Number::OfHeight(a), Number::OfHeight(b)) => a <= b,
        _ => true,
    }
}
