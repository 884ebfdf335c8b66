//! Where the 3D view is seen from: a camera that turns about a point of the ground, and its projection.
//!
//! Lengths are shares of the world's longer side; the world's centre is the origin, x points east, y north, z up. Angles
//! are degrees.

/// A vector: east, north, up.
pub type Vector = [f64; 3];

/// Angle of view over the shorter side of the picture.
const FIELD: f64 = 30.0;
/// Lowest and highest inclination: never from below, never quite from above, where there is no up.
const PITCH: (f64, f64) = (2.0, 89.0);
/// Nearest and farthest distance.
const DISTANCE: (f64, f64) = (0.01, 12.0);
/// How far the point that is looked at may leave the world's centre.
const REACH: f64 = 1.0;
/// Room that is left around a framed block, as a factor on the distance.
const MARGIN: f64 = 1.04;

/// Where the view is seen from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Direction of the look, clockwise from north.
    pub heading: f64,
    /// Inclination of the look below the horizon.
    pub pitch: f64,
    /// Distance of the eye from the target.
    pub distance: f64,
    /// The point that is looked at.
    pub target: Vector,
}

/// A box with sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Its south-western lowest corner.
    pub min: Vector,
    /// Its north-eastern highest corner.
    pub max: Vector,
}

/// Where a look goes, from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// The eye.
    pub from: Vector,
    /// Direction, of length one.
    pub to: Vector,
}

impl Bounds {
    /// Its eight corners.
    pub fn corners(&self) -> [Vector; 8] {
        let side = |i: usize, axis: usize| if i >> axis & 1 == 0 { self.min[axis] } else { self.max[axis] };
        std::array::from_fn(|i| [side(i, 0), side(i, 1), side(i, 2)])
    }

    /// Its middle.
    pub fn center(&self) -> Vector {
        std::array::from_fn(|axis| (self.min[axis] + self.max[axis]) / 2.0)
    }
}

impl Camera {
    /// The camera that a view begins with: over the south-western corner, so that a sun in the north-west lights the
    /// relief from the side, all of `bounds` in sight.
    pub fn home(bounds: &Bounds) -> Self {
        Self { heading: 30.0, pitch: 38.0, distance: 1.0, target: bounds.center() }.framing(bounds)
    }

    /// The same look from as near as shows all of `bounds` in the picture's inner square.
    pub fn framing(self, bounds: &Bounds) -> Self {
        let (right, up, forward) = self.axes();
        let slope = half_slope();
        let (sin, cos) = (slope / (1.0 + slope * slope).sqrt(), 1.0 / (1.0 + slope * slope).sqrt());
        // For each side of the view, the plane through the eye that just touches the box; the eye is where opposite
        // planes meet, which frames the box evenly though near corners look larger.
        let planes = |axis: Vector| {
            let most = |sign: f64| {
                let reach = |c: Vector| sign * dot(c, axis) * cos + dot(c, forward) * -sin;
                bounds.corners().into_iter().map(reach).fold(f64::NEG_INFINITY, f64::max)
            };
            let (one, other) = (most(1.0), most(-1.0));
            // Along the axis and along the look.
            ((one - other) / (2.0 * cos), -(one + other) / (2.0 * sin))
        };
        let ((x, depth_x), (y, depth_y)) = (planes(right), planes(up));
        let depth = depth_x.min(depth_y);
        let eye: Vector = std::array::from_fn(|i| right[i] * x + up[i] * y + forward[i] * depth);
        let distance = dot(sub(bounds.center(), eye), forward) * MARGIN;
        let target = std::array::from_fn(|i| eye[i] + forward[i] * distance / MARGIN);
        Self { distance, target, ..self }.kept()
    }

    /// To the right, upwards and forwards as it is seen, each of length one.
    pub fn axes(&self) -> (Vector, Vector, Vector) {
        let (sin_h, cos_h) = libm::sincos(self.heading.to_radians());
        let (sin_p, cos_p) = libm::sincos(self.pitch.to_radians());
        let forward = [sin_h * cos_p, cos_h * cos_p, -sin_p];
        let right = [cos_h, -sin_h, 0.0];
        (right, cross(right, forward), forward)
    }

    /// Where the eye is.
    pub fn eye(&self) -> Vector {
        let (_, _, forward) = self.axes();
        std::array::from_fn(|i| self.target[i] - forward[i] * self.distance)
    }

    /// Turns about the target: the ground follows a pointer that moved so many degrees to the right and down.
    pub fn orbit(&mut self, right: f64, down: f64) {
        self.heading = (self.heading + right).rem_euclid(360.0);
        self.pitch += down;
        *self = self.kept();
    }

    /// Moves over the ground, which follows a pointer that moved by such shares of the picture's shorter side.
    pub fn pan(&mut self, right: f64, down: f64) {
        let (side, _, _) = self.axes();
        let (sin, cos) = libm::sincos(self.heading.to_radians());
        let scale = 2.0 * half_slope() * self.distance;
        // Where the ground is seen at a flat angle, a small way on the picture is a long one on the ground.
        let away = scale * down / libm::sin(self.pitch.to_radians()).max(0.25);
        self.target[0] += sin * away - side[0] * right * scale;
        self.target[1] += cos * away - side[1] * right * scale;
        *self = self.kept();
    }

    /// Goes nearer by a factor; what is at `about` stays where it is on the picture.
    pub fn zoom(&mut self, factor: f64, about: Option<Vector>) {
        let before = self.distance;
        self.distance = (self.distance / factor).clamp(DISTANCE.0, DISTANCE.1);
        if let Some(about) = about {
            let share = self.distance / before;
            self.target = std::array::from_fn(|i| about[i] + (self.target[i] - about[i]) * share);
        }
        *self = self.kept();
    }

    fn kept(mut self) -> Self {
        self.pitch = self.pitch.clamp(PITCH.0, PITCH.1);
        self.distance = self.distance.clamp(DISTANCE.0, DISTANCE.1);
        self.target = self.target.map(|v| v.clamp(-REACH, REACH));
        self
    }

    /// The way from the world to clip space (x and y from -1 to 1, depth from 0 at the near plane to 1), column by column,
    /// for a picture of that width divided by its height. Depth is spread over `bounds`.
    pub fn matrix(&self, aspect: f64, bounds: &Bounds) -> [[f32; 4]; 4] {
        let (right, up, forward) = self.axes();
        let eye = self.eye();
        let (near, far) = self.depths(bounds);
        let (wide, high) = scales(aspect);
        let a = far / (far - near);
        let rows = [
            (right.map(|v| v * wide), -dot(right, eye) * wide),
            (up.map(|v| v * high), -dot(up, eye) * high),
            (forward.map(|v| v * a), -dot(forward, eye) * a - near * a),
            (forward, -dot(forward, eye)),
        ];
        std::array::from_fn(|column| {
            rows.map(|(axes, move_by)| if column < 3 { axes[column] as f32 } else { move_by as f32 })
        })
    }

    /// Nearest and farthest distance along the look that has to be drawn.
    fn depths(&self, bounds: &Bounds) -> (f64, f64) {
        let (_, _, forward) = self.axes();
        let eye = self.eye();
        let depths = bounds.corners().map(|corner| dot(sub(corner, eye), forward));
        let far = depths.into_iter().fold(DISTANCE.0, f64::max) * 1.01;
        let near = depths.into_iter().fold(f64::INFINITY, f64::min);
        (near.max(far * 5e-4).min(far * 0.9), far)
    }

    /// The look through a point of the picture: x from -1 at the left to 1, y from -1 at the foot to 1.
    pub fn ray(&self, aspect: f64, (x, y): (f64, f64)) -> Ray {
        let (right, up, forward) = self.axes();
        let (wide, high) = scales(aspect);
        let to: Vector = std::array::from_fn(|i| forward[i] + right[i] * x / wide + up[i] * y / high);
        let length = dot(to, to).sqrt();
        Ray { from: self.eye(), to: to.map(|v| v / length) }
    }
}

/// Slope of the view's edges across the shorter side.
fn half_slope() -> f64 {
    libm::tan((FIELD / 2.0).to_radians())
}

/// Factors from slopes to clip space, across and up.
fn scales(aspect: f64) -> (f64, f64) {
    let aspect = if aspect.is_finite() && aspect > 0.0 { aspect } else { 1.0 };
    let scale = 1.0 / half_slope();
    if aspect >= 1.0 { (scale / aspect, scale) } else { (scale, scale * aspect) }
}

/// Sum of the products.
pub fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn sub(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// Direction to a sun, of length one.
pub fn towards_sun(azimuth: f64, altitude: f64) -> Vector {
    let (sin_a, cos_a) = libm::sincos(azimuth.to_radians());
    let (sin_h, cos_h) = libm::sincos(altitude.to_radians());
    [sin_a * cos_h, cos_a * cos_h, sin_h]
}
