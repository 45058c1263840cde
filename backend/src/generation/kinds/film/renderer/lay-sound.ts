import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { UnusableSound } from '../../../../infra/media/examine/probe-clip';
import { checkOwnSound, decodeOwnSound, SOUND_FILE, soundDemuxer } from './decode-sound';
import { FPS, OWN_BYTES, SAMPLE_RATE, SAMPLES_A_FRAME, VOICE_BYTES } from './film-plan';
import type { FilmPlan } from './film-plan';
import { asProblem, FilmProblem } from './film-problem';
import { mixSound } from './mix-sound';
import { isHeard, trimOf } from './prepare-scenes';
import type { FilmContext } from './prepare-scenes';
import { scenesOf } from './timeline';
import type { FilmPicture, SceneShot } from './timeline';

/** A sound with its position in the film. */
interface PlacedSound {
  path: string;
  /** Samples from the start of the film. */
  at: number;
  /** Samples to play; a shorter sound is looped. */
  samples: number;
}

const CHUNK = 1 << 20;

/**
 * Writes one raw file as long as the film, chunk by chunk, with each sound at its position and silence elsewhere.
 * @param width bytes per sample, all channels together
 */
async function writeTrack(
  target: string,
  sounds: readonly PlacedSound[],
  { samples, width, signal }: { samples: number; width: number; signal?: AbortSignal },
): Promise<void> {
  const track = await open(target, 'w');
  try {
    // Unwritten bytes read as zeros, which are silence.
    await track.truncate(samples * width);
    for (const sound of sounds) {
      signal?.throwIfAborted();
      const end = Math.min(samples, sound.at + sound.samples) * width;
      await copyRepeated(sound.path, track, sound.at * width, end);
    }
  } finally {
    await track.close();
  }
}

async function copyRepeated(path: string, track: FileHandle, start: number, end: number): Promise<void> {
  const source = await open(path);
  try {
    const { size } = await source.stat();
    const buffer = Buffer.alloc(Math.min(CHUNK, Math.max(1, size)));
    for (let at = start, read = 0; at < end && size > 0;) {
      const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, end - at), read);
      read = bytesRead === 0 ? 0 : read + bytesRead;
      at += await writeAll(track, buffer.subarray(0, bytesRead), at);
    }
  } finally {
    await source.close();
  }
}

/**
 * Writes all bytes, in a loop, since a nearly full disk accepts some of them and reports that it is full only at the
 * next write.
 */
async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<number> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
  return bytes.length;
}

/** Writes the mix of the whole film into the scratch folder. @throws FilmProblem */
export async function laySound(
  context: FilmContext,
  plan: FilmPlan,
  pictures: readonly FilmPicture[],
  frames: number,
): Promise<void> {
  const { scratch, signal } = context.tools;
  const samples = frames * SAMPLES_A_FRAME;
  const scenes = scenesOf(pictures);
  const voices = scenes.flatMap(voiceOf);
  const own: PlacedSound[] = [];
  for (const picture of scenes) own.push(...(await ownSoundOf(context, picture)));
  const track = async (name: string, sounds: PlacedSound[], width: number): Promise<string | null> => {
    if (sounds.length === 0) return null;
    await writeTrack(join(scratch, name), sounds, { samples, width, signal });
    return name;
  };
  const voice = await track('voice.raw', voices, VOICE_BYTES);
  const below = await track('own.raw', own, OWN_BYTES);
  const { music } = plan;
  if (!music) return mixSound(context.tools, { voice, own: below, music: null, samples });
  const message = 'The music is damaged or missing.';
  return asProblem({ code: 'unusable-input', message, sceneId: null, signal }, async () => {
    const demuxer = await soundDemuxer(music.path).catch((error: unknown) => {
      if (!(error instanceof UnusableSound)) throw error;
      throw new FilmProblem('unusable-input', `The music ${error.message}.`, null, error);
    });
    await mixSound(context.tools, { voice, own: below, music: { ...music, demuxer }, samples });
  });
}

function voiceOf({ prepared: { speech }, whole }: SceneShot): PlacedSound[] {
  if (!speech || whole.speechStart === null) return [];
  const at = Math.round(whole.speechStart * SAMPLE_RATE);
  const samples = Math.round(speech.seconds * SAMPLE_RATE);
  return [{ path: join(speech.folder, SOUND_FILE), at, samples }];
}

/** Returns a clip's own sound at its position, played once for as long as the clip is shown. */
async function ownSoundOf(
  { tools, parts, nameOf }: FilmContext,
  { scene, prepared, whole, number }: SceneShot,
): Promise<PlacedSound[]> {
  const { clip } = prepared;
  if (!clip || !isHeard(prepared)) return [];
  const { path, hash, demuxer } = clip;
  const from = trimOf(scene);
  const seconds = Math.min(clip.seconds - from, whole.frames / FPS);
  const name = nameOf({ kind: 'own', file: hash, from, seconds });
  const message = `The sound of the clip of scene ${number} is damaged.`;
  const problem = { code: 'unusable-input' as const, message, sceneId: scene.id, signal: tools.signal };
  const folder = await asProblem(problem, () =>
    parts.keep(name, {
      make: (draft) => decodeOwnSound(tools, draft, { path, demuxer, from, seconds }),
      check: (made) => checkOwnSound(made, seconds),
    }),
  );
  const at = whole.startFrame * SAMPLES_A_FRAME;
  return [{ path: join(folder, SOUND_FILE), at, samples: Math.round(seconds * SAMPLE_RATE) }];
}
