//! What all fractals over a noise or a source declare alike: their source, gain, depth and the built-in noise.

/// Declares a fractal with inputs of its own, `before` the depth and `after` it, and gives it `built_in`: the noise that is
/// summed while no source is plugged.
macro_rules! declare {
    (
        $(#[doc = $doc:literal])+
        $name:ident = $title:literal, [$($keyword:literal),+],
        octaves $octaves:literal, gain $gain:literal, face [$($face:ident),+], outputs $out:ident,
        before { $($before:tt)* }
        after { $($after:tt)* }
    ) => {
        node! {
            $(#[doc = $doc])+
            pub struct $name = $title in Fractal, keywords [$($keyword),+, "octaves", "noise"], face [$($face),+];
            inputs {
                /// Field that is summed instead of the built-in noise, sampled once per octave.
                ///
                /// It brings its own feature scale, seed and depth.
                source: Field(Signed) = OPTIONAL;
                /// Amplitude of each octave relative to the one before (also called persistence or roughness).
                gain: In(Plain) = number($gain), soft 0.0..=1.0, hard 0.0..=2.0;
                $($before)*
                /// Third coordinate of the noise, the same for every octave; the noise is 2D while it is open.
                ///
                /// A number cuts a slice out of 3D noise, a moving one animates it. In metres, like the feature scale.
                depth: In(Metres) = OPTIONAL, soft metres(0.0)..=extent(1.0) => when open(&["source"]);
                $($after)*
            }
            params {
                /// Size of the bumps of the first octave. Its reciprocal is the frequency.
                feature_scale: Metres = extent(0.25), soft extent(1.0 / 256.0)..=extent(2.0),
                    hard metres(1e-3)..=metres(1e9) => when open(&["source"]);
                /// Number of octaves; each adds detail that is finer by the lacunarity.
                octaves: u32 = $octaves, soft 1..=8, hard 1..=32;
                /// Frequency of each octave relative to the one before.
                lacunarity: f64 = 2.0, soft 1.0..=4.0, hard 1.0..=16.0;
                /// Which of 2^64 fields.
                seed: Seed = 0 => when open(&["source"]);
                /// Noise that is summed.
                noise: Summed = Summed::Perlin => when open(&["source"]);
                /// Where the random numbers of Perlin and Simplex come from.
                lattice: Lattice = Lattice::Hashed => when open(&["source"]);
                /// How lattice points of Perlin and Value are blended.
                fade: Fade = Fade::Quintic => when open(&["source"]);
                /// Octaves fade out as their features come near this size, and end there; 0 keeps all of them.
                ///
                /// Twice the distance of samples leaves out what no sample can show.
                finest: Metres = metres(0.0), soft metres(0.0)..=extent(1.0 / 32.0), hard metres(0.0)..=metres(1e9)
                    => when open(&["source"]);
            }
            outputs { value: $out }
        }

        impl $name {
            fn built_in(&self) -> BuiltIn {
                let Self { noise, feature_scale: scale, seed, lattice, fade, finest, .. } = *self;
                BuiltIn { noise, scale, seed, lattice, fade, finest, octaves: self.octaves, lacunarity: self.lacunarity }
            }
        }
    };
}

pub(super) use declare;
