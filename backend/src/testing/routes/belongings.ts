import { isOneOf } from '../../eventsourcing/domain/domain-event';
import type { WalletEvent } from '../../money/zaps';
import type {
  Batch,
  ContentTemplate,
  GenerateFilmResponse,
  GenerateImageResponse,
  GenerateVideoResponse,
  OwnArchive,
  PostChatResponse,
  Project,
  Scene,
  SharedLink,
  SocialAccount,
  SocialPost,
  StoryDraft,
  Style,
} from '@storyreel/contracts';
import type { TestApp, TestUser } from '../app-harness';

const isCharge = isOneOf<Extract<WalletEvent, { type: 'ZapsSettled' }>>(['ZapsSettled']);

/** Ids of a user's belongings, one of each kind. */
export interface Belongings {
  project: string;
  /** An alternative of the project. */
  alternative: string;
  scene: string;
  style: string;
  /** An entry of the cast library. */
  libraryMember: string;
  socialAccount: string;
  post: string;
  template: string;
  imageJob: string;
  prediction: string;
  film: string;
  /** Project of the film. */
  filmProject: string;
  /** A link by which others can watch the user's final video. */
  link: string;
  reply: string;
  batch: string;
  storyDraft: string;
  charge: string;
  uploadToken: string;
  mediaKey: string;
  /** An archive of all data, ready for download. */
  archive: string;
  user: string;
}
export type Kind = keyof Belongings;

export const IMAGE_URL = 'https://example.com/a.png';
/** An image of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export type Basics = Pick<
  Belongings,
  'project' | 'alternative' | 'scene' | 'style' | 'libraryMember' | 'socialAccount' | 'post' | 'template'
>;

export const ACCOUNT = { platform: 'youtube', accountName: 'My YouTube Account', accessToken: 'placeholder' } as const;
/** An account id that no project has. */
export const ANOTHER_ACCOUNT = 'another account';
export const connectable = (accountId: string) => ({ ...ACCOUNT, accountId, isActive: true });

/**
 * Creates the things that deletions remove: a project with a scene that has an image, a style, and a post with its
 * account and template.
 */
export async function basics({ agent }: Pick<TestUser, 'agent'>, imageUrl: string | null = IMAGE_URL): Promise<Basics> {
  const project = (await agent.post('/api/projects').send({ title: 'Mine', story: 'Ada went to sea.' }).expect(201))
    .body as Project;
  const content = { projectId: project.id, imagePrompt: 'the sea', videoPrompt: 'waves', imageUrl };
  const scene = (await agent.post('/api/scenes').send(content).expect(201)).body as Scene;
  const style = { name: 'Ink', imageUrl: IMAGE_URL, category: 'Custom' };
  const { id } = (await agent.post('/api/styles').send(style).expect(201)).body as Style;
  const libraryMember = await keptMember(agent, project.id);
  const alternative = await alternativeOf(agent, project.id);
  const mine = { project: project.id, alternative, scene: scene.id, style: id, libraryMember };
  return { ...mine, ...(await social(agent, project.id)) };
}

async function alternativeOf(agent: TestUser['agent'], projectId: string): Promise<string> {
  const made = await agent.post(`/api/projects/${projectId}/alternatives`).send({ title: 'Darker' }).expect(201);
  return (made.body as Project).id;
}

async function keptMember(agent: TestUser['agent'], projectId: string): Promise<string> {
  await agent.patch(`/api/projects/${projectId}`).send({ props: 'Brass key: old' }).expect(200);
  const order = { projectId, memberId: 'prop-brass-key' };
  const { cast } = (await agent.post('/api/cast-library').send(order).expect(200)).body as Project;
  return cast[0]?.library?.id ?? '';
}

async function social(
  agent: TestUser['agent'],
  projectId: string,
): Promise<Pick<Belongings, 'socialAccount' | 'post' | 'template'>> {
  const account = (await agent.post('/api/social/accounts').send(connectable(projectId)).expect(201))
    .body as SocialAccount;
  const words = { title: 'Gull Point', content: 'A keeper.', platform: 'youtube', socialAccountId: account.id };
  const post = (await agent.post('/api/social/posts').send(words).expect(201)).body as SocialPost;
  const saved = { name: 'New film', contentTemplate: 'It is out.' };
  const template = (await agent.post('/api/content-templates').send(saved).expect(201)).body as ContentTemplate;
  return { socialAccount: account.id, post: post.id, template: template.id };
}

/** Creates the targets of routes that take a key: a scene without images, and nothing has been generated. */
export async function untouched(user: Pick<TestUser, 'agent'>): Promise<Belongings> {
  const mine = await basics(user, null);
  return { ...mine, filmProject: mine.project, imageJob: '' } as Belongings;
}

export async function belongings(app: TestApp, user: TestUser): Promise<Belongings> {
  const { agent } = user;
  const mine = await basics(user);
  const busy = (await agent.post('/api/scenes').send({ projectId: mine.project }).expect(201)).body as Scene;
  const image = { sceneId: busy.id, prompt: 'the sea' };
  const { jobId } = (await agent.post('/api/midjourney/generate-image').send(image).expect(200))
    .body as GenerateImageResponse;
  await app.idle();
  const video = {
    sceneId: busy.id,
    modelId: 'kling-v2.1',
    settings: { prompt: 'waves', duration: 5, mode: 'standard' },
  };
  const { predictionId } = (await agent.post('/api/replicate/generate-video').send(video).expect(200))
    .body as GenerateVideoResponse;
  await app.idle();
  const charge = (await app.events(`wallet-${user.id}`)).findLast(isCharge);
  if (!charge) throw new Error('Nothing was charged');
  const question = { role: 'user', content: 'Who is Ada?', projectId: mine.project };
  const { replyId } = (await agent.post('/api/chat').send(question).expect(201)).body as PostChatResponse;
  const order = { projectId: mine.project, kind: 'descriptions', sceneIds: [busy.id], zaps: 0.5 };
  const batch = (await agent.post('/api/batches').send(order).expect(201)).body as Batch;
  await app.idle();
  const wish = { idea: 'Ada finds a bottle.', tone: 'warm', length: 'short', replaces: true };
  const draft = (await agent.post(`/api/projects/${mine.project}/write-story`).send(wish).expect(201))
    .body as StoryDraft;
  await app.idle();
  const picture = await uploadedPicture(agent);
  const film = await cancelledFilm(agent);
  return {
    ...mine,
    ...film,
    // The alternative is made last: keeping an earlier one would delete the scenes created since.
    alternative: await alternativeOf(agent, mine.project),
    link: await sharedLink(agent, film.filmProject),
    imageJob: jobId,
    prediction: predictionId,
    reply: replyId,
    batch: batch.id,
    storyDraft: draft.id,
    charge: charge.data.holdId,
    uploadToken:
      path(await uploadAddress(agent))
        .split('/')
        .at(-1) ?? '',
    user: user.id,
    archive: await preparedArchive(app, agent),
    mediaKey: picture.split('/').at(-1) ?? '',
  };
}

/** Orders a film of an own image, which starts rendering. */
export async function begunFilm(agent: TestUser['agent']): Promise<Pick<Belongings, 'film' | 'filmProject'>> {
  const { id: filmProject } = (
    await agent.post('/api/projects').send({ title: 'Filmed', story: 'The lamp turns.' }).expect(201)
  ).body as Project;
  const imageUrl = await uploadedPicture(agent);
  await agent.post('/api/scenes').send({ projectId: filmProject, imageUrl }).expect(201);
  const asked = agent.post(`/api/projects/${filmProject}/films`).send({ quality: 'draft' });
  const { filmId } = (await asked.expect(200)).body as GenerateFilmResponse;
  return { film: filmId, filmProject };
}

async function cancelledFilm(agent: TestUser['agent']): ReturnType<typeof begunFilm> {
  const begun = await begunFilm(agent);
  await agent.post(`/api/projects/${begun.filmProject}/films/${begun.film}/cancel`).expect(200);
  return begun;
}

async function preparedArchive(app: TestApp, agent: TestUser['agent']): Promise<string> {
  await agent.post('/api/account/archive').expect(200);
  await app.idle();
  return ((await agent.get('/api/account/archive').expect(200)).body as OwnArchive).archive?.id ?? '';
}

/** Shares a final video and returns the link's id. */
export async function sharedLink(agent: TestUser['agent'], projectId: string): Promise<string> {
  await agent.patch(`/api/projects/${projectId}`).send({ completedVideoUrl: IMAGE_URL }).expect(200);
  const shared = await agent.post(`/api/projects/${projectId}/links`).send({ filmId: null }).expect(200);
  return (shared.body as SharedLink).id;
}

async function uploadAddress(agent: TestUser['agent']): Promise<string> {
  const answer = await agent.post('/api/objects/upload?type=image/png&purpose=image').expect(200);
  return (answer.body as { uploadURL: string }).uploadURL;
}

/** Uploads an image and returns its address. */
export async function uploadedPicture(agent: TestUser['agent']): Promise<string> {
  const uploadURL = await uploadAddress(agent);
  await agent.put(path(uploadURL)).set('content-type', 'image/png').send(PNG).expect(200);
  const answer = await agent.post('/api/objects/finalize').send({ uploadURL, visibility: 'private' }).expect(200);
  return (answer.body as { url: string }).url;
}

const path = (url: string): string => new URL(url, 'http://localhost').pathname;
