import type { Environment } from '../../eventsourcing/domain/aggregate';
import type { ProjectEvent, ProjectState } from '../../projects/storyboard';
import { musicKind } from '../../testing/music-kind';
import { decideQueueMusicJob } from '../../testing/music-kind/music-jobs';
import { created, image, PROJECT, scene, sceneId, video } from '../../testing/project-fixtures';
import { castSheetKind } from '../kinds/cast-sheet';
import { decideQueueCastSheet } from '../kinds/cast-sheet/cast-sheet-job';
import { filmKind } from '../kinds/film';
import { decideQueueFilmJob } from '../kinds/film/film-job';
import { imageKind } from '../kinds/image';
import { imageEditKind } from '../kinds/image-edit';
import { decideQueueImageEdit } from '../kinds/image-edit/image-edit-job';
import { decideQueueImageRerun, imageRerunKind } from '../kinds/image/image-rerun';
import { decideQueueImageJob } from '../kinds/image/image-job';
import type { KindParts } from '../workers/kind-parts';
import { speechKind } from '../kinds/speech';
import { decideQueueSpeechJob } from '../kinds/speech/speech-job';
import { decideQueueStoryAudio } from '../kinds/speech/story-audio';
import { upscaleKind } from '../kinds/upscale';
import { decideQueueUpscale } from '../kinds/upscale/upscale-job';
import { videoKind } from '../kinds/video';
import { decideQueueVideoRerun, videoRerunKind } from '../kinds/video/video-rerun';
import { decideQueueVideoJob } from '../kinds/video/video-job';

/** A generation request with its idempotency key (`jobId`) and the hash of its content (`requestHash`). */
export interface Asked {
  jobId: string;
  requestHash: string;
  /** Id of the owner of the scene or project that the result is for. */
  ownerId: string;
}

export interface KindCase {
  parts: KindParts;
  queue(asked: Asked): (state: ProjectState, environment: Environment) => ProjectEvent[];
  /** Result data of a successful job, without its cost. */
  made: object;
  /** Maximum concurrent jobs per scene or project; unlimited by default. */
  atOnce?: number;
  /** The job's target; a scene by default. */
  of?: 'project';
  /** True for a rerun: permission was checked earlier, since a developer may rerun another user's job. */
  isTrial?: true;
  /**
   * True if job events of this kind are not pushed to clients: they learn of the job from other events, such as those
   * about project fields, or not at all.
   */
  isSilent?: true;
}

/** Project with a cast member and one scene, which has an image from which a clip or a film can start. */
export const project = created([scene(1, { images: [image('a')], mainImageId: 'a' })], {
  characters: 'Mara: red coat',
});
const price = { holdId: 'hold', units: 40_000, usd: 0.1, priceVersion: 'v' };
const sound = { voice: 'alto', speaker: '', speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 };
const words = { ...price, ...sound, text: 'Once.' };
const drawn = { ...price, sceneId: sceneId(1), prompt: 'a lighthouse', model: 'v6.1', bulk: false };
const another = {
  ...{ ...price, sceneId: sceneId(1), model: 'v6.1', slotIds: ['b'] },
  from: { slotId: 'a', url: '/api/media/a', hash: 'h', width: 10, height: 10, runId: null },
};
const sheet = { ...price, prompt: 'Mara.', views: ['Front', 'Side', 'Close-up'], model: 'v6.1', format: '4:5' };
const animated = { ...price, sceneId: sceneId(1), modelId: 'kling-v2.1', prompt: 'waves', settings: {}, seconds: 5 };
const filmed = { ...price, quality: 'draft', format: '9:16', blocks: [], seconds: 10, musicUrl: null };
const speech = { url: '/api/media/line', seconds: 2, text: 'Once.', voice: 'alto' };
const film = { url: '/f', posterUrl: '/p', srtUrl: '/s', vttUrl: '/v', seconds: 9.9, bytes: 5 };

/** Builds a command of any kind with only the fields that its decision reads. */
const command = ({ jobId, requestHash }: Asked, data: object): never =>
  ({ aggregateId: PROJECT, data: { ...data, jobId, requestHash } }) as never;
const trial = ({ ownerId }: Asked) => ({ parentRunId: 'parent', sceneOwnerId: ownerId });

/** One case per kind of generation and per rerun. */
export const KIND_CASES: Record<string, KindCase> = {
  images: {
    parts: imageKind,
    queue: (asked) => (state, env) => decideQueueImageJob(command(asked, drawn), state, env),
    made: { images: [] },
    atOnce: 1,
  },
  'an edited image': {
    parts: imageEditKind,
    queue: (asked) => (state, env) =>
      decideQueueImageEdit(command(asked, { ...another, instruction: 'make it night' }), state, env),
    made: { images: [] },
  },
  'a larger image': {
    parts: upscaleKind,
    queue: (asked) => (state, env) =>
      decideQueueUpscale(command(asked, { ...another, factor: 2, pixels: 400 }), state, env),
    made: { images: [] },
  },
  'a sheet of a member': {
    parts: castSheetKind,
    queue: (asked) => (state, env) =>
      decideQueueCastSheet(command(asked, { ...sheet, memberId: 'character-mara' }), state, env),
    made: { images: [] },
    atOnce: 1,
    of: 'project',
    isSilent: true,
  },
  'a clip': {
    parts: videoKind,
    queue: (asked) => (state, env) => decideQueueVideoJob(command(asked, animated), state, env),
    made: { video: video('clip') },
    atOnce: 1,
  },
  'a narration': {
    parts: speechKind,
    queue: (asked) => (state, env) =>
      decideQueueSpeechJob(command(asked, { ...words, sceneId: sceneId(1) }), state, env),
    made: { speech },
    atOnce: 1,
  },
  'the audio of a story': {
    parts: speechKind,
    queue: (asked) => (state, env) => decideQueueStoryAudio(command(asked, words), state, env),
    made: { speech },
    atOnce: 1,
    of: 'project',
    isSilent: true,
  },
  'a film': {
    parts: filmKind,
    queue: (asked) => (state, env) => decideQueueFilmJob(command(asked, filmed), state, env),
    made: { isDraft: true, filename: 'The Lamp.mp4', film },
    atOnce: 1,
    of: 'project',
  },
  'a trial of images': {
    parts: imageRerunKind,
    queue: (asked) => (state, env) => decideQueueImageRerun(command(asked, { ...drawn, ...trial(asked) }), state, env),
    made: { images: [] },
    atOnce: 3,
    isTrial: true,
    isSilent: true,
  },
  'a trial of a clip': {
    parts: videoRerunKind,
    queue: (asked) => (state, env) =>
      decideQueueVideoRerun(command(asked, { ...animated, imageUrl: '/a', ...trial(asked) }), state, env),
    made: { video: video('clip') },
    atOnce: 3,
    isTrial: true,
    isSilent: true,
  },
  'what another kind makes': {
    parts: musicKind,
    queue: (asked) => (state, env) =>
      decideQueueMusicJob(command(asked, { ...words, sceneId: sceneId(1) }), state, env),
    made: { audioUrl: '/a.wav' },
    isSilent: true,
  },
};
