// Says where three.js puts the vertices of a rigged model.
// node motion.mjs MODULES FILE.glb T...; T are fractions of the length of each
// clip. It prints {rest: [[x, y, z], ...], clips: [{name, length, at: [[[x, y, z], ...], ...]}]}
// for up to 200 vertices of the skinned mesh, evenly chosen, in model space.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [modules, file, ...parts] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(modules, 'node_modules/three', path)));
globalThis.self = globalThis;
const { AnimationMixer, LoopOnce, Texture, Vector3 } = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

const gltf = await new GLTFLoader()
  .register(() => ({ name: 'none', loadTexture: async () => new Texture() }))
  .parseAsync(new Uint8Array(readFileSync(file)).buffer, '');
const meshes = [];
gltf.scene.traverse((o) => { if (o.isSkinnedMesh) meshes.push(o); });

function places() {
  gltf.scene.updateMatrixWorld(true);
  const out = [];
  for (const m of meshes) {
    m.skeleton.update();
    const count = m.geometry.attributes.position.count;
    const step = Math.max(1, Math.floor(count / 200));
    for (let i = 0; i < count; i += step) {
      const v = m.getVertexPosition(i, new Vector3()).applyMatrix4(m.matrixWorld);
      out.push([v.x, v.y, v.z]);
    }
  }
  return out;
}

const rest = places();
const clips = gltf.animations.map((clip) => ({
  name: clip.name,
  length: clip.duration,
  at: parts.map(Number).map((part) => {
    const mixer = new AnimationMixer(gltf.scene);
    const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    mixer.setTime(part * clip.duration);
    const p = places();
    mixer.stopAllAction();
    return p;
  }),
}));
console.log(JSON.stringify({ rest, clips }));
