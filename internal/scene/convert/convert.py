# Run by Donor Lab inside Blender: convert.py -- IN EXT OUT TOKEN
# Imports IN (by its format EXT) or opens it, exports OUT as GLB, and prints a
# last line with TOKEN only when all of it worked.
import os
import sys

import bpy

source, ext, target, token = sys.argv[sys.argv.index("--") + 1:][:4]


def step(text):
    print("DONORLAB STEP " + text, flush=True)


def operator(path):
    """The operator at a dotted path below bpy.ops, or None where this Blender lacks it."""
    group, name = path.split(".")
    op = getattr(getattr(bpy.ops, group), name)
    try:
        op.get_rna_type()
    except (AttributeError, KeyError, RuntimeError):
        return None
    return op


def call(op, **wanted):
    """Calls an operator with those arguments that this version of it knows."""
    known = op.get_rna_type().properties.keys()
    result = op(**{k: v for k, v in wanted.items() if k in known})
    if "FINISHED" not in result:
        raise RuntimeError("error: %s gave %s" % (op.idname_py(), sorted(result)))


IMPORTERS = {
    "fbx": ("import_scene.fbx",),
    "dae": ("wm.collada_import",),
    "stl": ("wm.stl_import", "import_mesh.stl"),
    "ply": ("wm.ply_import", "import_mesh.ply"),
}


def mend_numpy():
    """Blender 3.x from a distribution may meet a NumPy that dropped names its glTF add-on uses."""
    import numpy

    for name, kind in (("bool", bool), ("int", int), ("float", float), ("object", object)):
        if name not in numpy.__dict__:
            setattr(numpy, name, kind)


def load():
    if ext == "blend":
        step("opening")
        bpy.ops.wm.open_mainfile(filepath=source, load_ui=False, use_scripts=False)
        return
    step("importing")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    for path in IMPORTERS.get(ext, ()):
        op = operator(path)
        if op is not None:
            call(op, filepath=source)
            return
    raise RuntimeError("error: this Blender %s has no importer for .%s files" % (bpy.app.version_string, ext))


def used_actions():
    used = set()
    for ob in bpy.data.objects:
        ad = ob.animation_data
        if ad is None:
            continue
        if ad.action is not None:
            used.add(ad.action.name)
        for track in ad.nla_tracks:
            used.update(s.action.name for s in track.strips if s.action is not None)
    return used


def owner(action):
    """The object that an unused action belongs to: importers name actions Object|Take."""
    prefix = action.name.split("|")[0]
    ob = bpy.data.objects.get(prefix)
    if ob is not None:
        return ob
    rigs = [o for o in bpy.data.objects if o.type == "ARMATURE"]
    curves = getattr(action, "fcurves", ())
    if len(rigs) == 1 and any(c.data_path.startswith("pose.bones[") for c in curves):
        return rigs[0]
    return None


def stash():
    """Puts every clip on a track of its own and name: the exporter writes no action that nobody uses."""
    used = used_actions()
    for action in sorted(bpy.data.actions, key=lambda a: a.name):
        if action.name in used:
            continue
        ob = owner(action)
        if ob is None:
            continue
        ad = ob.animation_data or ob.animation_data_create()
        track = ad.nla_tracks.new()
        track.name = action.name
        track.strips.new(action.name, int(action.frame_range[0]), action)
        track.mute = True


mend_numpy()
load()
step("collecting clips")
stash()
step("exporting")
if operator("export_scene.gltf") is None:
    import addon_utils

    addon_utils.enable("io_scene_gltf2")
call(
    bpy.ops.export_scene.gltf,
    filepath=target,
    export_format="GLB",
    export_animations=True,
    export_animation_mode="ACTIONS",
    export_nla_strips=True,
    export_skins=True,
    export_morph=True,
    export_extras=True,
    export_yup=True,
    export_draco_mesh_compression_enable=False,
)
if not os.path.isfile(target) or os.path.getsize(target) == 0:
    raise RuntimeError("error: the exporter wrote no file")
print("DONORLAB DONE " + token, flush=True)
