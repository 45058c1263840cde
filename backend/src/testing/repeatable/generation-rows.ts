import {
  CleanupDeadImages,
  CleanupDeadImagesHandler,
  cleanupResult,
  imageJobs,
  QueueImageJob,
  QueueImageJobHandler,
} from '../../generation/kinds/image/image-job';
import { decideAccept, decideComplete, decideFail, decideStart } from '../../generation/domain/job-steps';
import { imageEdits, QueueImageEdit, QueueImageEditHandler } from '../../generation/kinds/image-edit/image-edit-job';
import { castSheets, QueueCastSheet, QueueCastSheetHandler } from '../../generation/kinds/cast-sheet/cast-sheet-job';
import { QueueUpscale, QueueUpscaleHandler, upscales } from '../../generation/kinds/upscale/upscale-job';
import { imageReruns, QueueImageRerun, QueueImageRerunHandler } from '../../generation/kinds/image/image-rerun';
import { QueueVideoRerun, QueueVideoRerunHandler, videoReruns } from '../../generation/kinds/video/video-rerun';
import { QueueSpeechJob, QueueSpeechJobHandler, speechJobs } from '../../generation/kinds/speech/speech-job';
import type { Committed } from '../../eventsourcing/commands/aggregate-store';
import { ownScene, projectAggregate, type ProjectEvent, type ProjectState } from '../../projects/storyboard';
import { video } from '../project-fixtures';
import { ChangeCast, ChangeCastHandler } from '../../projects/cast/change-cast';
import { QueueVideoJob, QueueVideoJobHandler, videoJobs } from '../../generation/kinds/video/video-job';
import type { Node, Repeatable, World } from './world';

export const held = ({ holdId }: World) => ({ holdId, units: 40_000, usd: 0, priceVersion: 'v', requestHash: 'hash' });

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

export const step = (name: string, decide: (state: ProjectState, jobId: string) => ProjectEvent[]) => {
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
    QueueImageRerunHandler,
    new QueueImageRerun(projectId, { ...asked, ...held(world) }, world.context(jobId)),
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
    QueueVideoRerunHandler,
    new QueueVideoRerun(projectId, { ...asked, ...held(world) }, world.context(jobId)),
  );
}

const sceneOf = ({ sceneId, userId }: World, state: ProjectState) => ownScene(state, sceneId, { ownerId: userId });

/** Puts an image into the scene, so that work can be done on it. */
async function drawn(world: World, node: Node): Promise<void> {
  const { projectId } = world;
  const drawing = world.id('drawing');
  await queueImage(world, node, drawing);
  await world.decide(node, projectAggregate, projectId, world.context('drawn'), (state) => {
    const images = sceneOf(world, state).images.map(({ id: slotId }) => ({ slotId, url: `/api/media/${slotId}` }));
    return decideComplete(imageJobs, state, drawing, { images, usd: 0 });
  });
}

/** Returns the request for a version of the scene's first image. */
async function versionOf(world: World, node: Node) {
  const { projectId, sceneId, jobId } = world;
  const { state } = await world.decide(node, projectAggregate, projectId, world.context('looking'), () => []);
  const [slot] = sceneOf(world, state).images;
  const from = { slotId: slot?.id ?? '', url: '/api/media/copy', hash: 'hash', width: 90, height: 160, runId: null };
  return { sceneId, jobId, from, slotIds: [world.id('version')], ...held(world) };
}

async function queueEdit(world: World, node: Node): Promise<void> {
  const asked = { ...(await versionOf(world, node)), model: 'flux-2-pro', instruction: 'make it night' };
  await node.send(QueueImageEditHandler, new QueueImageEdit(world.projectId, asked, world.context(world.jobId)));
}

async function queueUpscale(world: World, node: Node): Promise<void> {
  const asked = { ...(await versionOf(world, node)), model: 'topaz-image-upscale', factor: 2, pixels: 57_600 };
  await node.send(QueueUpscaleHandler, new QueueUpscale(world.projectId, asked, world.context(world.jobId)));
}

const SHEET = { memberId: 'character-mara', prompt: 'Mara.', views: ['Front'], model: 'v6.1', format: '4:5' as const };

const withMember = async (world: World, node: Node): Promise<void> => {
  const change = { action: 'add', kind: 'character', name: 'Mara', look: 'red coat' } as const;
  await node.send(ChangeCastHandler, new ChangeCast(world.projectId, change, world.context('member')));
};

async function queueSheet(world: World, node: Node): Promise<void> {
  const asked = { ...SHEET, jobId: world.jobId, ...held(world) };
  await node.send(QueueCastSheetHandler, new QueueCastSheet(world.projectId, asked, world.context(world.jobId)));
}

interface Steps {
  kind: 'Image' | 'ImageEdit' | 'Upscale' | 'CastSheet' | 'Video' | 'Speech' | 'ImageTrial' | 'VideoTrial';
  /** Prepares what the work needs; by default only a project with a scene. */
  prepare?: (world: World, node: Node) => Promise<void>;
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
const edit: Steps = {
  kind: 'ImageEdit',
  prepare: drawn,
  queue: queueEdit,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(imageEdits, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(imageEdits, state, id, { images: [], usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'too dark')),
};
const larger: Steps = {
  kind: 'Upscale',
  prepare: drawn,
  queue: queueUpscale,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(upscales, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(upscales, state, id, { images: [], usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'too large')),
};
const sheet: Steps = {
  kind: 'CastSheet',
  prepare: withMember,
  queue: queueSheet,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(castSheets, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(castSheets, state, id, { images: [], usd: 0 })),
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
  accept: step('accept', (state, id) => decideAccept(imageReruns, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(imageReruns, state, id, { images: [], usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'too dark')),
};

const clipTrial: Steps = {
  kind: 'VideoTrial',
  queue: queueClipTrial,
  start: step('start', (state, id) => decideStart(state, id, 'sandbox')),
  accept: step('accept', (state, id) => decideAccept(videoReruns, state, id, 'prediction')),
  complete: step('complete', (state, id) => decideComplete(videoReruns, state, id, { video: video('clip'), usd: 0 })),
  fail: step('fail', (state, id) => decideFail(state, id, 'blurred')),
};

const stepsOf = ({ kind, prepare, queue, start, accept, complete, fail }: Steps): Repeatable[] => {
  // Events keep the name 'Trial' under which they were stored; commands and workers are called reruns.
  const work = kind.endsWith('Trial')
    ? kind.replace('Trial', 'Rerun')
    : kind === 'ImageEdit' || kind === 'Upscale' || kind === 'CastSheet'
      ? kind
      : `${kind}Job`;
  const covers = [`Run${work}`];
  // The worker itself writes only the job's failure. The image's name derives from the job, so deleting it by that name
  // can be repeated.
  const fetching = kind === 'Video' ? ['FetchStartImage', 'ForgetStartImage'] : [];
  const setup = async (world: World, node: Node) => {
    await world.project(node);
    await prepare?.(world, node);
  };
  const queued = async (world: World, node: Node) => {
    await setup(world, node);
    await queue(world, node);
  };
  const name = kind.toLowerCase();
  return [
    {
      name: `queuing: ${name}`,
      covers: [`Queue${work}`],
      setup,
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

export const generationRows: Repeatable[] = [
  ...stepsOf(image),
  ...stepsOf(edit),
  ...stepsOf(larger),
  ...stepsOf(sheet),
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
    // The repeat must not remove the slots of the generation that has started meanwhile.
    between: (world, node) => queueImage(world, node, world.id('next job')),
    makes: ['ImageSlotsRemoved'],
  },
];
