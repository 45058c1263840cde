import { crc32 } from 'node:zlib';
import type { Scene } from '@storyreel/contracts';
import { FAIL_MARK } from '@storyreel/sandbox';
import { MediaStore } from '../../infra/storage';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { askForFilm, halfClip, projectOf, uploadFile } from '../../testing/film-stage';
import { projectWithScene, STORY } from '../../testing/make-story';
import { PNG } from '../../testing/routes/belongings';
import { castSheets } from '../kinds/cast-sheet/cast-sheet-job';
import { filmJobs } from '../kinds/film/film-job';
import { imageJobs } from '../kinds/image/image-job';
import { imageEdits } from '../kinds/image-edit/image-edit-job';
import { speechJobs } from '../kinds/speech/speech-job';
import { upscales } from '../kinds/upscale/upscale-job';
import { videoJobs } from '../kinds/video/video-job';
import { describeOnTheWire, type KindOnTheWire, type Place } from './on-the-wire';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const post = (user: TestUser, path: string, body: object) => user.agent.post(path).send(body).expect(200);
const words = (fails: boolean) => (fails ? `waves ${FAIL_MARK}` : 'waves');

/** Returns the PNG with a comment in it. */
function withComment(comment: string): Buffer {
  const chunk = Buffer.from(`tEXtComment\0${comment}`, 'latin1');
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  sum.writeUInt32BE(crc32(chunk));
  const end = PNG.length - 12;
  return Buffer.concat([PNG.subarray(0, end), length, chunk, sum, PNG.subarray(end)]);
}

async function sceneWithImage(user: TestUser, image: Buffer): Promise<Place> {
  const place = await projectWithScene(user);
  const imageUrl = await uploadFile(user, image, 'image/png', 'image');
  await post(user, `/api/scenes/${place.sceneId}/images`, { imageUrl });
  return place;
}

async function imageIn(user: TestUser, sceneId: string): Promise<string> {
  const { body } = await user.agent.get(`/api/scenes/${sceneId}`).expect(200);
  return (body as Scene).imageUrls[0] ?? '';
}

const KINDS: Record<string, KindOnTheWire> = {
  images: {
    kind: imageJobs,
    place: (user) => projectWithScene(user),
    ask: (user, place, fails) =>
      post(user, '/api/midjourney/generate-image', { ...place, prompt: words(fails), idempotencyKey: 'not-in-bulk' }),
  },
  'an edited image': {
    kind: imageEdits,
    place: (user) => sceneWithImage(user, PNG),
    ask: async (user, { sceneId }, fails) => {
      const imageUrl = await imageIn(user, sceneId);
      return post(user, '/api/images/edit', { sceneId, imageUrl, instruction: words(fails) });
    },
  },
  'a larger image': {
    kind: upscales,
    place: (user, fails) => sceneWithImage(user, fails ? withComment(FAIL_MARK) : PNG),
    ask: async (user, { sceneId }) => {
      const imageUrl = await imageIn(user, sceneId);
      return post(user, '/api/images/upscale', { sceneId, imageUrl, model: 'topaz-image-upscale', factor: 2 });
    },
  },
  'a sheet of a member': {
    kind: castSheets,
    async place(user, fails) {
      const place = await projectWithScene(user);
      const characters = `Mara: red coat, ${words(fails)}`;
      await user.agent.patch(`/api/projects/${place.projectId}`).send({ characters }).expect(200);
      return place;
    },
    ask: (user, { projectId }) => post(user, `/api/projects/${projectId}/cast/sheet`, { memberId: 'character-mara' }),
    of: 'project',
  },
  'a clip': {
    kind: videoJobs,
    place: (user) => sceneWithImage(user, PNG),
    ask: (user, { sceneId }, fails) => {
      const settings = { prompt: words(fails), duration: 6, resolution: '512p' };
      return post(user, '/api/replicate/generate-video', { sceneId, modelId: 'hailuo-02', settings });
    },
  },
  'a narration': {
    kind: speechJobs,
    async place(user, fails) {
      const place = await projectWithScene(user);
      await user.agent
        .patch(`/api/scenes/${place.sceneId}`)
        .send({ narration: words(fails) })
        .expect(200);
      return place;
    },
    ask: (user, { sceneId }) => post(user, '/api/generate-speech', { sceneId }),
  },
  'the audio of a story': {
    kind: speechJobs,
    async place(user, fails) {
      const place = await projectWithScene(user);
      const story = fails ? words(fails) : STORY;
      await user.agent.patch(`/api/projects/${place.projectId}`).send({ story }).expect(200);
      return place;
    },
    ask: (user, { projectId }) =>
      post(user, `/api/projects/${projectId}/story-audio`, { stability: 0.5, clarity: 0.8, style: 0.3 }),
    of: 'project',
  },
  'a film': {
    kind: filmJobs,
    async place(user, fails) {
      const projectId = await projectOf(user, ['teal']);
      if (fails) {
        const url = await halfClip(app.get<MediaStore>(MediaStore), user.id);
        const { body } = await user.agent.post('/api/scenes').send({ projectId, title: 'Fog' }).expect(201);
        const clip = { url, filename: 'fog.mp4', mimeType: 'video/mp4', size: 9, duration: 3 };
        await post(user, `/api/scenes/${(body as { id: string }).id}/videos`, clip);
      }
      return { projectId, sceneId: '' };
    },
    ask: (user, { projectId }) => askForFilm(user, projectId, 'draft'),
    of: 'project',
  },
};

for (const [name, kind] of Object.entries(KINDS)) describeOnTheWire(name, () => app, kind);
