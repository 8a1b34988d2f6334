# What Debian's Blender needs for the same work as `labctl rig`: read a GLB, make an armature with one bone a part, bind
# every part to its bone with full weight, join the parts into one skinned mesh, write a GLB. Which part is what, and where
# an axle lies, it does not find out: a person does that. Run by rig.sh:
#   blender --background --factory-startup --python blender_rig.py -- IN.glb OUT.glb
import sys
import time

import numpy

if not hasattr(numpy, "bool"):  # Debian 12: the importer of Blender 3.4 is older than its numpy
    numpy.bool = bool

import bpy

source, target = sys.argv[sys.argv.index("--") + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)

start = time.monotonic()
bpy.ops.import_scene.gltf(filepath=source)
loaded = time.monotonic()

parts = [o for o in bpy.context.scene.objects if o.type == "MESH"]
for part in parts:  # world places into the meshes, and no mesh shared: vertex groups belong to one part
    part.data = part.data.copy()
    part.data.transform(part.matrix_world)
    part.parent = None
    part.matrix_world.identity()

armature = bpy.data.objects.new("VehicleRig", bpy.data.armatures.new("VehicleRig"))
bpy.context.scene.collection.objects.link(armature)
bpy.context.view_layer.objects.active = armature
bpy.ops.object.mode_set(mode="EDIT")
root = armature.data.edit_bones.new("Root")
root.head, root.tail = (0, 0, 0), (0, 0, 1)
names = []
for part in parts:
    bone = armature.data.edit_bones.new(part.name)
    corners = [part.data.vertices[i].co for i in range(len(part.data.vertices))]
    middle = sum(corners[1:], corners[0].copy()) / max(1, len(corners)) if corners else root.head
    bone.head, bone.tail, bone.parent = middle, middle + root.tail, root
    names.append(bone.name)
bpy.ops.object.mode_set(mode="OBJECT")

bpy.ops.object.select_all(action="DESELECT")
for part, name in zip(parts, names):
    part.vertex_groups.new(name=name).add(range(len(part.data.vertices)), 1.0, "REPLACE")
    part.select_set(True)
bpy.context.view_layer.objects.active = parts[0]
bpy.ops.object.join()
whole = bpy.context.view_layer.objects.active
whole.parent = armature
whole.modifiers.new("Armature", "ARMATURE").object = armature
rigged = time.monotonic()

bpy.ops.export_scene.gltf(filepath=target, export_format="GLB")
done = time.monotonic()
print("blender: %d parts, %d vertices" % (len(names), len(whole.data.vertices)))
print("blender: load %.0f ms, rig %.0f ms, write %.0f ms" % (1e3 * (loaded - start), 1e3 * (rigged - loaded), 1e3 * (done - rigged)))
