import { LIMITS, type Project, type Scene, utf8Bytes } from '@storyreel/contracts';
import { allPages } from '../../../testing/all-pages';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { eventually } from '../../../testing/eventually';

/** Returns prose of exactly this many bytes, whatever the number of bytes per character. */
function story(sentence: string, bytes: number): string {
  const whole = sentence.repeat(Math.floor(bytes / utf8Bytes(sentence)));
  return whole + '.'.repeat(bytes - utf8Bytes(whole));
}
const ENGLISH = 'Mara climbed the lighthouse stairs at dawn, and the harbour lay quiet below. ';
const CHINESE = '灯台の守り人は夜明けに階段を登った。';

describe('a story of the maximum length', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    ada = await app.newUser();
    await eventually(
      'The sign-up grant',
      async () => {
        const { body } = await ada.agent.get('/api/credits/balance').expect(200);
        return (body as { balance: number }).balance > 0 ? true : null;
      },
      10_000,
    );
  });
  afterAll(() => app?.close());

  const create = async () =>
    (await ada.agent.post('/api/projects').send({ title: 'Long' }).expect(201)).body as Project;
  const read = async (id: string) => (await ada.agent.get(`/api/projects/${id}`).expect(200)).body as Project;
  const scenesOf = (projectId: string) => allPages<Scene>(ada.agent, '/api/scenes', { projectId });
  const contentOf = ({ title, description, imagePrompt, videoPrompt, duration, sourceText, order }: Scene) => ({
    title,
    description,
    imagePrompt,
    videoPrompt,
    duration,
    sourceText,
    order,
  });

  it.each([
    ['English', ENGLISH],
    ['Chinese', CHINESE],
  ])(
    'is saved, split into scenes and copied with them, over HTTP: %s',
    async (_, sentence) => {
      const longest = story(sentence, LIMITS.storyBytes);
      const { id } = await create();
      await ada.agent.patch(`/api/projects/${id}`).send({ story: longest }).expect(200);
      await ada.agent.post('/api/scenes/process-story').send({ projectId: id, maxScenes: 8 }).expect(200);
      const copied = await ada.agent.post(`/api/projects/${id}/duplicate`).expect(201);
      await app.idle();

      const copy = await read((copied.body as Project).id);
      // Compare a boolean, because a failed comparison of the texts would print a megabyte.
      expect((await read(id)).story === longest).toBe(true);
      expect(copy.story === longest).toBe(true);
      const [scenes, copies] = [await scenesOf(id), await scenesOf(copy.id)];
      expect(scenes.length).toBeGreaterThan(1);
      expect(copies.map(contentOf)).toEqual(scenes.map(contentOf));
      expect(copies.map(({ id: own }) => own)).not.toEqual(scenes.map(({ id: own }) => own));
    },
    120_000,
  );

  it.each([
    ['one byte more', story(ENGLISH, LIMITS.storyBytes + 1)],
    ['360,000 Chinese characters', story(CHINESE, 3 * 360_000)],
  ])(
    'is refused beyond the maximum, with the limit, and nothing changes: %s',
    async (_, tooLong) => {
      const { id } = await create();
      await ada.agent.patch(`/api/projects/${id}`).send({ story: 'Short.' }).expect(200);
      await app.idle();
      const [before, log] = [await read(id), (await app.events()).length];
      const refusal = {
        code: 'validation_failed',
        issues: [{ path: 'story', message: `must be at most ${LIMITS.storyBytes} bytes of UTF-8` }],
      };
      const patched = await ada.agent.patch(`/api/projects/${id}`).send({ story: tooLong }).expect(400);
      const created = await ada.agent.post('/api/projects').send({ title: 'Longer', story: tooLong }).expect(400);
      expect([patched.body, created.body]).toEqual([
        expect.objectContaining(refusal),
        expect.objectContaining(refusal),
      ]);
      await app.idle();
      expect(await read(id)).toEqual(before);
      expect(await app.events()).toHaveLength(log);
    },
    60_000,
  );
});
