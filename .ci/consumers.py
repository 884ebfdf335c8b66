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

import numpy as np
from PIL import Image

OROGRAPH = os.path.abspath(sys.argv[1])
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
        pngs()
finally:
    shutil.rmtree(WORK, ignore_errors=True)
for tool in sorted(skipped):
    print(f"SKIPPED: {tool} is not installed, so what it reads was not checked")
print(f"{checks} files hold the same samples for other programs as for this one")
