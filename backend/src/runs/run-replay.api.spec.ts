import {
  type RecordedCalls,
  type ReplayReport,
  replayReportSchema,
  type Run,
  type RunDetail,
  runDetailSchema,
} from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { grantRole } from '../testing/grant-role';
import { projectWithScene } from '../testing/make-story';

let app: TestApp;
let creator: TestUser;
let developer: TestUser;
let made: string;
beforeAll(async () => {
  app = await startTestApp();
  creator = await app.newUser();
  developer = await app.newUser();
  await grantRole(app, developer, 'developer');
  const { sceneId } = await projectWithScene(creator);
  const images = { sceneId, prompt: 'a lighthouse', idempotencyKey: 'a-key-for-images' };
  const { body } = await creator.agent.post('/api/midjourney/generate-image').send(images).expect(200);
  made = (body as { jobId: string }).jobId;
  await creator.agent.post('/api/chat').send({ role: 'user', content: 'Who keeps the light?' }).expect(201);
  await app.idle();
});
afterAll(() => app?.close());

const replayed = async (by: TestUser, id: string): Promise<ReplayReport> =>
  replayReportSchema.parse((await by.agent.get(`/api/runs/${id}/replay`).expect(200)).body);
const detail = async (by: TestUser): Promise<RunDetail> =>
  runDetailSchema.parse((await by.agent.get(`/api/runs/${made}`).expect(200)).body);

describe('the replay of a run', () => {
  it('shows dollars to developers, but not to its creator', async () => {
    const { steps, same } = await replayed(creator, made);
    expect(same).toBe(true);
    expect(steps.at(-1)?.state.run).toMatchObject({ status: 'completed', units: 40_000 });
    expect(JSON.stringify(steps)).not.toContain('"usd"');
    const last = (await replayed(developer, made)).steps.at(-1);
    expect(last?.state.run).toMatchObject({ usd: expect.any(Number) as number });
  });

  it('includes the recording, which is not served as a file', async () => {
    const { recording, events } = await detail(creator);
    const calls = events.flatMap(({ data }) => (data as { calls?: RecordedCalls[] }).calls ?? []);
    expect([recording.state, calls.length > 0]).toEqual(['recorded', true]);
    for (const { key } of calls) await creator.agent.get(`/api/media/${key}`).expect(404);
    expect(await replayed(creator, made)).toMatchObject({ recorded: true });
  });

  it('is empty for a reply of the assistant, which has no decision to repeat', async () => {
    const [chat] = (await developer.agent.get(`/api/runs?kind=chat&user=${creator.id}`).expect(200)).body as Run[];
    const nothing = { recorded: false, recording: 'not_recorded', steps: [], checks: [], same: true };
    expect(await replayed(creator, chat?.id ?? '')).toEqual({ runId: chat?.id, kind: chat?.operation, ...nothing });
  });
});
