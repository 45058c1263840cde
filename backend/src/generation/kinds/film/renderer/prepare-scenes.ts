import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { alignWords, type WordTimes, wordTimesSchema } from '@storyreel/contracts';
import { IncompleteFile } from '@storyreel/ffmpeg';
import {
  type ClipFacts,
  clipFactsSchema,
  probeClip,
  UnusableClip,
  UnusableSound,
} from '../../../../infra/media/examine/probe-clip';
import { samplesOf } from '../../../../infra/media/audio';
import { ifMissing } from '../../../../lib/errors';
import { decodeVoice, SOUND_FILE, voiceSeconds } from './decode-sound';
import { FILM_LIMITS, SAMPLE_RATE } from './film-plan';
import type { FilmPlan, FilmScene } from './film-plan';
import { asProblem, FilmProblem } from './film-problem';
import { type FilmTools, inTurns } from './film-tools';
import { fileHash } from './part-store';
import type { PartStore } from './part-store';

/** A scene after its files were read: with their hashes, the clip's facts, and the narration as samples. */
export interface PreparedScene {
  scene: FilmScene;
  /** The scene's images, the main one first. */
  images: { path: string; hash: string }[];
  clip: (ClipFacts & { path: string; hash: string }) | null;
  speech: { folder: string; seconds: number; text: string; times: WordTimes } | null;
  /** Length of the scene without narration. */
  seconds: number;
}

/** Maximum number of kept stills: enough for the shots that are being rendered and the next ones. */
const KEPT_STILLS = 16;

/** Keeps the most recently decoded images, so that several shots of an image decode it only once. */
export class Stills {
  private readonly kept = new Map<string, Promise<string>>();

  /** @param folder the scratch folder */
  constructor(private readonly folder: string) {}

  /** Returns the path of an image's still. @throws the errors of `decode` */
  of({ path, hash }: { path: string; hash: string }, decode: (path: string) => Promise<Buffer>): Promise<string> {
    const made = this.kept.get(hash) ?? this.make(path, hash, decode);
    this.kept.delete(hash);
    this.kept.set(hash, made);
    return made;
  }

  private async make(path: string, hash: string, decode: (path: string) => Promise<Buffer>): Promise<string> {
    const still = join(this.folder, `${hash}.jpg`);
    try {
      await writeFile(still, await decode(path));
    } catch (error) {
      this.kept.delete(hash);
      throw error;
    }
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_STILLS && oldest !== undefined) {
      this.kept.delete(oldest);
      await rm(join(this.folder, `${oldest}.jpg`), { force: true });
    }
    return still;
  }
}

/** Context shared by all steps of a render. */
export interface FilmContext {
  tools: FilmTools;
  parts: PartStore;
  stills: Stills;
  /** Returns a part's name by hashing everything that affects its bytes. */
  nameOf: (inputs: Record<string, unknown>) => string;
}

const IMAGE_SECONDS = 4;

/**
 * Checks every file of the scenes before rendering begins. Images are only decoded when they are drawn.
 * @param onScene called after each scene
 * @throws FilmProblem
 */
export async function prepareScenes(
  context: FilmContext,
  plan: FilmPlan,
  onScene: (done: number) => void,
): Promise<PreparedScene[]> {
  let done = 0;
  return inTurns(plan.scenes, async (scene, index) => {
    const prepared = await prepareScene(context, scene, `scene ${index + 1}`);
    onScene((done += 1));
    return prepared;
  });
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
  const spoken = speech && (await usable('The narration', 'is damaged or missing', () => voicePart(context, speech)));
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
      `A scene can last at most ${FILM_LIMITS.sceneSeconds / 60} minutes, and ${name} is longer.`,
      scene.id,
    );
  }
  return { scene, images, clip, speech: spoken, seconds };
}

/** Tells whether a scene plays its clip's own sound. */
export const isHeard = ({ scene: { picture }, clip }: PreparedScene): boolean =>
  picture.kind === 'clip' && picture.muted !== true && clip?.hasSound === true;

/** Returns the seconds cut off at the start of a scene's clip. */
export const trimOf = ({ picture }: FilmScene): number =>
  picture.kind === 'clip' ? Math.max(0, picture.trimStart ?? 0) : 0;

const FACTS = 'clip.json';

/** Probes a clip once and stores the result. */
async function clipFacts({ tools, parts, nameOf }: FilmContext, path: string, hash: string): Promise<ClipFacts> {
  const folder = await parts.keep(nameOf({ kind: 'facts', hash }), {
    make: async (draft) => writeFile(join(draft, FACTS), JSON.stringify(await probeClip(tools, path))),
    check: async (made) => void (await readFacts(made)),
  });
  return readFacts(folder);
}

/** @throws IncompleteFile when the stored facts are cut off */
async function readFacts(folder: string): Promise<ClipFacts> {
  const text = await readFile(join(folder, FACTS), 'utf8').catch(ifMissing(''));
  try {
    return clipFactsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new IncompleteFile(`${join(folder, FACTS)} cannot be read`, { cause });
  }
}

async function voicePart(
  context: FilmContext,
  { path, text, times }: NonNullable<FilmScene['speech']>,
): Promise<NonNullable<PreparedScene['speech']>> {
  const { tools, parts, nameOf } = context;
  const hash = await fileHash(path, FILM_LIMITS.inputBytes, tools.signal);
  const folder = await parts.keep(nameOf({ kind: 'voice', hash, checked: true }), {
    make: (draft) => decodeVoice(tools, draft, path),
    // Raw samples do not state their expected number, so `decodeVoice` checks it. Narrations decoded by releases
    // without that check have other names and are decoded again.
    check: () => Promise.resolve(),
  });
  const said = text.trim();
  return {
    folder,
    seconds: await voiceSeconds(folder),
    text: said,
    times: times ?? (await heardTimes(context, { folder, hash, text: said })),
  };
}

const TIMES = 'times.json';

/** Finds the times of the words of a narration that was stored without them, and stores the result. */
async function heardTimes(
  { parts, nameOf }: FilmContext,
  { folder, hash, text }: { folder: string; hash: string; text: string },
): Promise<WordTimes> {
  if (text.length > FILM_LIMITS.captionCharacters) return [];
  const read = async (made: string): Promise<WordTimes> =>
    wordTimesSchema.parse(JSON.parse(await readFile(join(made, TIMES), 'utf8')));
  const made = await parts.keep(nameOf({ kind: 'word times', hash, text }), {
    make: async (draft) => {
      const samples = samplesOf(await readFile(join(folder, SOUND_FILE)));
      await writeFile(join(draft, TIMES), JSON.stringify(alignWords(text, { samples, rate: SAMPLE_RATE })));
    },
    check: async (kept) => {
      await read(kept).catch((cause: unknown) => {
        throw new IncompleteFile(`${join(kept, TIMES)} cannot be read`, { cause });
      });
    },
  });
  return read(made);
}
