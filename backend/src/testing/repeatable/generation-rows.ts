import {
  CleanupDeadImages,
  CleanupDeadImagesHandler,
  cleanupResult,
} from '../../generation/kinds/image/cleanup-dead-images';
import { decideAccept, decideComplete, decideFail, decideStart } from '../../generation/domain/job-steps';
import { filmJobs } from '../../generation/kinds/film/film-jobs';
import {
  CancelFilm,
  CancelFilmHandler,
  RemoveFilm,
  RemoveFilmHandler,
  RestoreFilm,
  RestoreFilmHandler,
} from '../../generation/kinds/film/film-versions';
import { QueueFilmJob, QueueFilmJobHandler } from '../../generation/kinds/film/queue-film-job';
import { imageJobs } from '../../generation/kinds/image/image-jobs';
import { imageTrials } from '../../generation/kinds/image-trial/image-trials';
import { QueueImageTrial, QueueImageTrialHandler } from '../../generation/kinds/image-trial/queue-image-trial';
import { QueueVideoTrial, QueueVideoTrialHandler } from '../../generation/kinds/video-trial/queue-video-trial';
import { videoTrials } from '../../generation/kinds/video-trial/video-trials';
import { QueueImageJob, QueueImageJobHandler } from '../../generation/kinds/image/queue-image-job';
import { QueueSpeechJob, QueueSpeechJobHandler } from '../../generation/kinds/speech/queue-speech-job';
import { speechJobs } from '../../generation/kinds/speech/speech-jobs';
import type { Committed } from '../../platform/commands/aggregate-store';
import { projectAggregate, type ProjectEvent, type ProjectState } from '../../storyboard';
import { video } from '../project-fixtures';
import { videoJobs } from '../../generation/kinds/video/video-jobs';
import { QueueVideoJob, QueueVideoJobHandler } from '../../generation/kinds/video/queue-video-job';
import type { Node, Repeatable, World } from './world';

const held = ({ holdId }: World) => ({ holdId, units: 40_000, usd: 0, priceVersion: 'v', requestHash: 'hash' });

export function queueImage(world: World, node: Node, jobId = world.jobId): Promise<Committed<ProjectState>> {
  const { projectId, sceneId } = world;
  const request = { sceneId, jobId, prompt: 'sea', model: 'v6.1', bulk: false, ...held(world) };
  return node.send(QueueImageJobHandler, new QueueImageJob(projectId, request, world.context(jobId)));
}

function queueVideo(world: World, node: Node): Promise<Committed<ProjectState>> {
  const { projectId, sceneId, jobId } = world;
  const clipData = { sceneId, jobId, modelId: 'kling-v2.1', prompt: 'waves', settings: {}, seconds: 5 };
  return node.send(
    QueueVideoJobHandler,
    new QueueVideoJob(projectId, { ...clipData, ...held(world) }, world.context(jobId)),
  );
}

function queueSpeech(world: World, node: Node): Promise<Committed<ProjectState>> {
  const { projectId, sceneId, jobId } = world;
  const sound = { voice: 'alto', speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 };
  const asked = { sceneId, jobId, text: 'Once.', speaker: '', ...sound, ...held(world) };
  return node.send(QueueSpeechJobHandler, new QueueSpeechJob(projectId, asked, world.context(jobId)));
}

const step = (name: string, decide: (state: ProjectState, jobId: string) => ProjectEvent[]) => {
  return async (world: World, node: Node): Promise<string | undefined> => {
    const { state } = await world.decide(node, projectAggregate, world.projectId, world.context(name), (current) =>
      decide(current, world.jobId),
    );
    return state.jobs[world.jobId]?.kind;
  };
};

function queueTrial(world: World, node: Node): Promise<Committed<ProjectState>> {
  const { projectId, sceneId, jobId } = world;
  const asked = {
    sceneId,
    jobId,
    prompt: 'sea',
    model: 'v6.1',
    parentRunId: world.id('parent'),
    sceneOwnerId: world.userId,
  };
  return node.send(
    QueueImageTrialHandler,
    new QueueImageTrial(projectId, { ...asked, ...held(world) }, world.context(jobId)),
  );
}

function queueClipTrial(world: World, node: Node): Promise<Committed<ProjectState>> {
  const { projectId, sceneId, jobId } = world;
  const clipData = {
    sceneId,
    jobId,
    modelId: 'kling-v2.1',
    prompt: 'waves',
    settings: {},
    seconds: 5,
    imageUrl: '/sea',
  };
  const asked = { ...clipData, parentRunId: world.id('parent'), sceneOwnerId: world.userId };
  return node.send(
    QueueVideoTrialHandler,
    new QueueVideoTrial(projectId, { ...asked, ...held(world) }, world.context(jobId)),
  );
}

interface Steps {
  kind: 'Image' | 'Video' | 'Speech' | 'ImageTrial' | 'VideoTrial';
  queue: (world: World, node: Node) => Promise<unknown>;
  start: ReturnType<typeof step>;
  accept: ReturnType<typeof step>;
  complete: ReturnType<typeof step>;
  fail: ReturnType<typeof step>;
}
const image: Steps = {
  kind: 'Image',
  queue: (world, node) => queueImage(world, node),
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(imageJobs, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(imageJobs, state, id, { images: [], usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'too dark')),
};
const clip: Steps = {
  kind: 'Video',
  queue: queueVideo,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(videoJobs, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(videoJobs, state, id, { video: video('clip'), usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'blurred')),
};

const line: Steps = {
  kind: 'Speech',
  queue: queueSpeech,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(speechJobs, state, id, 'prediction')),
  complete: step('complete', (state, id) => {
    const speech = { url: '/api/media/line', seconds: 2, text: 'Once.', voice: 'alto' };
    return decideComplete(speechJobs, state, id, { speech, usd: 0 });
  }),
  fail: step('fail', (state, id) => decideFail(state, id, 'hoarse')),
};

const trial: Steps = {
  kind: 'ImageTrial',
  queue: queueTrial,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(imageTrials, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(imageTrials, state, id, { images: [], usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'too dark')),
};

const clipTrial: Steps = {
  kind: 'VideoTrial',
  queue: queueClipTrial,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(videoTrials, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(videoTrials, state, id, { video: video('clip'), usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'blurred')),
};

const stepsOf = ({ kind, queue, start, accept, complete, fail }: Steps): Repeatable[] => {
  const work = kind.endsWith('Trial') ? kind : `${kind}Job`;
  const covers = [`Run${work}`];
  // What it writes itself is that the job has failed; the picture lies under a name that derives from the job, by which
  // it is deleted, however often.
  const fetching = kind === 'Video' ? ['FetchStartImage', 'ForgetStartImage'] : [];
  const queued = async (world: World, node: Node) => {
    await world.project(node);
    await queue(world, node);
  };
  const name = kind.toLowerCase();
  return [
    {
      name: `queuing: ${name}`,
      covers: [`Queue${work}`],
      setup: (world, node) => world.project(node),
      run: async (world, node) => void (await queue(world, node)),
      between: async (world, node) => {
        await start(world, node);
        await complete(world, node);
        await world.scene(node);
      },
      makes: [`${kind}JobQueued`],
    },
    { name: `starting: ${name}`, covers, setup: queued, run: start, between: accept, makes: [`${kind}JobStarted`] },
    { name: `accepted: ${name}`, covers, setup: queued, run: accept, between: complete, makes: [`${kind}JobAccepted`] },
    { name: `completed: ${name}`, covers, setup: queued, run: complete, between: fail, makes: [`${kind}JobCompleted`] },
    {
      name: `failed: ${name}`,
      covers: [...covers, ...fetching],
      setup: queued,
      run: fail,
      between: complete,
      makes: [`${kind}JobFailed`],
    },
  ];
};

const film = { quality: 'draft', format: '9:16', captions: 'off', titleCard: '', endCard: '' } as const;

function queueFilm(world: World, node: Node): Promise<Committed<ProjectState>> {
  const { projectId, jobId } = world;
  const asked = { ...film, title: 'The Lamp', musicUrl: null, blocks: [], seconds: 5 };
  const command = new QueueFilmJob(projectId, { ...asked, jobId, ...held(world) }, world.context(jobId));
  return node.send(QueueFilmJobHandler, command);
}
const filmFiles = { url: '/film', posterUrl: '/poster', srtUrl: '/srt', vttUrl: '/vtt', seconds: 5, bytes: 9 };
const madeFilm = { isDraft: true, filename: 'The Lamp.mp4', film: filmFiles, usd: 0 };
const filmSteps = {
  start: step('start', (state, id) => decideStart(state, id, 'storyreel')),
  complete: step('complete', (state, id) => decideComplete(filmJobs, state, id, madeFilm)),
  fail: step('fail', (state, id) => decideFail(state, id, 'too long')),
};
const queuedFilm = async (world: World, node: Node) => {
  await world.project(node);
  await queueFilm(world, node);
};
const finishedFilm = async (world: World, node: Node) => {
  await queuedFilm(world, node);
  await filmSteps.complete(world, node);
};
const about = ({ projectId, jobId: filmId, context }: World, name: string) =>
  [projectId, { filmId }, context(name)] as const;
const cancelFilm = async (world: World, node: Node) =>
  void (await node.send(CancelFilmHandler, new CancelFilm(...about(world, 'cancel'))));
const removeFilm = async (world: World, node: Node) =>
  void (await node.send(RemoveFilmHandler, new RemoveFilm(...about(world, 'remove'))));
const restoreFilm = async (world: World, node: Node) =>
  void (await node.send(RestoreFilmHandler, new RestoreFilm(...about(world, 'restore'))));

const filmRows: Repeatable[] = [
  {
    name: 'queuing: film',
    covers: ['QueueFilmJob'],
    setup: (world, node) => world.project(node),
    run: async (world, node) => void (await queueFilm(world, node)),
    between: filmSteps.complete,
    makes: ['FilmJobQueued'],
  },
  {
    name: 'starting: film',
    covers: ['RunFilmJob'],
    setup: queuedFilm,
    run: filmSteps.start,
    between: filmSteps.complete,
    makes: ['FilmJobStarted'],
  },
  {
    name: 'completed: film',
    covers: ['RunFilmJob'],
    setup: queuedFilm,
    run: filmSteps.complete,
    between: filmSteps.fail,
    makes: ['FilmJobCompleted'],
  },
  {
    name: 'cancelled: film',
    covers: ['CancelFilm'],
    setup: queuedFilm,
    run: cancelFilm,
    between: filmSteps.complete,
    makes: ['FilmJobFailed'],
  },
  {
    name: 'deleted: film',
    covers: ['RemoveFilm'],
    setup: finishedFilm,
    run: removeFilm,
    between: filmSteps.fail,
    makes: ['FilmRemoved'],
  },
  {
    name: 'restored: film',
    covers: ['RestoreFilm'],
    setup: async (world, node) => {
      await finishedFilm(world, node);
      await removeFilm(world, node);
    },
    run: restoreFilm,
    between: filmSteps.fail,
    makes: ['FilmRestored'],
  },
];

export const generationRows: Repeatable[] = [
  ...filmRows,
  ...stepsOf(image),
  ...stepsOf(clip),
  ...stepsOf(line),
  ...stepsOf(trial),
  ...stepsOf(clipTrial),
  {
    name: 'clearing dead images under its key',
    covers: ['CleanupDeadImages'],
    setup: async (world, node) => {
      await world.project(node);
      await queueImage(world, node);
      await image.fail(world, node);
    },
    run: async (world, node) => {
      const { projectId, sceneId } = world;
      const command = new CleanupDeadImages(projectId, { sceneId }, world.context('cleanup'));
      return cleanupResult(command, (await node.send(CleanupDeadImagesHandler, command)).state).removedCount;
    },
    // The repeat must not take the slots of the generation that runs by then.
    between: (world, node) => queueImage(world, node, world.id('next job')),
    makes: ['ImageSlotsRemoved'],
  },
];
