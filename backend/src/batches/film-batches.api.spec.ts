import type { Batch, BatchQuote, Film, Scene } from '@storyreel/contracts';
import { FAIL_MARK } from '@storyreel/sandbox';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { withJobsOnHold } from '../testing/jobs-on-hold';
import { STORY } from '../testing/make-story';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
}, 60_000);
afterAll(() => app?.close());

async function projectOf(user: TestUser, story = STORY): Promise<string> {
  const { body } = await user.agent.post('/api/projects').send({ title: 'The Lamp', story }).expect(201);
  return (body as { id: string }).id;
}
const FILM = { kind: 'film', sceneIds: [], film: { quality: 'draft' } };
const quoted = async ({ agent }: TestUser, projectId: string, more: object = {}): Promise<BatchQuote> =>
  (await agent.post('/api/batches/quote').send({ ...FILM, projectId, ...more }).expect(200)).body as BatchQuote;
const started = async ({ agent }: TestUser, projectId: string, zaps: number, more: object = {}): Promise<Batch> =>
  (await agent.post('/api/batches').send({ ...FILM, projectId, zaps, ...more }).expect(201)).body as Batch;
const look = async ({ agent }: TestUser, { id }: Batch): Promise<Batch> =>
  (await agent.get(`/api/batches/${id}`).expect(200)).body as Batch;
const scenesOf = async ({ agent }: TestUser, projectId: string): Promise<Scene[]> =>
  (await agent.get('/api/scenes').query({ projectId }).expect(200)).body as Scene[];
const filmsOf = async ({ agent }: TestUser, projectId: string): Promise<Film[]> =>
  (await agent.get(`/api/projects/${projectId}/films`).expect(200)).body as Film[];

describe('a film from a story', () => {
  it('is made in one batch, of all that it needs, for no more than was quoted', async () => {
    const user = await app.newUser();
    const projectId = await projectOf(user);
    const quote = await quoted(user, projectId);
    const batch = await started(user, projectId, quote.zaps);
    await app.idle().catch(() => undefined);
    const over = await look(user, batch);
    console.log(JSON.stringify({ quote, over }, null, 1));
    const scenes = await scenesOf(user, projectId);
    console.log(scenes.map(({ title, imageUrl, speechStatus, imagePrompt }) => [title, imageUrl, speechStatus, imagePrompt.slice(0, 60)]));
    console.log(await filmsOf(user, projectId));
  }, 240_000);
});
