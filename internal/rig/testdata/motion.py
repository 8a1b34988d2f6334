# Says where Blender puts the vertices of a rigged model.
# blender --background --factory-startup --python-exit-code 3 --python motion.py -- FILE.glb T...
# T are fractions of the length of each clip. The last line printed is MOTION and
# JSON: {"rest": [[x, y, z], ...], "clips": {name: [[[x, y, z], ...], ...]}}, for
# every vertex of the skinned mesh, in glTF's axes. Blender has no fixed order of
# primitives and vertices, so the places are sorted by the reader.
import json
import sys

import bpy
import numpy

if "bool" not in numpy.__dict__:
    numpy.bool = bool  # Debian's Blender 3.4 asks its newer numpy for a name that is gone

args = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
fps = 960
bpy.context.scene.render.fps = fps  # the importer turns seconds into frames by it
bpy.ops.import_scene.gltf(filepath=args[0], merge_vertices=False)
scene = bpy.context.scene
meshes = [o for o in scene.objects if o.type == "MESH" and any(m.type == "ARMATURE" for m in o.modifiers)]
rigs = [o for o in scene.objects if o.type == "ARMATURE"]


def places():
    graph = bpy.context.evaluated_depsgraph_get()
    out = []
    for o in meshes:
        e = o.evaluated_get(graph)
        m = e.to_mesh()
        for v in m.vertices:
            p = e.matrix_world @ v.co
            out.append([p.x, p.z, -p.y])  # Blender has +Z up and -Y to the front
        e.to_mesh_clear()
    return out


for r in rigs:
    r.data.pose_position = "REST"
rest = places()
for r in rigs:
    r.data.pose_position = "POSE"
clips = {}
for action in sorted(bpy.data.actions, key=lambda a: a.name):
    name = action.name
    for r in rigs:
        r.animation_data_create()
        for track in r.animation_data.nla_tracks:
            track.mute = True
        r.animation_data.action = action
        for b in r.pose.bones:
            b.matrix_basis.identity()
    lo, hi = action.frame_range
    clips[name] = []
    for part in args[1:]:
        f = float(part) * hi
        scene.frame_set(int(f), subframe=f - int(f))
        bpy.context.view_layer.update()
        clips[name].append(places())
print("MOTION " + json.dumps({"rest": rest, "clips": clips}), flush=True)
