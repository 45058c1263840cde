import type { GenerateImageResponse, GenerateVideoResponse, Project, Scene, Style } from '@storyreel/contracts';
import type { TestApp, TestUser } from '../app-harness';

/** One of everything that belongs to a user. */
export interface Belongings {
  project: string;
  scene: string;
  style: string;
  imageJob: string;
  prediction: string;
  uploadToken: string;
  mediaKey: string;
}
export type Kind = keyof Belongings;

export const IMAGE_URL = 'https://example.com/a.png';
/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p9S3XwAAAABJRU5ErkJggg==',
  'base64',
);

export async function belongings(app: TestApp, { agent }: TestUser): Promise<Belongings> {
  const project = (await agent.post('/api/projects').send({ title: 'Mine', story: 'Ada went to sea.' }).expect(201))
    .body as Project;
  const add = async () =>
    (
      await agent
        .post('/api/scenes')
        .send({ projectId: project.id, imagePrompt: 'the sea', videoPrompt: 'waves' })
        .expect(201)
    ).body as Scene;
  const scene = await add();
  const busy = await add();
  const style = { name: 'Ink', imageUrl: IMAGE_URL, category: 'Custom' };
  const { id: styleId } = (await agent.post('/api/styles').send(style).expect(201)).body as Style;
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
  const upload = async () =>
    ((await agent.post('/api/objects/upload?type=image/png&purpose=image').expect(200)).body as { uploadURL: string })
      .uploadURL;
  const finished = await upload();
  await agent.put(path(finished)).set('content-type', 'image/png').send(PNG).expect(200);
  const { body } = await agent
    .post('/api/objects/finalize')
    .send({ uploadURL: finished, visibility: 'private' })
    .expect(200);
  return {
    project: project.id,
    scene: scene.id,
    style: styleId,
    imageJob: jobId,
    prediction: predictionId,
    uploadToken:
      path(await upload())
        .split('/')
        .at(-1) ?? '',
    mediaKey: (body as { url: string }).url.split('/').at(-1) ?? '',
  };
}

const path = (url: string): string => new URL(url, 'http://localhost').pathname;
