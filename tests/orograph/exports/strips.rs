//! Files are written strip by strip: their bytes and reports are those of the map as a whole, whatever the strips, and
//! what goes wrong half-way leaves the old file.

use super::{ask, values, words};
use crate::support::recipe::{graph, island_like};
use orograph::deliver::{Ask, Crop, DeliverError, RangeAsk, Report, Units, deliver, hash, resolve};
use orograph::export::{Format, Layout, Preset, Shape, encode};
use orograph::graph::{Graph, Node};
use orograph::raster::Raster;
use orograph::run::{Options, Runner};
use proptest::prelude::*;
use std::fs;
use std::io::{self, Write};
use std::sync::Arc;

/// An island with tiles.
fn recipe() -> Graph {
    let mut graph = island_like(41, 37);
    graph.nodes.insert("tiles".into(), Node::new("Tiles").with("source", "height").into());
    graph
}

/// The bytes of the file and its report, written in strips of about so many samples.
fn in_strips(graph: &Graph, ask: &Ask, strip: usize) -> (Vec<u8>, Report) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let job = resolve(graph, &Ask { path: path.clone(), ..ask.clone() }).unwrap();
    let options = Options { strip, ..Options::default() };
    let report = deliver(&job, &Runner::new(Some(2), 1 << 20), &options).unwrap();
    let names = fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    let stray: Vec<String> = names.filter(|name| !name.starts_with("out")).collect();
    assert!(stray.is_empty(), "{stray:?} stayed behind");
    (fs::read(&path).unwrap(), Report { path: String::new(), beside: Vec::new(), ..report })
}

/// Every format, with every kind of content that it holds.
fn wishes(size: (u32, u32)) -> Vec<Ask> {
    let with = |node, format| Ask { format: Some(format), ..ask(node, size, "-") };
    let picture = |name: &str| Ask { picture: Some(name.into()), ..with("height", Format::Color) };
    let mut wishes: Vec<Ask> =
        Format::ALL.into_iter().filter(|f| f.holds(Shape::Tiles)).map(|format| with("tiles", format)).collect();
    for format in Format::ALL.into_iter().filter(|f| f.holds(Shape::Values) && fits(*f, size)) {
        wishes.push(with("height", format));
        wishes.push(Ask { range: RangeAsk::Given(-0.2, 0.4), ..with("land", format) });
    }
    wishes.push(Ask { range: RangeAsk::Measured, ..with("ridges", Format::R16) });
    wishes.push(Ask { units: Some(Units::Metres), ..with("height", Format::R32) });
    wishes.push(Ask { picture: Some("tiles".into()), ..with("tiles", Format::Color) });
    wishes.extend(["grey", "signed", "ramp", "terrain", "shade"].map(picture));
    wishes.extend(["heat", "hillshade", "slope", "normals", "contours", "clipping", "arrows"].map(picture));
    wishes.push(Ask { format: Some(Format::Jpeg), ..picture("terrain") });
    let map = |map: &str| Some(map.parse().unwrap());
    wishes.extend(
        ["normal-gl", "normal-dx", "flow-gl", "flow-dx"]
            .map(|name| Ask { map: map(name), ..with("height", Format::Color) }),
    );
    wishes.extend(["splat", "splat2"].map(|name| Ask { map: map(name), ..with("tiles", Format::Rgba) }));
    wishes
}

/// Whether a file of that format can have that size.
fn fits(format: Format, (width, height): (u32, u32)) -> bool {
    let square = (f64::from(width - 1) - f64::from(height - 1)).abs() < 0.5 && width > 1;
    (!format.is_mesh() || (width > 1 && height > 1)) && (format != Format::Asc || square)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn bytes_and_reports_do_not_depend_on_the_strips(
        (width, height) in (1..230_u32, 1..230_u32),
        rows in prop_oneof![Just(0_usize), 1..40_usize],
        which in any::<prop::sample::Index>(),
        flip_y in any::<bool>(),
    ) {
        let graph = recipe();
        let wishes = wishes((width, height));
        let mut ask = wishes[which.index(wishes.len())].clone();
        ask.flip_y = flip_y && !ask.format.is_some_and(Format::is_placed);
        if ask.format == Some(Format::Asc) && !fits(Format::Asc, (width, height)) {
            return Ok(());
        }
        let (whole, told) = in_strips(&graph, &ask, usize::MAX);
        let (bytes, report) = in_strips(&graph, &ask, rows * width as usize);
        prop_assert_eq!(&report, &told, "{:?}", ask);
        prop_assert!(bytes == whole, "the bytes differ: {:?}", ask);
        let raster = values(&graph, &Ask { path: "x".into(), ..ask.clone() });
        prop_assert_eq!(Some((report.min, report.max)), raster.extremes());
        prop_assert_eq!(report.mean.to_bits(), raster.mean().to_bits());
        prop_assert_eq!(report.hash, plain_hash(&raster, report.tiles.is_some()));
        if let Some(mapping) = report.mapping {
            let outside = raster.data.iter().filter(|&&v| f64::from(v) < mapping.lo || f64::from(v) > mapping.hi);
            prop_assert_eq!(report.clipped, Some(outside.count() as f64 / raster.data.len() as f64));
        }
    }
}

/// The hash by the letter of its definition.
fn plain_hash(raster: &Raster, tiles: bool) -> String {
    let mut bytes: Vec<u8> = Vec::new();
    [raster.width as u32, raster.height as u32, 1].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
    for v in &raster.data {
        if tiles { bytes.extend((*v as u16).to_le_bytes()) } else { bytes.extend((v + 0.0).to_le_bytes()) }
    }
    blake3::hash(&bytes).to_hex().to_string()
}

#[test]
fn the_hash_is_blake3s_at_any_length() {
    for samples in [0, 1, 16380, 16381, 16382, 32765, 32766, 49149, 49150, 65533, 65534, 100_000, 114_685, 131_072] {
        let raster = Raster::from_fn(samples, 1, |i, _| (i * i % 1999) as f32 - 500.0);
        assert_eq!(hash(&raster, false), plain_hash(&raster, false), "{samples} samples");
        assert_eq!(hash(&raster, true), plain_hash(&raster, true), "{samples} tiles");
    }
}

#[test]
fn southern_rows_come_first_in_strips_of_a_row_too() {
    let graph = recipe();
    let wish = Ask { preset: Preset::find("unity"), format: Some(Format::R16), ..ask("height", (257, 257), "-") };
    let (bytes, report) = in_strips(&graph, &wish, 1);
    let (whole, told) = in_strips(&graph, &wish, usize::MAX);
    assert_eq!((report.first_row, &report), ("south", &told));
    assert!(bytes == whole);
    let values = values(&graph, &wish);
    for (code, i) in words(&bytes).into_iter().zip(0..) {
        let value = f64::from(values.at(i % 257, 256 - i / 257));
        assert_eq!(f64::from(code), (value * 65536.0).round().min(65535.0));
    }
    assert_eq!(report.hash, plain_hash(&values, false), "the hash begins in the north all the same");
}

#[test]
fn a_cancelled_export_leaves_the_old_file_and_nothing_else() {
    for format in [Format::R16, Format::Png16] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map");
        fs::write(&path, b"old").unwrap();
        let graph = recipe();
        let job = resolve(&graph, &Ask { format: Some(format), ..ask("height", (65, 65), &path) }).unwrap();
        let options = Options { strip: 65, ..Options::default() };
        let cancel = options.cancel.clone();
        // The last but one strip: nearly everything is written by then.
        let progress = move |share: f32| {
            if share > 0.98 {
                cancel.cancel();
            }
        };
        let options = Options { progress: Some(Arc::new(progress)), ..options };
        let ended = deliver(&job, &Runner::new(Some(2), 1 << 20), &options);
        assert!(matches!(ended, Err(DeliverError::Cancelled)), "{ended:?}");
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file stays behind");
    }
}

#[test]
fn progress_rises_through_measuring_and_rendering_to_the_end() {
    let graph = island_like(129, 129);
    let shares = Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = Arc::clone(&shares);
    let progress = move |share: f32| seen.lock().unwrap().push(share);
    let options = Options { strip: 129 * 16, progress: Some(Arc::new(progress)), ..Options::default() };
    let folder = tempfile::tempdir().unwrap();
    let wish = Ask { path: folder.path().join("x"), range: RangeAsk::Measured, ..ask("height", (129, 129), "-") };
    let job = resolve(&graph, &Ask { format: Some(Format::R16), ..wish }).unwrap();
    deliver(&job, &Runner::new(Some(1), 0), &options).unwrap();
    let shares = shares.lock().unwrap();
    assert!(shares.is_sorted(), "{shares:?}");
    assert!(shares[0] < 0.2 && (shares[shares.len() - 1] - 1.0).abs() < 1e-3, "{shares:?}");
}

/// Takes so many bytes, then the disk is full.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.len() > self.0 {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_disk_that_fills_up_at_any_byte_is_an_error_of_every_format() {
    for format in Format::ALL {
        let layout = Layout { palette: vec![[1, 2, 3]; 256], ..Layout::new(61, 5, format) };
        let samples: Vec<u8> = (0..layout.bytes()).map(|i| (i * i % 251) as u8).collect();
        let mut file = Vec::new();
        encode(&layout, &mut file, |rows| samples.chunks(7).try_for_each(|s| rows.write_all(s))).unwrap();
        for room in (0..file.len()).step_by(1 + file.len() / 4000) {
            let full = encode(&layout, &mut Full(room), |rows| rows.write_all(&samples)).unwrap_err();
            assert_eq!(full.kind(), io::ErrorKind::StorageFull, "{format:?} with room for {room} bytes");
        }
        encode(&layout, &mut Full(file.len()), |rows| rows.write_all(&samples)).unwrap();
        let short = encode(&layout, &mut Vec::new(), |rows| rows.write_all(&samples[1..])).unwrap_err();
        assert_eq!(short.kind(), io::ErrorKind::UnexpectedEof);
        let long = encode(&layout, &mut Vec::new(), |rows| rows.write_all(&[&samples[..], &[0]].concat())).unwrap_err();
        assert_eq!(long.kind(), io::ErrorKind::InvalidInput);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_one_sentence() {
    let graph = graph(&[("n", Node::new("White"))]);
    for format in [Format::R32, Format::Png16] {
        let wish = Ask { format: Some(format), ..ask("n", (1025, 1025), "/dev/full") };
        let options = Options { strip: 1 << 16, ..Options::default() };
        let ended = deliver(&resolve(&graph, &wish).unwrap(), &Runner::new(Some(2), 0), &options);
        let sentence = ended.unwrap_err().to_string();
        assert!(sentence.starts_with("cannot write /dev/full: the disk is full"), "{sentence}");
    }
}

#[test]
fn a_map_may_be_very_wide_or_very_tall() {
    let graph = graph(&[("n", Node::new("White"))]);
    for size in [(65_537, 3), (3, 65_537)] {
        let of = |strip| in_strips(&graph, &Ask { format: Some(Format::Png16), ..ask("n", size, "-") }, strip);
        let (bytes, report) = of(100_000);
        assert_eq!((bytes, report), of(usize::MAX));
    }
    let region = |x, width| Some(Crop { x, y: 0, width, height: 1 });
    let wide = |width| resolve(&graph, &Ask { region: region(0, width), ..ask("n", (65, 65), "a.r16") });
    assert!(wide(1 << 22).is_ok());
    let refused = wide((1 << 22) + 1).unwrap_err().to_string();
    assert!(refused.contains("at most 4194304 in a row"), "{refused}");
}
