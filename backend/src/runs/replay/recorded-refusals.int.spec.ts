import type { PostChatResponse, SocialAccount } from '@storyreel/contracts';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { RefusalReplayer } from './refusal-replayer';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  // The test has an application of its own, since a replay decides the refusals of all users again.
  app = await startTestApp({ alone: true });
  user = await app.newUser();
  await app.idle();
});
afterAll(() => app?.close());

const post = (path: string, body: object = {}) => user.agent.post(path).send(body);

async function askedAgain() {
  const reports = [];
  for await (const report of new RefusalReplayer(app.get(EventStore)).newest(100)) reports.push(report);
  return reports;
}

/** Causes refusals by the price of a batch, by a chat, and by a platform. */
async function beRefused(): Promise<void> {
  const { body: project } = await post('/api/projects', { title: 'The Lamp' }).expect(201);
  const projectId = (project as { id: string }).id;
  const { body: scene } = await post('/api/scenes', { projectId, title: 'One', description: 'Mara climbs.' });
  const batch = { projectId, kind: 'descriptions', sceneIds: [(scene as { id: string }).id], zaps: 0 };
  await post('/api/batches', { ...batch, idempotencyKey: crypto.randomUUID() }).expect(409);

  const { body: asked } = await post('/api/chat', { role: 'user', content: 'Who is Mara?' }).expect(201);
  await app.idle();
  await post(`/api/chat/${(asked as PostChatResponse).replyId}/retry`).expect(409);

  const account = { platform: 'youtube', accountName: 'Mine', accountId: 'mine', accessToken: 'x', isActive: true };
  const { body: connected } = await post('/api/social/accounts', account).expect(201);
  const socialAccountId = (connected as SocialAccount).id;
  const words = { title: 'x'.repeat(101), content: 'A keeper.', platform: 'youtube', socialAccountId };
  await post('/api/social/posts', words).expect(400);
}

it('records refusals of batches, chats and posts, and replays the same decisions', async () => {
  await beRefused();
  const reports = await askedAgain();
  expect(reports.map(({ command }) => command).sort()).toEqual(['CheckBatchPrice', 'CreatePost', 'RetryChatReply']);
  expect(reports.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
});
