import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import type { Agent, StagedNode } from '../node-stage';

/** What the routes act on: two of each, so that a key can meet another target. */
export interface Target {
  project: string;
  scene: string;
  account: string;
  post: string;
  /** Images that were asked for, once something has needed them. */
  run: string;
}

export interface KeyedRoute {
  path(target: Target): string;
  body?(target: Target): object;
  /** Brings about what the request needs, before each one that is to make something. */
  prepare?(agent: Agent, target: Target, node: StagedNode): Promise<void>;
  /** The event that it makes, once. */
  makes: string;
  /** It acts on no target but its user. */
  untargeted?: true;
  /** The part of an answer that a repeat has too; by default all of it. */
  answer?(body: Record<string, unknown>): unknown;
  ok?: number;
  /** It costs zaps. */
  isPaid?: true;
}

const IMAGE = 'https://example.com/i.png';
const ACCOUNT = {
  platform: 'tiktok',
  accountName: 'My TikTok Account',
  accountId: 'gull-point',
  accessToken: 'placeholder',
  isActive: true,
};
const postOf = ({ account }: Target) => ({
  title: 'Once',
  content: 'A keeper.',
  platform: 'youtube',
  socialAccountId: account,
});
const clip = { url: 'https://example.com/v.mp4', filename: 'v.mp4', mimeType: 'video/mp4', size: 1 };
const addImage = async (agent: Agent, { scene }: Target) => {
  await agent.post(`/api/scenes/${scene}/images`).send({ imageUrl: IMAGE }).expect(200);
};
/** A film takes no picture of another site: it is drawn here, and an earlier film has ended. */
const addOwnImage = async (agent: Agent, { scene }: Target, node: StagedNode) => {
  await agent.post('/api/midjourney/generate-image').send({ sceneId: scene, prompt: 'a hill' }).expect(200);
  await node.idle();
};
const writeStory = async (agent: Agent, { project }: Target) => {
  await agent.patch(`/api/projects/${project}`).send({ story: 'The lamp turns.' }).expect(200);
};
const clear = async (agent: Agent, { project }: Target) => {
  await agent.delete(`/api/scenes/all/${project}`).expect(200);
};
/** A platform's account is connected once: it has to go before it can be connected anew. */
const disconnect = async (agent: Agent) => {
  const accounts = (await agent.get('/api/social/accounts').expect(200)).body as SocialAccount[];
  for (const { id, accountId } of accounts) {
    if (accountId === ACCOUNT.accountId) await agent.delete(`/api/social/accounts/${id}`).expect(200);
  }
};
const addPost = async (agent: Agent, target: Target) => {
  const post = (await agent.post('/api/social/posts').send(postOf(target)).expect(201)).body as SocialPost;
  target.post = post.id;
};
const addScene = async (agent: Agent, { project }: Target) => {
  await agent.post('/api/scenes').send({ projectId: project }).expect(201);
};
const failImages = async (agent: Agent, { scene }: Target, node: StagedNode) => {
  await agent
    .post('/api/midjourney/generate-image')
    .send({ sceneId: scene, prompt: 'a hill [sandbox:fail]' })
    .expect(200);
  await node.idle();
};

const addRun = async (agent: Agent, target: Target, node: StagedNode) => {
  if (target.run !== '') return;
  const asked = { sceneId: target.scene, prompt: 'a hill' };
  const answer = await agent.post('/api/midjourney/generate-image').send(asked).expect(200);
  target.run = (answer.body as { jobId: string }).jobId;
  await node.idle();
};

/** Every route that takes an idempotency key. One that is missing here fails the test. */
export const KEYED_ROUTES: Record<string, KeyedRoute> = {
  'POST /api/runs/:id/again': {
    path: ({ run }) => `/api/runs/${run}/again`,
    body: () => ({ prompt: 'a hill at night' }),
    prepare: addRun,
    makes: 'ImageTrialJobQueued',
    isPaid: true,
  },
  'POST /api/projects': {
    path: () => '/api/projects',
    body: () => ({ title: 'Once' }),
    makes: 'ProjectCreated',
    untargeted: true,
    ok: 201,
  },
  'POST /api/projects/:id/duplicate': {
    path: ({ project }) => `/api/projects/${project}/duplicate`,
    makes: 'ProjectCreated',
    ok: 201,
  },
  'POST /api/scenes': {
    path: () => '/api/scenes',
    body: ({ project }) => ({ projectId: project, title: 'Once' }),
    makes: 'SceneAdded',
    ok: 201,
  },
  'POST /api/scenes/:id/duplicate': {
    path: ({ scene }) => `/api/scenes/${scene}/duplicate`,
    makes: 'SceneAdded',
    ok: 201,
  },
  'POST /api/scenes/:sceneId/images': {
    path: ({ scene }) => `/api/scenes/${scene}/images`,
    body: () => ({ imageUrl: IMAGE }),
    makes: 'ImageAdded',
  },
  'DELETE /api/scenes/:sceneId/images/:index': {
    path: ({ scene }) => `/api/scenes/${scene}/images/0`,
    prepare: addImage,
    makes: 'ImageRemoved',
  },
  'POST /api/scenes/:sceneId/videos': {
    path: ({ scene }) => `/api/scenes/${scene}/videos`,
    body: () => clip,
    makes: 'VideoAdded',
  },
  'POST /api/midjourney/generate-image': {
    path: () => '/api/midjourney/generate-image',
    body: ({ scene }) => ({ sceneId: scene, prompt: 'the sea' }),
    makes: 'ImageJobQueued',
    isPaid: true,
    answer: ({ jobId }) => jobId,
  },
  'POST /api/scenes/:id/cleanup-dead-images': {
    path: ({ scene }) => `/api/scenes/${scene}/cleanup-dead-images`,
    prepare: failImages,
    makes: 'ImageSlotsRemoved',
  },
  'POST /api/replicate/generate-video': {
    path: () => '/api/replicate/generate-video',
    body: ({ scene }) => ({ sceneId: scene, modelId: 'kling-v2.1', settings: { prompt: 'waves', duration: 5 } }),
    prepare: addImage,
    makes: 'VideoJobQueued',
    isPaid: true,
  },
  'POST /api/generate-speech': {
    path: () => '/api/generate-speech',
    body: ({ scene }) => ({ sceneId: scene }),
    makes: 'SpeechJobQueued',
    isPaid: true,
    answer: ({ jobId }) => jobId,
  },
  'POST /api/projects/:projectId/story-audio': {
    path: ({ project }) => `/api/projects/${project}/story-audio`,
    body: () => ({ stability: 0.5, clarity: 0.8, style: 0.3 }),
    prepare: writeStory,
    makes: 'SpeechJobQueued',
    isPaid: true,
    answer: ({ jobId }) => jobId,
  },
  'POST /api/projects/:projectId/films': {
    path: ({ project }) => `/api/projects/${project}/films`,
    body: () => ({ quality: 'draft' }),
    prepare: addOwnImage,
    makes: 'FilmJobQueued',
    isPaid: true,
  },
  'POST /api/ai/generate/scene-description/:sceneId': {
    path: ({ scene }) => `/api/ai/generate/scene-description/${scene}`,
    body: () => ({ continuityDetails: 'Ada' }),
    makes: 'SceneDescribed',
    isPaid: true,
    answer: ({ description }) => description,
  },
  'POST /api/batches': {
    path: () => '/api/batches',
    body: ({ project, scene }) => ({ projectId: project, kind: 'descriptions', sceneIds: [scene], zaps: 0.5 }),
    makes: 'BatchStarted',
    isPaid: true,
    answer: ({ id }) => id,
    ok: 201,
  },
  'POST /api/ai/generate/video-prompt/:sceneId': {
    path: ({ scene }) => `/api/ai/generate/video-prompt/${scene}`,
    makes: 'ScenePromptWritten',
    isPaid: true,
  },
  'POST /api/scenes/:sceneId/enhance-prompt': {
    path: ({ scene }) => `/api/scenes/${scene}/enhance-prompt`,
    makes: 'ScenePromptWritten',
    isPaid: true,
  },
  'POST /api/ai/generate/continuity': {
    path: () => '/api/ai/generate/continuity',
    body: ({ project }) => ({ story: 'Ada went to sea.', projectId: project }),
    makes: 'TextAnswered',
    isPaid: true,
  },
  'POST /api/ai/generate-description': {
    path: () => '/api/ai/generate-description',
    body: () => ({ title: 'The sea', platforms: ['tiktok'] }),
    makes: 'TextAnswered',
    isPaid: true,
    untargeted: true,
  },
  'POST /api/credits/add-zaps': {
    path: () => '/api/credits/add-zaps',
    body: () => ({ amount: 100 }),
    makes: 'ZapsPurchased',
    untargeted: true,
  },
  'POST /api/styles': {
    path: () => '/api/styles',
    body: () => ({ name: 'Ink', imageUrl: IMAGE, category: 'Custom' }),
    makes: 'StyleAdded',
    untargeted: true,
    ok: 201,
  },
  'POST /api/social/accounts': {
    path: () => '/api/social/accounts',
    body: () => ACCOUNT,
    prepare: disconnect,
    makes: 'SocialAccountConnected',
    untargeted: true,
    ok: 201,
  },
  'POST /api/social/posts': {
    path: () => '/api/social/posts',
    body: postOf,
    makes: 'PostCreated',
    untargeted: true,
    ok: 201,
  },
  'POST /api/social/posts/:id/duplicate': {
    path: ({ post }) => `/api/social/posts/${post}/duplicate`,
    makes: 'PostCreated',
    ok: 201,
  },
  'POST /api/social/posts/:id/publish': {
    path: ({ post }) => `/api/social/posts/${post}/publish`,
    prepare: addPost,
    makes: 'PostPublishRequested',
    answer: ({ id }) => id,
  },
  'POST /api/content-templates': {
    path: () => '/api/content-templates',
    body: () => ({ name: 'Once', contentTemplate: 'It is out.' }),
    makes: 'TemplateSaved',
    untargeted: true,
    ok: 201,
  },
  'POST /api/chat': {
    path: () => '/api/chat',
    body: ({ project }) => ({ role: 'user', content: 'Who is Mara?', projectId: project }),
    makes: 'ChatMessagePosted',
    isPaid: true,
    ok: 201,
  },
  'POST /api/projects/:id/write-story': {
    path: ({ project }) => `/api/projects/${project}/write-story`,
    body: () => ({ idea: 'A keeper finds a bottle.', tone: 'warm', length: 'short', replaces: true }),
    makes: 'StoryAsked',
    isPaid: true,
    answer: ({ id }) => id,
    ok: 201,
  },
  // Those that replace or take away what the others need come last.
  'POST /api/scenes/process-story': {
    path: () => '/api/scenes/process-story',
    body: ({ project }) => ({ projectId: project }),
    makes: 'ScenesReplaced',
    isPaid: true,
  },
  'DELETE /api/scenes/all/:projectId': {
    path: ({ project }) => `/api/scenes/all/${project}`,
    prepare: addScene,
    makes: 'AllScenesDeleted',
  },
  'POST /api/scenes/restore-all': {
    path: () => '/api/scenes/restore-all',
    body: ({ project }) => ({ projectId: project }),
    prepare: async (agent, target) => {
      await addScene(agent, target);
      await clear(agent, target);
    },
    makes: 'AllScenesRestored',
  },
};
