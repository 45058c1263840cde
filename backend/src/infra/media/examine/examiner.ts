import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { type FileKind, FORMATS } from '@storyreel/contracts';
import { FfmpegFailure, findFfmpeg, isWholeMov, troubleOf } from '@storyreel/ffmpeg';
import { APP_CONFIG, type AppConfig } from '../../config/app-config';
import { TemporaryDomainError } from '../../../lib/domain-error';
import { ifMissing } from '../../../lib/errors';
import { Pictures, UnusablePicture } from '../pictures';
import { pictureTypeOf, readPictureHeader } from '../pictures/picture-header';
import type { PictureHeader } from '../pictures/picture-header';
import { HourlySweep } from '../../storage/hourly-sweep';
import { createBulkhead } from '../../../lib/concurrency';
import { refusalOf, typeOfBytes } from '../formats';
import {
  type ClipFacts,
  probeClip,
  probeSound,
  soundSeconds,
  type ProbeTools,
  UnusableClip,
  UnusableSound,
} from './probe-clip';

/** The file is damaged or of the wrong kind. The message is a sentence for people. */
export class UnusableFile extends Error {}

/** Required size or shape of an ordered image. */
export interface OrderedPicture {
  /** Pixels. */
  width: number;
  height: number;
  /**
   * sides: width and height match within a hundredth, since providers round them. shape: only their ratio matches,
   * within a quarter.
   */
  by: 'sides' | 'shape';
  /** SHA-256 of the image that this one was made from. */
  madeOf: string;
}

interface About {
  ownerId: string;
  signal?: AbortSignal;
  /** True for files made by this server, of which only the structure is checked. */
  isOurs?: boolean;
  ordered?: OrderedPicture;
}

export interface ExaminedRecording {
  /** MIME type, detected from the bytes. */
  type: string;
  /** Length of a clip from outside; null for anything else. */
  seconds: number | null;
  read(): Readable;
}

/** Facts about a clip or a sound that only reading the file reveals. */
export type Measured = Pick<ClipFacts, 'seconds' | 'hasSound'>;

/** Containers that may hold sound alone or a film. */
const { video, audio } = FORMATS;
const TYPES: Record<string, { audio: string; video: string } | undefined> = {
  mp4: { audio: audio.M4A, video: video.MP4 },
  m4a: { audio: audio.M4A, video: video.MP4 },
  m4v: { audio: audio.M4A, video: video.MP4 },
  mov: { audio: audio.M4A, video: video.MOV },
  webm: { audio: audio.WebM, video: video.WebM },
};
const SOUNDS: Record<string, string | undefined> = {
  wav: audio.WAV,
  mp3: audio.MP3,
  ogg: audio.OGG,
  opus: audio.OGG,
  flac: audio.FLAC,
  aac: audio.AAC,
};
const NOT_IT: Record<FileKind, string> = {
  image: "It isn't an image, or it is damaged.",
  video: "It isn't a video, or it is damaged.",
  audio: "It isn't a sound, or it is damaged.",
};
const BUNDLED = '@ffmpeg-installer';
const OLD_BUILD =
  'Films, clips and sounds are read by the bundled ffmpeg of 2018. Install a current ffmpeg, or set FFMPEG_PATH.';
const NOT_NOW = "The file couldn't be checked right now. Please try again.";
const RETRY_AFTER_SECONDS = 5;
const HEAD_BYTES = 4_100;
const PLACES = { atOnce: 2, waiting: 64 };
const LEFT_AFTER_MS = 60 * 60 * 1_000;

/** Detects from the bytes what kind of file an outside file is, before anything is made from it or charged for it. */
@Injectable()
export class Examiner extends HourlySweep {
  protected readonly what = 'Files that were being examined';
  private readonly log = new Logger(Examiner.name);
  private readonly folder: string;
  private readonly inTurn = createBulkhead(
    PLACES,
    'Many files are being checked. Please try again in a few seconds.',
    5,
  );

  constructor(
    private readonly pictures: Pictures,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home' | 'ffmpegPath'>,
  ) {
    super();
    this.folder = join(config.home, 'examined');
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    void this.tellOfFfmpeg();
  }

  /** Warns about the bundled ffmpeg of 2018, which is good enough to try the product but lacks later fixes. */
  async tellOfFfmpeg(): Promise<void> {
    const found = await findFfmpeg(this.config.ffmpegPath).catch((error: Error) => error);
    if (found instanceof Error) this.log.error(found.message);
    else if (found.includes(BUNDLED)) this.log.warn(OLD_BUILD);
  }

  /**
   * @returns its MIME type
   * @throws UnusableFile, TemporaryDomainError, the signal's reason, or the error of `read`
   */
  async picture(read: () => Promise<Uint8Array>, { ownerId, signal, isOurs, ordered }: About): Promise<string> {
    if (isOurs === true) {
      const bytes = await read();
      const header = pictureTypeOf(bytes) === null ? null : readPictureHeader(bytes);
      if (header === null) return refuse(NOT_IT.image);
      if (ordered) requireAsOrdered(header, bytes, ordered);
      return header.type;
    }
    try {
      const picture = await this.pictures.decode(ownerId, read, { signal });
      if (ordered) requireAsOrdered(picture, await read(), ordered);
      return picture.type;
    } catch (error) {
      if (error instanceof UnusablePicture) throw new UnusableFile(error.message, { cause: error });
      throw error;
    }
  }

  /** Examines a clip. @throws as `recording` */
  clip<Made>(source: Readable, about: About, use: (clip: ExaminedRecording) => Promise<Made>): Promise<Made> {
    return this.recording(source, 'video', about, use);
  }

  /**
   * Keeps a film or a sound in a temporary file while it is examined and used.
   * @throws UnusableFile, TemporaryDomainError, the signal's reason, or the errors of `source` and `use`
   */
  async recording<Made>(
    source: Readable,
    kind: 'video' | 'audio',
    about: Omit<About, 'ownerId'>,
    use: (recording: ExaminedRecording) => Promise<Made>,
  ): Promise<Made> {
    await mkdir(this.folder, { recursive: true });
    const own = await mkdtemp(join(this.folder, 'file-'));
    try {
      const path = join(own, 'bytes');
      await pipeline(source, createWriteStream(path), { signal: about.signal });
      const facts = await this.look(path, kind, about);
      return await use({ ...facts, read: () => createReadStream(path) });
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /**
   * Measures a clip or a sound; null for a file that is unusable, or that cannot be measured at the moment.
   * @throws the signal's reason, or as `source`
   */
  async measure(source: Readable, kind: 'video' | 'audio', signal: AbortSignal): Promise<Measured | null> {
    await mkdir(this.folder, { recursive: true });
    const own = await mkdtemp(join(this.folder, 'file-'));
    try {
      const path = join(own, 'bytes');
      await pipeline(source, createWriteStream(path), { signal });
      const tools = { ffmpeg: await findFfmpeg(this.config.ffmpegPath), signal };
      return await this.inTurn(async () =>
        kind === 'video' ? probeClip(tools, path) : { seconds: await soundSeconds(tools, path), hasSound: true },
      );
    } catch (error) {
      signal.throwIfAborted();
      const isKnown = [UnusableClip, UnusableSound, FfmpegFailure, TemporaryDomainError].some(
        (kind) => error instanceof kind,
      );
      if (isKnown) return null;
      throw error;
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  /** Deletes files left by a node that was killed. */
  sweep(now = Date.now()): Promise<number> {
    return deleteLeftovers(this.folder, LEFT_AFTER_MS, now);
  }

  private async look(
    path: string,
    kind: 'video' | 'audio',
    { signal, isOurs }: Omit<About, 'ownerId'>,
  ): Promise<{ type: string; seconds: number | null }> {
    const head = await headOf(path);
    const ext = (await typeOfBytes(head))?.ext ?? '';
    const type = TYPES[ext]?.[kind] ?? (kind === 'audio' ? SOUNDS[ext] : undefined);
    if (type === undefined) return refuse((await refusalOf(head, kind)) ?? NOT_IT[kind]);
    if (isOurs === true) return (await isWholeMov(path)) ? { type, seconds: null } : refuse(NOT_IT[kind]);
    const tools = { ffmpeg: await findFfmpeg(this.config.ffmpegPath), signal };
    const seconds = await this.inTurn(() => probe(tools, path, kind));
    return { type, seconds };
  }
}

const refuse = (message: string, cause?: unknown): never => {
  throw new UnusableFile(message, { cause });
};

async function probe(tools: ProbeTools, path: string, kind: 'video' | 'audio'): Promise<number | null> {
  try {
    if (kind === 'audio') {
      await probeSound(tools, path);
      return null;
    }
    const { frames, seconds } = await probeClip(tools, path);
    return frames < 2 ? refuse('It is a still image, not a video. Please use it as an image.') : seconds;
  } catch (error) {
    tools.signal?.throwIfAborted();
    // Server trouble proves nothing about the file.
    if (troubleOf(error) !== null)
      throw new TemporaryDomainError('unavailable', NOT_NOW, RETRY_AFTER_SECONDS, { cause: error });
    if (error instanceof UnusableClip) return refuse(`It ${error.message}.`, error);
    if (error instanceof UnusableSound || error instanceof FfmpegFailure) return refuse(NOT_IT[kind], error);
    throw error;
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    return head.subarray(0, (await file.read(head, 0, HEAD_BYTES, 0)).bytesRead);
  } finally {
    await file.close();
  }
}

const SHAPE_WITHIN = 0.25;
const SIDES_WITHIN = 0.01;
const isNear = (one: number, other: number, within: number): boolean => Math.abs(one / other - 1) <= within;

/** @throws UnusableFile for an image that is not as ordered */
export function requireAsOrdered(
  { width, height }: Pick<PictureHeader, 'width' | 'height'>,
  bytes: Uint8Array,
  ordered: OrderedPicture,
): void {
  if (createHash('sha256').update(bytes).digest('hex') === ordered.madeOf)
    throw new UnusableFile('It is the same image as before.');
  const isAsOrdered =
    ordered.by === 'sides'
      ? isNear(width, ordered.width, SIDES_WITHIN) && isNear(height, ordered.height, SIDES_WITHIN)
      : isNear(width / height, ordered.width / ordered.height, SHAPE_WITHIN);
  if (isAsOrdered) return;
  const wanted = ordered.by === 'sides' ? `${ordered.width} × ${ordered.height} pixels` : 'the shape of the image';
  throw new UnusableFile(`It has ${width} × ${height} pixels, and not ${wanted}.`);
}

/**
 * Deletes entries of a folder that nobody has changed for `olderThanMs`: leftovers of a node that was killed. Returns
 * how many.
 */
async function deleteLeftovers(folder: string, olderThanMs: number, now: number): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder).catch(ifMissing<string[]>([]))) {
    const path = join(folder, name);
    const known = await stat(path).catch(ifMissing(null));
    if (known === null || now - known.mtimeMs < olderThanMs) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}
