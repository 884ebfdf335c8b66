//! Numbers as people type them.

use orograph::gui::widgets::number::{Unit, format, parse};
use proptest::prelude::*;

#[test]
fn calculations_and_units_are_understood() {
    let cases: &[(&str, Unit, f64)] = &[
        ("1.5km", Unit::Metres, 1500.0),
        ("820 m", Unit::Metres, 820.0),
        ("1km + 200", Unit::Metres, 1200.0),
        ("-35 cm", Unit::Metres, -0.35),
        ("10 000 m", Unit::Metres, 10_000.0),
        ("(1 + 2) km", Unit::Metres, 3000.0),
        ("512/3", Unit::Plain, 512.0 / 3.0),
        ("2*100+5", Unit::Plain, 205.0),
        ("5+2*100", Unit::Plain, 205.0),
        ("2*(100+5)", Unit::Plain, 210.0),
        ("30%", Unit::Plain, 0.3),
        ("1e3", Unit::Plain, 1000.0),
        ("1E-2", Unit::Plain, 0.01),
        ("1e3m", Unit::Metres, 1000.0),
        ("3em", Unit::Metres, f64::NAN),
        ("--2", Unit::Plain, 2.0),
        ("\u{2212}2.5", Unit::Plain, -2.5),
        (".5", Unit::Plain, 0.5),
        ("5.", Unit::Plain, 5.0),
        ("0,5", Unit::Plain, 0.5),
        ("1,25", Unit::Plain, 1.25),
        ("0,500", Unit::Plain, 0.5),
        ("1500,250", Unit::Plain, 1500.25),
        ("1,234.5", Unit::Plain, 1234.5),
        ("1.234,5", Unit::Plain, 1234.5),
        ("1,000,000", Unit::Plain, 1e6),
        ("1.000.000", Unit::Plain, 1e6),
        ("1_000", Unit::Plain, 1000.0),
        ("45\u{b0}", Unit::Degrees, 45.0),
        ("0.5 turns", Unit::Degrees, 180.0),
    ];
    for (text, unit, value) in cases {
        let read = parse(text, *unit);
        match value.is_nan() {
            true => assert!(read.is_err(), "{text} is {read:?}"),
            false => assert_eq!(read, Ok(*value), "{text}"),
        }
    }
}

#[test]
fn nonsense_is_refused_in_one_sentence() {
    let cases = [
        "", "  ", "abc", "1+", "1..2", "(1", "1)", "1 2", "2 km km", "1/0", "1e999", "1,2,3", "1.2.3", "$x", "5kg",
        "1,500",
    ];
    for text in cases {
        let why = parse(text, Unit::Metres).expect_err(text);
        assert!(why.ends_with('.'), "{text}: {why}");
        assert_eq!(why.matches(". ").count(), 0, "{text}: {why}");
    }
    assert!(parse("1,500", Unit::Plain).unwrap_err().contains("1.500 or 1500"));
    assert!(parse("5%", Unit::Metres).unwrap_err().contains("km"));
    assert!(parse(&"(".repeat(100_000), Unit::Plain).is_err());
    assert!(parse(&"-".repeat(100_000), Unit::Plain).is_err());
}

#[test]
fn minus_zero_never_surfaces() {
    assert_eq!(parse("-0", Unit::Plain).unwrap().to_bits(), 0.0_f64.to_bits());
    assert_eq!(parse("0*-5", Unit::Plain).unwrap().to_bits(), 0.0_f64.to_bits());
    assert_eq!(format(-0.0, Unit::Plain), "0");
    assert_eq!(format(-0.0, Unit::Metres), "0 m");
}

#[test]
fn values_are_shown_with_few_digits_and_their_unit() {
    let cases: &[(f64, Unit, &str)] = &[
        (820.0, Unit::Metres, "820 m"),
        (9999.0, Unit::Metres, "9999 m"),
        (10_000.0, Unit::Metres, "10 km"),
        (9999.99, Unit::Metres, "10 km"),
        (4_096_000.0, Unit::Metres, "4096 km"),
        (-6000.0, Unit::Metres, "-6000 m"),
        (-16_384.0, Unit::Metres, "-16.384 km"),
        (341.333_333, Unit::Metres, "341.33 m"),
        (0.1 + 0.2, Unit::Plain, "0.3"),
        (1.0 / 3.0, Unit::Plain, "0.33333"),
        (45.0, Unit::Degrees, "45\u{b0}"),
        (1e20, Unit::Plain, "1e20"),
        (1.5e-9, Unit::Plain, "1.5e-9"),
        (f64::INFINITY, Unit::Plain, "unlimited"),
    ];
    for (value, unit, text) in cases {
        assert_eq!(format(*value, *unit), *text, "{value}");
    }
}

proptest! {
    #[test]
    fn what_is_shown_reads_back_at_its_precision(
        mantissa in -1.0..1.0_f64,
        exponent in -20..20_i32,
        unit in prop::sample::select(vec![Unit::Plain, Unit::Metres, Unit::Degrees]),
    ) {
        let value: f64 = format!("{mantissa}e{exponent}").parse().unwrap();
        let text = format(value, unit);
        let back = parse(&text, unit).unwrap();
        prop_assert!((back - value).abs() <= value.abs() * 5.1e-5, "{} became {}", value, text);
        prop_assert_eq!(format(back, unit), text);
        prop_assert!(back != 0.0 || back.is_sign_positive());
    }

    #[test]
    fn no_text_breaks_the_reader(text in "[-+*/(), .e0-9km%\u{b0}]{0,24}") {
        if let Ok(value) = parse(&text, Unit::Metres) {
            prop_assert!(value.is_finite());
        }
    }
}
