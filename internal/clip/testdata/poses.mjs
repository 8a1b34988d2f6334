// Asks three.js where the joints of animated models are.
// node poses.mjs MODULES JOBS.json; JOBS is [{file, clips, at}], at being
// fractions of a clip's length. It prints [[{clip, length, poses}]] in the same
// order, a pose being {node: the first three rows of its world matrix, column
// by column}.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [modules, jobFile] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(modules, 'node_modules/three', path)));
globalThis.self = globalThis; // the loader looks for URL in it
const { AnimationMixer, LoopOnce, Texture } = await load('build/three.module.js');
const { GLTFLoader } = await load('examples/jsm/loaders/GLTFLoader.js');

// A pose needs no pictures, and Node cannot decode any.
const withoutPictures = () => ({ name: 'no pictures', loadTexture: async () => new Texture() });

function affine({ elements: e }) {
  const columns = [0, 4, 8, 12].flatMap((c) => [e[c], e[c + 1], e[c + 2]]);
  return columns.map((v) => Number(Math.fround(v).toPrecision(7)));
}

async function answer({ file, clips, at }) {
  const bytes = new Uint8Array(readFileSync(file));
  const gltf = await new GLTFLoader().register(withoutPictures).parseAsync(bytes.buffer, '');
  const joints = new Map();
  gltf.scene.traverse((o) => { if (o.isBone) joints.set(gltf.parser.associations.get(o).nodes, o); });
  return clips.map((index) => {
    const clip = gltf.animations[index];
    const poses = at.map((part) => {
      const mixer = new AnimationMixer(gltf.scene);
      const action = mixer.clipAction(clip).setLoop(LoopOnce, 1);
      action.clampWhenFinished = true;
      action.play();
      mixer.setTime(part * clip.duration);
      gltf.scene.updateMatrixWorld(true);
      const pose = {};
      for (const [node, o] of joints) pose[node] = affine(o.matrixWorld);
      mixer.stopAllAction(); // puts the rest pose back
      return pose;
    });
    return { clip: index, length: clip.duration, poses };
  });
}

const answers = [];
for (const job of JSON.parse(readFileSync(jobFile))) answers.push(await answer(job));
console.log(JSON.stringify(answers));
