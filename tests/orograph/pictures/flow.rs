//! Particles: the same for the same seed, everywhere in the picture, no streaks at its edges, and cheap.

use cpu_time::ThreadTime;
use orograph::raster::Raster;
use orograph::view::*;
use std::collections::BTreeSet;

/// A field of bent waves, whose directions flow together in places.
fn field() -> Raster {
    Raster::from_fn(65, 65, |x, y| {
        let (x, y) = (x as f64 / 10.0, y as f64 / 10.0);
        (0.5 * libm::sin(x + libm::sin(y * 0.7)) * libm::cos(y * 1.1 - 0.4 * x)) as f32
    })
}

fn current_of(field: &Raster, course: Course) -> Current {
    Current::new(field, (field, (-1.0, 1.0)), course, (1.0, 1.0))
}

fn start(count: u32, seed: u64, size: (usize, usize)) -> Flow {
    let options = Particles { count, seed, ..Particles::default() };
    Flow::new(&options, size, 1, &ramp("viridis").unwrap().land)
}

fn after(steps: u32, course: Course, count: u32, seed: u64) -> Flow {
    let current = current_of(&field(), course);
    let mut flow = start(count, seed, (160, 160));
    (0..steps).for_each(|_| flow.step(&current));
    flow
}

/// Light of a pixel above that of the ground.
fn light(picture: &Picture, x: usize, y: usize) -> u32 {
    picture.at(x, y).iter().map(|c| u32::from(*c)).sum::<u32>().saturating_sub(13 + 16 + 20)
}

#[test]
fn the_same_seed_draws_the_same_particles_and_another_one_others() {
    let picture = |seed| after(90, Course::Angle, 200, seed).picture();
    assert!(picture(1) == picture(1), "equal runs");
    assert!(picture(1) != picture(2), "another seed");
}

#[test]
fn ten_seconds_of_flow_leave_no_holes_and_hold_the_number_of_particles() {
    for course in [Course::Angle, Course::Downhill, Course::Around] {
        let flow = after(10 * STEPS, course, 900, 7);
        assert_eq!(flow.places().count(), 900);
        assert!(flow.places().all(|p| p.iter().all(|v| (0.0..1.0).contains(v))), "all within the picture");
        let picture = flow.picture();
        // Every field of 20 x 20 pixels has light in it, and no part of a quarter holds most of the particles.
        for row in 0..8 {
            for column in 0..8 {
                let most = (0..400).map(|i| light(&picture, column * 20 + i % 20, row * 20 + i / 20)).max();
                assert!(most > Some(60), "{course:?}: nothing at {column}, {row}");
            }
        }
        let quarter = |[x, y]: [f32; 2]| (x * 2.0) as usize + 2 * (y * 2.0) as usize;
        for q in 0..4 {
            let share = flow.places().filter(|p| quarter(*p) == q).count() as f64 / 900.0;
            assert!((0.1..0.5).contains(&share), "{course:?}: {share} of them in quarter {q}");
        }
    }
}

#[test]
fn ten_seconds_of_particles_that_leave_and_come_in_on_the_other_side_leave_no_streak() {
    // All flow east, or all south: a picture's side in two seconds; their trails are short.
    for (across, angle) in [(true, 0.0), (false, 0.25)] {
        let field = Raster::from_fn(9, 9, |_, _| angle);
        let current = current_of(&field, Course::Angle);
        let options = Particles { count: 40, speed: 0.5, fade: 0.08, life: 30.0, ..Particles::default() };
        let mut flow = Flow::new(&options, (200, 200), 1, &ramp("magma").unwrap().land);
        let (mut crossings, axis) = (0, usize::from(!across));
        for step in 0..10 * STEPS {
            let before: Vec<[f32; 2]> = flow.places().collect();
            flow.step(&current);
            crossings += before.iter().zip(flow.places()).filter(|(a, b)| b[axis] < a[axis] - 0.5).count();
            if step % 40 != 39 {
                continue;
            }
            let picture = flow.picture();
            let at = |along: usize, line: usize| if across { (along, line) } else { (line, along) };
            for line in 0..200 {
                let lit = |along: usize| light(&picture, at(along, line).0, at(along, line).1) > 40;
                let run = (0..200).map(lit).collect::<Vec<bool>>();
                let longest = run.split(|on| !on).map(<[bool]>::len).max().unwrap();
                assert!(longest < 90, "a streak of {longest} pixels in line {line}, eastwards: {across}");
            }
        }
        assert!(crossings > 60, "{crossings} crossed the edge");
    }
}

#[test]
fn births_are_staggered() {
    // All at once they would blink: the light of the picture hardly changes from moment to moment.
    let current = current_of(&field(), Course::Around);
    let mut flow = start(600, 3, (120, 120));
    (0..300).for_each(|_| flow.step(&current));
    let mut sums = Vec::new();
    for _ in 0..30 {
        (0..20).for_each(|_| flow.step(&current));
        let picture = flow.picture();
        let all = (0..120 * 120).map(|i| u64::from(light(&picture, i % 120, i / 120)));
        sums.push(all.sum::<u64>() as f64);
    }
    let mean = sums.iter().sum::<f64>() / sums.len() as f64;
    let worst = sums.iter().map(|s| (s / mean - 1.0).abs()).fold(0.0, f64::max);
    assert!(worst < 0.12, "the light changes by {worst:.2} of its mean");
}

#[test]
fn particles_run_downhill_or_around_a_hill() {
    let hill = Raster::from_fn(65, 65, |x, y| {
        let (dx, dy) = (x as f32 / 64.0 - 0.5, y as f32 / 64.0 - 0.5);
        -(dx * dx + dy * dy)
    });
    let radius = |[x, y]: [f32; 2]| ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)).sqrt();
    let changes = |course: Course| {
        let current = current_of(&hill, course);
        let mut flow = start(300, 5, (64, 64));
        let mut all = Vec::new();
        for _ in 0..30 {
            let before: Vec<[f32; 2]> = flow.places().collect();
            flow.step(&current);
            let moved = before.iter().zip(flow.places());
            // A birth is no way.
            let near = moved.filter(|(a, b)| (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 0.01 && radius(**a) < 0.45);
            all.extend(near.map(|(a, b)| radius(b) - radius(*a)));
        }
        all
    };
    let down = changes(Course::Downhill);
    assert!(down.len() > 4000 && down.iter().all(|d| *d > -1e-6), "outwards from the top");
    let around = changes(Course::Around);
    let most = around.iter().fold(0f32, |m, d| m.max(d.abs()));
    assert!(most < 1e-4, "at the same height: {most}");
}

#[test]
fn a_second_output_gives_the_colours() {
    let flat = Raster::new(9, 9);
    let halves = Raster::from_fn(9, 9, |x, _| if x < 4 { 0.0 } else { 1.0 });
    let current = Current::new(&flat, (&halves, (0.0, 1.0)), Course::Angle, (1.0, 1.0));
    let options = Particles { count: 300, speed: 0.01, ..Particles::default() };
    let mut flow = Flow::new(&options, (100, 100), 1, &ramp("viridis").unwrap().land);
    (0..60).for_each(|_| flow.step(&current));
    let picture = flow.picture();
    let colors = |from: usize, to: usize| -> BTreeSet<bool> {
        let lit = (0..100).flat_map(|y| (from..to).map(move |x| (x, y))).filter(|(x, y)| light(&picture, *x, *y) > 120);
        lit.map(|(x, y)| picture.at(x, y)[0] > picture.at(x, y)[2] + 30).collect()
    };
    assert_eq!(colors(0, 30), BTreeSet::from([false]), "the dark end in the west");
    assert_eq!(colors(70, 100), BTreeSet::from([true]), "the yellow end in the east");
}

#[test]
fn the_picture_of_a_flow_is_the_one_after_the_warm_up() {
    let raster = field();
    let particles = Particles { count: 60, ..Particles::default() };
    let scene = Scene { mode: Mode::Flow, shown: (-1.0, 1.0), particles, dot: 1, ..Scene::default() };
    let mut flow = flow_for(&scene, (65, 65));
    let current = current(&raster, &scene);
    (0..WARM_UP).for_each(|_| flow.step(&current));
    assert_eq!(flow.picture(), picture(&raster, &scene));
}

/// What it takes is printed; three times half a core fails, in the profile of the tests as in a release. A build without any
/// optimisation takes about as much as that, and may take three times as much.
#[test]
fn five_thousand_particles_cost_less_than_half_a_core() {
    let current = current_of(&field(), Course::Angle);
    let mut flow = start(5000, 1, (700, 700));
    // One thread, so that its time is all of the time.
    let pool = rayon_of_one();
    let seconds = pool.install(|| {
        (0..30).for_each(|_| flow.step(&current));
        let start = ThreadTime::now();
        (0..STEPS).for_each(|_| flow.step(&current));
        start.elapsed().as_secs_f64()
    });
    println!("5000 particles, a second of 60 steps: {seconds:.2} s of processor time; 0.5 s are wanted");
    let factor = if option_env!("CARGO_PROFILE_DEV_OPT_LEVEL") == Some("0") { 3.0 } else { 1.0 };
    assert!(seconds < 3.0 * 0.5 * factor, "{seconds:.2} s");
}

fn rayon_of_one() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap()
}
