import { randomUUID } from 'node:crypto';
import type { Project, Scene, SocialAccount, SocialPost } from '@storyreel/contracts';
import type { Agent } from '../node-stage';
import { ANOTHER_ACCOUNT, IMAGE_URL, uploadedPicture } from './belongings';
import type { Keyed } from './route';

type Prepare = NonNullable<Keyed['prepare']>;

const draw = (agent: Agent, sceneId: string, prompt = 'a hill') =>
  agent.post('/api/midjourney/generate-image').send({ sceneId, prompt }).expect(200);

export const image: Prepare = async (agent, { scene: id }) => {
  await agent.post(`/api/scenes/${id}/images`).send({ imageUrl: IMAGE_URL }).expect(200);
};

/** Puts an uploaded image into the scene unless it is there. */
export const uploadedImage: Prepare = async (agent, ids) => {
  const found = (await agent.get(`/api/scenes/${ids.scene}`).expect(200)).body as Scene;
  if (!ids.mediaKey) ids.mediaKey = (await uploadedPicture(agent)).replace('/api/media/', '');
  const imageUrl = `/api/media/${ids.mediaKey}`;
  if (found.imageUrls.includes(imageUrl)) return;
  await agent.post(`/api/scenes/${ids.scene}/images`).send({ imageUrl }).expect(200);
};

/** Generates an image, which is stored here as a film requires, and waits until the earlier film has ended. */
export const ownImage: Prepare = async (agent, { scene: id }, app) => {
  await draw(agent, id);
  await app.idle();
};

export const failedImages: Prepare = async (agent, { scene: id }, app) => {
  await draw(agent, id, 'a hill [sandbox:fail]');
  await app.idle();
};

export const run: Prepare = async (agent, ids, app) => {
  if (ids.imageJob !== '') return;
  ids.imageJob = ((await draw(agent, ids.scene)).body as { jobId: string }).jobId;
  await app.idle();
};

export const scene: Prepare = async (agent, { project }) => {
  await agent.post('/api/scenes').send({ projectId: project }).expect(201);
};

export const clearedScenes: Prepare = async (agent, ids, app) => {
  await scene(agent, ids, app);
  await agent.delete(`/api/scenes/all/${ids.project}`).expect(200);
};

/** A platform's account can be connected only once, so it is removed before it is connected again. */
export const account: Prepare = async (agent) => {
  const accounts = (await agent.get('/api/social/accounts').expect(200)).body as SocialAccount[];
  for (const { id, accountId } of accounts) {
    if (accountId === ANOTHER_ACCOUNT) await agent.delete(`/api/social/accounts/${id}`).expect(200);
  }
};

export const post: Prepare = async (agent, ids) => {
  const words = { title: 'Once', content: 'A keeper.', platform: 'youtube', socialAccountId: ids.socialAccount };
  ids.post = ((await agent.post('/api/social/posts').send(words).expect(201)).body as SocialPost).id;
};

/** Puts somebody without images into the cast. */
export const member: Prepare = async (agent, { filmProject }, app) => {
  await app.idle();
  const changed = await agent.patch(`/api/projects/${filmProject}`).send({ characters: 'Mara: red coat' }).expect(200);
  for (const { id: pictureId } of (changed.body as Project).cast.flatMap(({ pictures }) => pictures)) {
    const change = { action: 'removePicture', memberId: 'character-mara', pictureId };
    await agent.post(`/api/projects/${filmProject}/cast`).send({ change }).expect(200);
  }
};

/** Gives the project's prop, a key, another description each time. */
export const anotherKey: Prepare = async (agent, { project }) => {
  await agent
    .patch(`/api/projects/${project}`)
    .send({ props: `Brass key: ${randomUUID()}` })
    .expect(200);
};

/** Removes the member that an earlier request added, since a name can be in the cast only once. */
export const noCast: Prepare = async (agent, { project }) => {
  await agent.patch(`/api/projects/${project}`).send({ characters: '' }).expect(200);
};

/** Gives the project another title each time. */
export const projectRetitled: Prepare = async (agent, { project }) => {
  await agent
    .patch(`/api/projects/${project}`)
    .send({ title: `Title ${randomUUID()}` })
    .expect(200);
};

/** Changes the project's title and undoes it, so that it can be redone. */
export const retitlingUndone: Prepare = async (agent, ids, app) => {
  await projectRetitled(agent, ids, app);
  await agent.post(`/api/projects/${ids.project}/undo`).send({}).expect(200);
};

/** Gives the alternative another story each time. */
export const darkerAlternative: Prepare = async (agent, { alternative }) => {
  await agent
    .patch(`/api/projects/${alternative}`)
    .send({ story: `Darker: ${randomUUID()}` })
    .expect(200);
};
