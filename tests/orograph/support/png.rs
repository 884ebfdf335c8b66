//! A reader of PNG files that shares no code with the writer: chunks, inflate (RFC 1951, 1996) and filters by the letter
//! of the specification.

/// A decoded file: its chunks' names and the unfiltered bytes of its rows.
pub struct Png {
    pub width: usize,
    pub height: usize,
    pub depth: u8,
    pub color: u8,
    pub chunks: Vec<String>,
    pub palette: Vec<[u8; 3]>,
    pub bytes: Vec<u8>,
}

impl Png {
    /// Samples of 16 bits, most significant byte first.
    pub fn words(&self) -> Vec<u16> {
        assert_eq!(self.depth, 16);
        self.bytes.chunks_exact(2).map(|b| u16::from(b[0]) << 8 | u16::from(b[1])).collect()
    }
}

pub fn read(file: &[u8]) -> Png {
    assert_eq!(file[..8], *b"\x89PNG\r\n\x1a\n");
    let word = |at: usize| u32::from_be_bytes(file[at..at + 4].try_into().unwrap()) as usize;
    let (mut chunks, mut palette, mut packed, mut header) = (Vec::new(), Vec::new(), Vec::new(), &file[..0]);
    let mut at = 8;
    while at < file.len() {
        let length = word(at);
        let (name, data) = (&file[at + 4..at + 8], &file[at + 8..at + 8 + length]);
        assert_eq!(word(at + 8 + length), crc(&file[at + 4..at + 8 + length]) as usize, "checksum of a chunk");
        match name {
            b"IHDR" => header = data,
            b"PLTE" => palette = data.as_chunks::<3>().0.to_vec(),
            b"IDAT" => packed.extend_from_slice(data),
            _ => {}
        }
        chunks.push(String::from_utf8(name.to_vec()).unwrap());
        at += 12 + length;
    }
    chunks.dedup();
    let (width, height) = (word(16), word(20));
    let (depth, color) = (header[8], header[9]);
    let channels = [1, 1, 3, 1, 2, 1, 4][usize::from(color)];
    let pixel = channels * usize::from(depth) / 8;
    let bytes = unfilter(&inflate(&packed[2..]), width * pixel, pixel);
    assert_eq!(bytes.len(), width * height * pixel);
    Png { width, height, depth, color, chunks, palette, bytes }
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &b| (0..8).fold(crc ^ u32::from(b), |crc, _| step(crc)))
}

fn unfilter(packed: &[u8], row: usize, pixel: usize) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::new();
    for line in packed.chunks_exact(row + 1) {
        let start = out.len();
        for (i, &byte) in line[1..].iter().enumerate() {
            let left = if i >= pixel { i32::from(out[start + i - pixel]) } else { 0 };
            let up = if start > 0 { i32::from(out[start + i - row]) } else { 0 };
            let corner = if start > 0 && i >= pixel { i32::from(out[start + i - row - pixel]) } else { 0 };
            let (a, b, c) = ((up - corner).abs(), (left - corner).abs(), (left + up - 2 * corner).abs());
            let paeth = if a <= b && a <= c {
                left
            } else if b <= c {
                up
            } else {
                corner
            };
            let guess = [0, left, up, (left + up) / 2, paeth][usize::from(line[0])];
            out.push(byte.wrapping_add(guess as u8));
        }
    }
    out
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, n: usize) -> usize {
        let bit = |i: usize| usize::from(self.bytes[(self.at + i) / 8] >> ((self.at + i) % 8) & 1);
        let value = (0..n).map(|i| bit(i) << i).sum();
        self.at += n;
        value
    }

    fn symbol(&mut self, code: &Code) -> usize {
        let (mut value, mut first, mut index) = (0, 0, 0);
        for count in &code.counts[1..] {
            value |= self.take(1);
            if value < first + count {
                return code.symbols[index + value - first];
            }
            index += count;
            first = (first + count) << 1;
            value <<= 1;
        }
        panic!("a code that no table holds");
    }
}

/// A canonical Huffman code: how many codes of each length, and the symbols in order.
struct Code {
    counts: [usize; 16],
    symbols: Vec<usize>,
}

impl Code {
    fn new(lengths: &[usize]) -> Self {
        let mut counts = [0; 16];
        lengths.iter().filter(|l| **l > 0).for_each(|&l| counts[l] += 1);
        let mut symbols: Vec<usize> = (0..lengths.len()).filter(|&s| lengths[s] > 0).collect();
        symbols.sort_by_key(|&s| lengths[s]);
        Self { counts, symbols }
    }
}

fn inflate(bytes: &[u8]) -> Vec<u8> {
    let mut bits = Bits { bytes, at: 0 };
    let mut out = Vec::new();
    loop {
        let last = bits.take(1) == 1;
        match bits.take(2) {
            0 => {
                bits.at = bits.at.next_multiple_of(8);
                let length = bits.take(16);
                bits.take(16);
                out.extend_from_slice(&bytes[bits.at / 8..][..length]);
                bits.at += length * 8;
            }
            1 => {
                let mut lengths = [8; 288];
                lengths[144..256].fill(9);
                lengths[256..280].fill(7);
                block(&mut bits, &Code::new(&lengths), &Code::new(&[5; 30]), &mut out);
            }
            2 => {
                let (literals, distances) = codes(&mut bits);
                block(&mut bits, &literals, &distances, &mut out);
            }
            _ => panic!("a block of no known kind"),
        }
        if last {
            return out;
        }
    }
}

fn codes(bits: &mut Bits<'_>) -> (Code, Code) {
    const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    let (literals, distances, n) = (bits.take(5) + 257, bits.take(5) + 1, bits.take(4) + 4);
    let mut lengths = [0; 19];
    ORDER[..n].iter().for_each(|&i| lengths[i] = bits.take(3));
    let code = Code::new(&lengths);
    let mut lengths: Vec<usize> = Vec::new();
    while lengths.len() < literals + distances {
        let (value, times) = match bits.symbol(&code) {
            16 => (*lengths.last().unwrap(), 3 + bits.take(2)),
            17 => (0, 3 + bits.take(3)),
            18 => (0, 11 + bits.take(7)),
            length => (length, 1),
        };
        lengths.extend(std::iter::repeat_n(value, times));
    }
    (Code::new(&lengths[..literals]), Code::new(&lengths[literals..]))
}

fn block(bits: &mut Bits<'_>, literals: &Code, distances: &Code, out: &mut Vec<u8>) {
    loop {
        match bits.symbol(literals) {
            256 => return,
            literal @ 0..256 => out.push(literal as u8),
            symbol => {
                let length = length(bits, symbol - 257);
                let distance = distance(bits, distances);
                (0..length).for_each(|_| out.push(out[out.len() - distance]));
            }
        }
    }
}

fn length(bits: &mut Bits<'_>, i: usize) -> usize {
    match i {
        0..8 => 3 + i,
        28 => 258,
        _ => {
            let extra = i / 4 - 1;
            3 + ((4 + i % 4) << extra) + bits.take(extra)
        }
    }
}

fn distance(bits: &mut Bits<'_>, code: &Code) -> usize {
    match bits.symbol(code) {
        i @ 0..4 => 1 + i,
        i => {
            let extra = i / 2 - 1;
            1 + ((2 + i % 2) << extra) + bits.take(extra)
        }
    }
}
