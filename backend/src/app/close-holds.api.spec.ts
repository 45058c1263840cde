import { randomUUID } from 'node:crypto';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import { projectAggregate, type ProjectEvent } from '../projects/storyboard';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { projectWithScene } from '../testing/make-story';
import { PaidWork } from '../money/zaps';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

const PAST = '2020-01-01T00:00:00.000Z';
const price = { units: 5_000, usd: 0, version: 'v' };
const purpose = (category: 'image' | 'text', projectId: string | null) => ({
  provider: 'sandbox',
  model: 'sandbox',
  operation: 'scene_description',
  category,
  description: 'A scene description',
  projectId,
  sceneId: null,
  workId: randomUUID(),
  requestHash: 'hash',
});
const reserve = (holdId: string, category: 'image' | 'text', projectId: string | null) => {
  const held = { userId: user.id, holdId, price, purpose: purpose(category, projectId), deadline: PAST, bulk: false };
  return app.get(PaidWork).reserve(held);
};
const statusOf = async (holdId: string) => (await app.get(PaidWork).findHold(user.id, holdId))?.status;

describe('a hold at its deadline', () => {
  it.each(['image', 'text'] as const)('is released when its %s work never appeared', async (category) => {
    const { projectId } = await projectWithScene(user);
    const holdId = randomUUID();
    await reserve(holdId, category, projectId);
    await app.idle();
    expect(await statusOf(holdId)).toBe('released');
  });

  it('is settled when its text was written although the answer was lost', async () => {
    const { projectId, sceneId } = await projectWithScene(user);
    const holdId = randomUUID();
    const data = { sceneId, field: 'videoPrompt' as const, value: 'slow pan', holdId };
    const written: ProjectEvent = { type: 'ScenePromptWritten', data };
    await app.get(AggregateStore).execute(projectAggregate, projectId, userContext(user.id), () => [written]);
    await reserve(holdId, 'text', projectId);
    await app.idle();
    expect(await statusOf(holdId)).toBe('settled');
  });
});
