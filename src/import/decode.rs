//! PNG, TIFF and OpenEXR by the crates that know them; everything else is handed on.

use super::raw::RawKind;
use super::{Decoded, ImportError, Wish, check_size, extension, grid, raw};
use std::io::Cursor;
use tiff::decoder::{Decoder as TiffDecoder, DecodingResult, Limits};
use tiff::tags::Tag;

/// Decodes by what the file's first bytes say, else by its extension.
pub fn decode(wish: &Wish, bytes: &[u8]) -> Result<Decoded, ImportError> {
    let extension = extension(&wish.path);
    if let Some(kind) = wish.raw {
        return raw::raw(kind, wish, bytes);
    }
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => png(wish.shares, bytes),
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => tiff(wish.shares, bytes),
        [0x76, 0x2f, 0x31, 0x01, ..] => exr(bytes),
        [0x93, b'N', b'U', b'M', b'P', b'Y', ..] => raw::npy(bytes),
        [b'P', b'5', b' ' | b'\n' | b'\t' | b'\r', ..] => raw::pgm(wish.shares, bytes),
        _ if extension == "asc" || extension == "txt" => grid::asc(bytes),
        _ => match RawKind::by_extension(&extension) {
            Some(kind) => raw::raw(kind, wish, bytes),
            None => Err(ImportError::new(
                "is none of the known images: .png, .tif, .exr, .asc, .npy, .pgm, .r8, .r16, .r32, or .raw with its format",
            )),
        },
    }
}

/// The first channel of interleaved samples.
fn first<T: Copy>(samples: &[T], channels: usize, value: impl Fn(T) -> f32) -> Vec<f32> {
    samples.iter().step_by(channels.max(1)).map(|v| value(*v)).collect()
}

/// A whole number as a share of the largest one, or as it is.
fn whole(shares: bool, most: f64) -> impl Fn(f64) -> f32 {
    move |v| if shares { (v / most) as f32 } else { v as f32 }
}

fn png(shares: bool, bytes: &[u8]) -> Result<Decoded, ImportError> {
    let failed = |e: png::DecodingError| ImportError::new(format!("is no PNG that can be read: {e}"));
    let limits = png::Limits { bytes: 1 << 32 };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), limits);
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(failed)?;
    let (width, height) = (reader.info().width, reader.info().height);
    check_size(width.into(), height.into())?;
    let size = reader.output_buffer_size().ok_or_else(|| ImportError::new("is too large"))?;
    let mut pixels = vec![0; size];
    let frame = reader.next_frame(&mut pixels).map_err(failed)?;
    pixels.truncate(frame.buffer_size());
    let channels = frame.color_type.samples();
    let data = match frame.bit_depth {
        png::BitDepth::Sixteen => {
            let value = whole(shares, 65535.0);
            first(pixels.as_chunks().0, channels, |b| value(u16::from_be_bytes(b).into()))
        }
        _ => {
            let value = whole(shares, 255.0);
            first(&pixels, channels, |b| value(b.into()))
        }
    };
    Ok(Decoded { width: width as usize, height: height as usize, data, no_data: None })
}

fn tiff(shares: bool, bytes: &[u8]) -> Result<Decoded, ImportError> {
    let failed = |e: tiff::TiffError| ImportError::new(format!("is no TIFF that can be read: {e}"));
    let mut decoder = TiffDecoder::new(Cursor::new(bytes)).map_err(failed)?.with_limits(limits());
    let (width, height) = decoder.dimensions().map_err(failed)?;
    check_size(width.into(), height.into())?;
    let no_data = decoder.get_tag_ascii_string(Tag::GdalNodata).ok();
    let planar = decoder.find_tag_unsigned::<u16>(Tag::PlanarConfiguration).map_err(failed)? == Some(2);
    let result = decoder.read_image().map_err(failed)?;
    let count = width as usize * height as usize;
    let channels = |samples: usize| if planar { 1 } else { (samples / count).max(1) };
    macro_rules! numbers {
        ($samples:expr, $most:expr) => {{
            let value = whole(shares, $most as f64);
            first(&$samples, channels($samples.len()), |v| value(v as f64))
        }};
        ($samples:expr) => {{ first(&$samples, channels($samples.len()), |v| v as f32) }};
    }
    let mut data = match result {
        DecodingResult::U8(s) => numbers!(s, u8::MAX),
        DecodingResult::U16(s) => numbers!(s, u16::MAX),
        DecodingResult::U32(s) => numbers!(s, u32::MAX),
        DecodingResult::U64(s) => numbers!(s, u64::MAX),
        DecodingResult::I8(s) => numbers!(s),
        DecodingResult::I16(s) => numbers!(s),
        DecodingResult::I32(s) => numbers!(s),
        DecodingResult::I64(s) => numbers!(s),
        DecodingResult::F16(s) => first(&s, channels(s.len()), f32::from),
        DecodingResult::F32(s) => numbers!(s),
        DecodingResult::F64(s) => numbers!(s),
    };
    data.truncate(count);
    let no_data = no_data.and_then(|text| text.trim_matches(['\0', ' ', '\n']).parse().ok());
    Ok(Decoded { width: width as usize, height: height as usize, data, no_data })
}

/// Room for the largest image that is allowed, and none for tables that a damaged file claims.
fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = 9 << 28;
    limits.intermediate_buffer_size = 9 << 28;
    limits.ifd_value_size = 1 << 24;
    limits
}

fn exr(bytes: &[u8]) -> Result<Decoded, ImportError> {
    use exr::prelude::{ReadChannels, ReadLayers, read};
    let failed = |e: exr::error::Error| ImportError::new(format!("is no OpenEXR file that can be read: {e}"));
    let meta = exr::meta::MetaData::read_from_buffered(Cursor::new(bytes), false).map_err(failed)?;
    for header in &meta.headers {
        check_size(header.layer_size.width() as u64, header.layer_size.height() as u64)?;
    }
    let reader = read().no_deep_data().largest_resolution_level().all_channels().first_valid_layer().all_attributes();
    let image = reader.non_parallel().from_buffered(Cursor::new(bytes)).map_err(failed)?;
    let layer = image.layer_data;
    let list = &layer.channel_data.list;
    let named = |name: &str| list.iter().find(|channel| channel.name.eq(name));
    let channel = named("R").or_else(|| named("Y")).or_else(|| list.first());
    let channel = channel.ok_or_else(|| ImportError::new("has no channel"))?;
    let data = channel.sample_data.values_as_f32().collect();
    Ok(Decoded { width: layer.size.width(), height: layer.size.height(), data, no_data: None })
}
