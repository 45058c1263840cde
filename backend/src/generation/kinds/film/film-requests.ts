import { Injectable } from '@nestjs/common';
import {
  filmFingerprint,
  filmPrice,
  filmTimeline,
  LIMITS,
  minutesAndSeconds,
  toZaps,
  USUAL_PACE,
} from '@storyreel/contracts';
import type { FilmBlock, FilmQuality, GenerateFilmRequest, GenerateFilmResponse, Price } from '@storyreel/contracts';
import { keyOfMediaUrl } from '../../../infra/storage';
import { DomainError } from '../../../lib/domain-error';
import { requestHash } from '../../../lib/hash';
import { derivedId } from '../../../lib/ids';
import { asideUrlsOf, liveScenes, projectAggregate } from '../../../projects/storyboard';
import type { FilmAsked, GenerationJob, ProjectEvent, ProjectState, SceneState } from '../../../projects/storyboard';
import { refusableAs } from '../../../eventsourcing/refusals/refusals';
import type { CommandContext } from '../../../eventsourcing/commands/command-context';
import type { RequestData } from '../../domain/job-steps';
import { GenerationRequests, type InBatch } from '../../http/generation-requests';
import { checkMayFilm, filmJobs, QueueFilmJob, RENDERER } from './film-job';

/**
 * Plans a film from the project's current state.
 * @throws DomainError bad_request, limit_reached; the message says how to fix it
 */
export function planFilm({ fields, ...state }: ProjectState, quality: FilmQuality): FilmAsked {
  const { film: settings } = fields;
  const { blocks, missing, seconds } = filmTimeline(liveScenes(state).map(sceneOfFilm), settings);
  if (blocks.length === 0) throw refusal('Choose an image or make a clip for at least one scene first.');
  const [first] = missing;
  if (first) throw refusal(`“${first.title}” has neither an image nor a clip. Add one, or delete the scene.`);
  if (blocks.length > LIMITS.scenesPerFilm) throw tooMuch(`A film can have at most ${LIMITS.scenesPerFilm} scenes.`);
  if (seconds > LIMITS.filmSeconds) throw tooMuch(`A film can last at most ${LIMITS.filmSeconds / 60} minutes.`);
  const long = blocks.find((block) => (block.speech?.seconds ?? block.seconds) > LIMITS.sceneSeconds);
  if (long) throw tooMuch(tooLong(long));
  const outside = blocks.find(({ picture }) => keyOfMediaUrl(picture.url) === null);
  if (outside)
    throw refusal(`The image or clip of “${outside.title}” is on another site. Upload it to use it in a film.`);
  const { format, captions, captionLook, titleCard, endCard, pace = USUAL_PACE } = settings;
  const shown = { title: fields.title, quality, format, captions, captionLook, titleCard, endCard, pace };
  const fingerprint = filmFingerprint({ ...settings, blocks, music: musicOfFilm(fields) });
  return { ...shown, ...musicOf(fields), blocks, seconds, fingerprint };
}

/**
 * Returns the chosen music bed, otherwise the music uploaded for the film, otherwise the Audio tab's audio if the
 * settings include it.
 */
export function musicOf({
  filmMusicUrl,
  storyAudioUrl,
  film,
}: ProjectState['fields']): Pick<FilmAsked, 'musicUrl' | 'musicBed'> {
  if (film.musicBed) return { musicUrl: null, musicBed: film.musicBed };
  const url = filmMusicUrl ?? (film.music ? storyAudioUrl : null);
  return { musicUrl: url !== null && keyOfMediaUrl(url) !== null ? url : null };
}

/** Returns the address or the name of a film's music; null for a film without music. */
export function musicOfFilm(fields: ProjectState['fields']): string | null {
  const { musicBed, musicUrl } = musicOf(fields);
  return musicBed ?? musicUrl;
}

/** Returns the fields of a scene that affect its film. */
export function sceneOfFilm({ origins, ...scene }: SceneState) {
  const { id, title, duration, videos, mainVideoId, images, mainImageId, speech, shotPins } = scene;
  const video = videos.find((item) => item.id === mainVideoId);
  const mainVideo = video ? { url: video.url, duration: video.duration } : null;
  return {
    id,
    title,
    duration,
    mainVideo,
    speech,
    shotPins,
    mainImageUrl: images.find((slot) => slot.id === mainImageId)?.url ?? null,
    asideUrls: asideUrlsOf({ origins }),
    // Images on other sites cannot be read.
    imageUrls: images.map(({ url }) => url).filter((url) => keyOfMediaUrl(url) !== null),
  };
}

/** Returns the message that says whether the narration or the clip is too long, and how to shorten it. */
function tooLong({ title, speech, seconds }: FilmBlock): string {
  const [what, advice] = speech
    ? ['narration', 'Shorten it, or speak it faster']
    : ['clip', 'Begin it later, or use a shorter one'];
  const [has, most] = [speech?.seconds ?? seconds, LIMITS.sceneSeconds].map(minutesAndSeconds);
  return `The ${what} of “${title}” takes ${has}, and a scene lasts at most ${most}. ${advice}.`;
}

const refusal = (message: string): DomainError => new DomainError('bad_request', message);
const tooMuch = (message: string): DomainError => new DomainError('limit_reached', message);

function filmOf(state: ProjectState, quality: FilmQuality, owner: { ownerId: string }): FilmAsked {
  checkMayFilm(state, owner);
  return planFilm(state, quality);
}

/** The plan of a film is decided before its job is queued, since the job contains the whole plan. */
export const plannedFilm = refusableAs<{ quality: FilmQuality }, ProjectState, ProjectEvent>(
  'PlanFilm',
  projectAggregate,
  ({ data: { quality } }, state, environment) => {
    filmOf(state, quality, environment);
    return [];
  },
);

type FilmOfProject = Pick<GenerateFilmRequest, 'projectId' | 'quality'>;

@Injectable()
export class FilmRequests {
  constructor(private readonly requests: GenerationRequests) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, budget_reached */
  async request(
    userId: string,
    { projectId, quality }: GenerateFilmRequest,
    commandId: string,
  ): Promise<GenerateFilmResponse> {
    const ids = { jobId: derivedId(commandId, filmJobs.name), requestHash: requestHash(projectId, quality) };
    const job = await this.ask({ projectId, quality }, ids, this.requests.context(userId, commandId));
    return { filmId: job.jobId, costInfo: { creditsUsed: toZaps(job.units) } };
  }

  /** Queues the film of a batch. @throws DomainError like `request` */
  async inBatch(film: FilmOfProject, { batchId, workId }: InBatch, context: CommandContext): Promise<void> {
    await this.ask(film, { jobId: workId, batchId, requestHash: requestHash(batchId, film.projectId) }, context);
  }

  /**
   * Returns the price of a film of the project in its present state.
   * @throws DomainError with the reason why no film can be made
   */
  priceOf(state: ProjectState, quality: FilmQuality, owner: { ownerId: string }): Price {
    return filmPrice(filmOf(state, quality, owner).seconds, quality);
  }

  private ask(
    { projectId, quality }: FilmOfProject,
    ids: RequestData,
    context: CommandContext,
  ): Promise<GenerationJob> {
    const { ownerId: userId } = context;
    return this.requests.projectJob(
      { ...ids, userId, projectId },
      async (state, check) => {
        const asked = await check(plannedFilm.command, { quality }, () => filmOf(state, quality, context));
        return {
          kind: filmJobs,
          price: filmPrice(asked.seconds, quality),
          work: {
            provider: RENDERER,
            model: quality,
            operation: 'make_film',
            description: `A film of ${minutesAndSeconds(asked.seconds)}`,
          },
          command: (held) => new QueueFilmJob(projectId, { ...ids, ...asked, ...held }, context),
        };
      },
      context,
    );
  }
}
