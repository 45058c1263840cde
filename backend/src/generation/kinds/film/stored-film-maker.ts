import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, filmParts, imagesOf, LIMITS, pinnedShots, USUAL_PACE } from '@storyreel/contracts';
import { findFfmpeg } from '@storyreel/ffmpeg';
import { ACCOUNT_KEYS, type AccountKeys } from '../../../eventsourcing/event-store/sealed-events';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import { Pictures } from '../../../infra/media/pictures';
import { DamagedFile, HourlySweep, keyOfMediaUrl, MediaStore, TooLarge } from '../../../infra/storage';
import { ifMissing } from '../../../lib/errors';
import { derivedId } from '../../../lib/ids';
import type { FilmAsked, FilmMade } from '../../../projects/storyboard';
import { GenerationFailed } from '../../workers/run-generation';
import { FilmProblem, renderFilm } from './renderer';
import type { FilmPlan, FilmProgress, FilmScene } from './renderer';
import { bedOf } from './music/music-beds';
import type { FilmMaker, FilmOrder, MadeFilm } from './run-film-job';

/** The range of each step in the total progress, in render order, and the text shown to users. */
const STEPS: Record<FilmProgress['step'], { from: number; to: number; words: string }> = {
  prepare: { from: 0, to: 0.05, words: 'Reading the scenes' },
  sound: { from: 0.05, to: 0.1, words: 'Mixing the sound' },
  pictures: { from: 0.1, to: 0.92, words: 'Rendering the scenes' },
  join: { from: 0.92, to: 1, words: 'Putting it together' },
};

/** Returns the total progress, 0 to 1, and the text for the current step. */
export function shareOf({ step, done, of, scene }: FilmProgress): { progress: number; words: string } {
  const { from, to, words } = STEPS[step];
  const share = of > 0 ? Math.min(1, Math.max(0, done / of)) : 0;
  const told = scene ? `Rendering scene ${scene.number} of ${scene.of}` : words;
  return { progress: from + (to - from) * share, words: told };
}

/** Maximum bytes of finished parts kept per node: about an hour of film in 1080p. */
const KEPT_BYTES = 4 * 1024 ** 3;
/** Age in milliseconds below which a file may still be in use by a render. */
const YOUNG_MS = 6 * 60 * 60 * 1_000;

/**
 * This node's folders for films: one for finished parts, which later films may reuse, and one for renders under way.
 */
@Injectable()
export class FilmParts extends HourlySweep {
  protected readonly what = 'Parts of films';
  readonly folder: string;
  private readonly work: string;

  constructor(
    @Inject(APP_CONFIG) { home }: Pick<AppConfig, 'home'>,
    @Inject(ACCOUNT_KEYS) private readonly accounts: Pick<AccountKeys, 'lastErasure'>,
  ) {
    super();
    this.folder = join(home, 'films', 'parts');
    this.work = join(home, 'films', 'work');
  }

  workOf(jobId: string): string {
    return join(this.work, jobId);
  }

  /**
   * Deletes the least recently used parts until the rest fits the limit, and leftovers of unfinished films. Also
   * deletes all parts that were last used before the latest erasure of an account, since parts do not name their owner.
   */
  async sweep(keptBytes = KEPT_BYTES, now = Date.now()): Promise<number> {
    const parts = (await foldersIn(this.folder)).sort((a, b) => b.usedMs - a.usedMs);
    const erasedMs = (await this.accounts.lastErasure())?.getTime() ?? -Infinity;
    let bytes = 0;
    const old: Folder[] = [];
    for (const part of parts) {
      bytes += await bytesIn(part.path);
      if ((bytes > keptBytes || part.usedMs <= erasedMs) && now - part.usedMs > YOUNG_MS) old.push(part);
    }
    const left = (await foldersIn(this.work)).filter(({ usedMs }) => now - usedMs > 4 * YOUNG_MS);
    for (const { path } of [...old, ...left]) await rm(path, { recursive: true, force: true });
    return old.length + left.length;
  }
}

interface Folder {
  path: string;
  /** Time of the last change; a part is touched whenever a film reuses it. */
  usedMs: number;
}

async function foldersIn(parent: string): Promise<Folder[]> {
  const found: Folder[] = [];
  for (const name of await readdir(parent).catch(none)) {
    const path = join(parent, name);
    const known = await stat(path).catch(gone);
    if (known) found.push({ path, usedMs: known.mtimeMs });
  }
  return found;
}

async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(none))
    bytes += (await stat(join(folder, name)).catch(gone))?.size ?? 0;
  return bytes;
}

const none = ifMissing<string[]>([]);
/** Returns null for a file that its render has renamed or deleted in the meantime. */
const gone = ifMissing(null);

const TEXT_BYTES = 4 * 1_048_576;
const POSTER_BYTES = 4 * 1_048_576;

/** Makes films from stored images, clips and sounds, and stores the films in the same storage. */
@Injectable()
export class StoredFilmMaker implements FilmMaker {
  constructor(
    private readonly media: MediaStore,
    private readonly parts: FilmParts,
    private readonly pictures: Pictures,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'ffmpegPath'>,
  ) {}

  async make(order: FilmOrder): Promise<MadeFilm> {
    const { job } = order;
    const workFolder = this.parts.workOf(job.jobId);
    await mkdir(workFolder, { recursive: true });
    try {
      const plan = await this.plan(job.queued, workFolder, order);
      const parts = partPlans(plan, job.queued);
      // The film's parts are joined from shots that were rendered for the whole film.
      const shareOfWhole = parts.length === 0 ? 1 : WHOLE_WITH_PARTS;
      const film = await this.render(plan, workFolder, order, (share) => share * shareOfWhole);
      const files = await this.store(film, order, '');
      const stored: FilmMade['film'][] = [];
      for (const [index, part] of parts.entries()) {
        const folder = join(workFolder, `part-${index + 1}`);
        await mkdir(folder, { recursive: true });
        const done = (share: number): number => shareOfWhole + ((index + share) / parts.length) * (1 - shareOfWhole);
        const made = await this.render(part, folder, order, done);
        stored.push(await this.store(made, order, `-part-${index + 1}`));
        await rm(folder, { recursive: true, force: true });
      }
      return {
        filename: `${job.queued.title.trim() || 'film'}.mp4`,
        film: stored.length > 0 ? { ...files, parts: stored } : files,
      };
    } catch (error) {
      if (error instanceof FilmProblem) throw new GenerationFailed(error.message, { cause: error });
      if (error instanceof TooLarge)
        throw new GenerationFailed('The film is too large. Choose a lower quality.', { cause: error });
      throw error;
    } finally {
      // A retry starts with an empty work folder; finished parts are in another folder.
      await rm(workFolder, { recursive: true, force: true });
    }
  }

  private async render(
    plan: FilmPlan,
    workFolder: string,
    { signal, onProgress }: FilmOrder,
    ofAll: (share: number) => number,
  ): Promise<RenderedFilm> {
    return renderFilm(plan, {
      workFolder,
      partsFolder: this.parts.folder,
      pictures: this.pictures,
      ffmpeg: await findFfmpeg(this.config.ffmpegPath),
      signal,
      onProgress: (state) => {
        const { progress, words } = shareOf(state);
        onProgress(ofAll(progress), words);
      },
    });
  }

  private async plan(asked: FilmAsked, folder: string, order: FilmOrder): Promise<FilmPlan> {
    const {
      format,
      quality,
      captions,
      captionLook,
      titleCard,
      endCard,
      pace = USUAL_PACE,
      musicUrl,
      musicBed,
      blocks,
    } = asked;
    const fetched = new Map<string, string>();
    const fetch = async (url: string, what: string): Promise<string> => {
      const path = fetched.get(url) ?? (await this.fetch(url, folder, order, what));
      fetched.set(url, path);
      return path;
    };
    const scenes: FilmScene[] = [];
    for (const block of blocks) {
      const { sceneId: id, title, picture, others: otherUrls = [], speech, seconds, transition } = block;
      const path = await fetch(picture.url, `The ${picture.kind} of “${title}”`);
      const spoken = speech && {
        text: speech.text,
        times: speech.times,
        path: await fetch(speech.url, `The narration of “${title}”`),
      };
      const { trimStart, muted } = picture;
      const shown = picture.kind === 'clip' ? { kind: picture.kind, path, trimStart, muted } : still(path);
      const usable = otherUrls.filter((url) => keyOfMediaUrl(url) !== null);
      const others = [];
      for (const url of usable) others.push(still(await fetch(url, `An image of “${title}”`)));
      const pins = pinnedShots(block.pins, imagesOf({ picture, others: usable }));
      scenes.push({ id, picture: shown, others, pins, speech: spoken, seconds: spoken ? null : seconds, transition });
    }
    const uploaded = musicUrl === null ? null : { path: await fetch(musicUrl, 'The music') };
    const music = musicBed ? bedOf(musicBed) : uploaded;
    const [title, end] = [cardOf(titleCard), cardOf(endCard)];
    return {
      format,
      quality,
      pace,
      captions: { style: captions, platform: 'all', look: captionLook },
      title,
      end,
      music,
      scenes,
    };
  }

  /** @throws GenerationFailed when the file is missing or damaged */
  private async fetch(url: string, folder: string, { ownerId, signal }: FilmOrder, what: string): Promise<string> {
    const key = keyOfMediaUrl(url);
    const opened = key === null ? null : await this.media.open(key, ownerId);
    if (key === null || !opened) throw new GenerationFailed(`${what} is no longer there.`);
    const path = join(folder, key);
    try {
      await pipeline(await opened.read(), createWriteStream(path), { signal });
    } catch (error) {
      if (error instanceof DamagedFile)
        throw new GenerationFailed(`${what} is damaged. Please upload it again.`, { cause: error });
      throw error;
    }
    return path;
  }

  /** @param suffix distinguishes the files of a part from those of the film */
  private async store(
    film: RenderedFilm,
    { job: { jobId, queued }, ownerId }: FilmOrder,
    suffix: string,
  ): Promise<FilmMade['film']> {
    const origin = { byModel: false, from: mediaIn(queued) };
    const save = async (path: string, name: string, contentType: string, maxBytes: number) => {
      const place = { key: derivedId(jobId, name + suffix), visibility: 'private' as const, maxBytes, origin };
      return this.media.save({ ownerId, stream: createReadStream(path), contentType, ...place });
    };
    const { url: posterUrl } = await save(film.poster, 'film-poster', 'image/jpeg', POSTER_BYTES);
    const { url: srtUrl } = await save(film.srt, 'film-srt', 'application/x-subrip', TEXT_BYTES);
    const { url: vttUrl } = await save(film.vtt, 'film-vtt', 'text/vtt', TEXT_BYTES);
    const { url, size: bytes } = await save(film.film, 'film', 'video/mp4', FILE_LIMITS.film);
    return { url, posterUrl, srtUrl, vttUrl, seconds: film.seconds, bytes };
  }
}

type RenderedFilm = Awaited<ReturnType<typeof renderFilm>>;

/** Share of the progress for the whole film, if parts are made after it. */
const WHOLE_WITH_PARTS = 0.85;

/**
 * Plans the parts of a film that exceeds the platforms' maximum length. Each part begins with its number; the last one
 * has the end card.
 */
export function partPlans(plan: FilmPlan, { blocks, title, titleCard }: FilmAsked): FilmPlan[] {
  const scenes = new Map(plan.scenes.map((scene) => [scene.id, scene]));
  const parts = filmParts(blocks);
  const name = titleCard.trim() || title.trim();
  return parts.map((part, index) => ({
    ...plan,
    title: { text: `${[...name].slice(0, LIMITS.filmCard).join('')} – Part ${index + 1} of ${parts.length}` },
    end: index === parts.length - 1 ? plan.end : null,
    scenes: part.flatMap(({ sceneId }) => scenes.get(sceneId) ?? []),
  }));
}

/**
 * Returns the addresses of all media in a film. The music supplied with the product is left out, since no model
 * composed it.
 */
const mediaIn = ({ blocks, musicUrl }: FilmAsked): string[] => [
  ...blocks.flatMap(({ picture, others = [], speech }) => [picture.url, ...others, ...(speech ? [speech.url] : [])]),
  ...(musicUrl === null ? [] : [musicUrl]),
];

const cardOf = (text: string) => (text.trim() === '' ? null : { text });

const still = (path: string) => ({ kind: 'image' as const, path });
