import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IncompleteFile } from '@storyreel/ffmpeg';
import {
  type ClipFacts,
  clipFactsSchema,
  probeClip,
  UnusableClip,
  UnusableSound,
} from '../../../../infra/media/examine/probe-clip';
import { ifMissing } from '../../../../lib/errors';
import { decodeVoice, voiceSeconds } from './decode-sound';
import { FILM_LIMITS } from './film-plan';
import type { FilmPlan, FilmScene } from './film-plan';
import { asProblem, FilmProblem } from './film-problem';
import type { FilmTools } from './film-tools';
import { fileHash } from './part-store';
import type { PartStore } from './part-store';

/** A scene whose files are known: their hashes, what the clip is, and what is said as samples. */
export interface PreparedScene {
  scene: FilmScene;
  /** Its still pictures, the main one first. */
  images: { path: string; hash: string }[];
  clip: (ClipFacts & { path: string; hash: string }) | null;
  speech: { folder: string; seconds: number; text: string } | null;
  /** How long it lasts when nobody speaks. */
  seconds: number;
}

/** What the steps have in common. */
export interface FilmContext {
  tools: FilmTools;
  parts: PartStore;
  /** The name of a part by everything that decides its bytes. */
  nameOf: (inputs: Record<string, unknown>) => string;
}

const IMAGE_SECONDS = 4;

/**
 * Looks at every file of the scenes before anything is rendered; images are decoded when they are drawn.
 * @param onScene hears of each scene that is done
 * @throws FilmProblem
 */
export async function prepareScenes(
  context: FilmContext,
  plan: FilmPlan,
  onScene: (done: number) => void,
): Promise<PreparedScene[]> {
  const prepared: PreparedScene[] = [];
  for (const [index, scene] of plan.scenes.entries()) {
    prepared.push(await prepareScene(context, scene, `scene ${index + 1}`));
    onScene(index + 1);
  }
  return prepared;
}

async function prepareScene(context: FilmContext, scene: FilmScene, name: string): Promise<PreparedScene> {
  const { picture, others, speech } = scene;
  const { signal } = context.tools;
  const usable = <Made>(what: string, why: string, step: () => Promise<Made>): Promise<Made> =>
    asProblem(
      { code: 'unusable-input', message: `${what} of ${name} ${why}.`, sceneId: scene.id, signal },
      async () => {
        try {
          return await step();
        } catch (error) {
          if (!(error instanceof UnusableClip || error instanceof UnusableSound)) throw error;
          throw new FilmProblem('unusable-input', `${what} of ${name} ${error.message}.`, scene.id, error);
        }
      },
    );
  const isClip = picture.kind === 'clip';
  const hashOf = (path: string, what: 'clip' | 'image'): Promise<string> =>
    usable(`The ${what}`, 'is missing or too large', () =>
      fileHash(path, what === 'clip' ? FILM_LIMITS.inputBytes : FILM_LIMITS.imageBytes, signal),
    );
  let clip: PreparedScene['clip'] = null;
  if (isClip) {
    const { path } = picture;
    const hash = await hashOf(path, 'clip');
    clip = { path, hash, ...(await usable('The clip', 'is damaged', () => clipFacts(context, path, hash))) };
  }
  const images: PreparedScene['images'] = [];
  for (const { path } of [...(isClip ? [] : [picture]), ...others])
    images.push({ path, hash: await hashOf(path, 'image') });
  const spoken =
    speech &&
    (await usable('The narration', 'is damaged or missing', () => voicePart(context, speech.path, speech.text)));
  if (spoken && spoken.text.length > FILM_LIMITS.captionCharacters) {
    throw new FilmProblem(
      'too-long',
      `The narration of ${name} has more than ${FILM_LIMITS.captionCharacters} characters.`,
      scene.id,
    );
  }
  const rest = clip === null ? IMAGE_SECONDS : clip.seconds - trimOf(scene);
  if (!(rest > 0.1)) throw new FilmProblem('unusable-input', `The clip of ${name} ends before it begins.`, scene.id);
  const seconds = scene.seconds ?? rest;
  if (!(seconds > 0) || (!spoken && seconds > FILM_LIMITS.sceneSeconds)) {
    throw new FilmProblem(
      'too-long',
      `A scene lasts ${FILM_LIMITS.sceneSeconds / 60} minutes at most, and ${name} would not.`,
      scene.id,
    );
  }
  return { scene, images, clip, speech: spoken, seconds };
}

/** Whether its clip is seen with its own sound. */
export const isHeard = ({ scene: { picture }, clip }: PreparedScene): boolean =>
  picture.kind === 'clip' && picture.muted !== true && clip?.hasSound === true;

/** Seconds that are left out at the beginning of its clip. */
export const trimOf = ({ picture }: FilmScene): number =>
  picture.kind === 'clip' ? Math.max(0, picture.trimStart ?? 0) : 0;

const FACTS = 'clip.json';

/** What a clip is, kept so that it is asked only once. */
async function clipFacts({ tools, parts, nameOf }: FilmContext, path: string, hash: string): Promise<ClipFacts> {
  const folder = await parts.keep(nameOf({ kind: 'facts', hash }), {
    make: async (draft) => writeFile(join(draft, FACTS), JSON.stringify(await probeClip(tools, path))),
    check: async (made) => void (await readFacts(made)),
  });
  return readFacts(folder);
}

/** @throws IncompleteFile when they are cut off */
async function readFacts(folder: string): Promise<ClipFacts> {
  const text = await readFile(join(folder, FACTS), 'utf8').catch(ifMissing(''));
  try {
    return clipFactsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new IncompleteFile(`${join(folder, FACTS)} cannot be read`, { cause });
  }
}

async function voicePart(
  { tools, parts, nameOf }: FilmContext,
  path: string,
  text: string,
): Promise<PreparedScene['speech']> {
  const hash = await fileHash(path, FILM_LIMITS.inputBytes, tools.signal);
  const folder = await parts.keep(nameOf({ kind: 'voice', hash, checked: true }), {
    make: (draft) => decodeVoice(tools, draft, path),
    // Samples do not tell how many they should be, so this is checked where they are made. Voices of releases that
    // did not have another name, and are decoded anew.
    check: () => Promise.resolve(),
  });
  return { folder, seconds: await voiceSeconds(folder), text: text.trim() };
}
