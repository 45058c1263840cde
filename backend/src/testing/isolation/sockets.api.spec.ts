import type { PushMessage } from '@storyreel/contracts';
import type { Server } from 'socket.io';
import { chatAggregate, chatIdOf } from '../../writing/chat';
import { textWorkAggregate } from '../../writing/story-ai';
import type { StoryEvent } from '../../writing/story-ai/domain/text-work';
import { storyWorkId } from '../../writing/story-ai/story-draft/story-applier';
import type { ChatEvent } from '../../writing/chat/chat';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { PushGateway } from '../../eventsourcing/push/push.gateway';
import { userContext } from '../../eventsourcing/commands/command-context';
import { PaidWork } from '../../money/zaps';
import { SetBudget } from '../../money/zaps/domain/set-budget';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { grantRole } from '../grant-role';
import { purposeOf } from '../repeatable/world';
import { newSession, openSocket, received, type TestSocket } from '../test-socket';
import { begunFilm, basics, type Basics, connectable, IMAGE_URL, sharedLink } from '../routes/belongings';

let app: TestApp;
let victim: TestUser;
let attacker: TestUser;
let own: Basics;

beforeAll(async () => {
  app = await startTestApp();
  victim = await app.newUser();
  attacker = await app.newUser();
  own = await basics(victim);
  await grantRole(app, victim, 'developer');
}, 60_000);
afterAll(async () => {
  await app.runtime.pool.query(`delete from platform.jobs where queue = 'nobody'`);
  await app.close();
});

const open = async (user: TestUser, origin?: string): Promise<TestSocket> => {
  const cookie = await newSession(app, user);
  const socket = await openSocket(app, origin === undefined ? { cookie } : { cookie, origin });
  await received(user, socket);
  return socket;
};
const post = (path: string, body: object) => victim.agent.post(path).send(body).expect(/./);

/** Streams a reply slowly enough for its growth to be visible. */
async function growReply(): Promise<void> {
  await app.idle();
  const chatId = chatIdOf(victim.id, own.project);
  const { messages } = await app.get(AggregateStore).load(chatAggregate, chatId);
  const replyId = Object.entries(messages).find(([, { role }]) => role === 'assistant')?.[0] ?? '';
  const reply = { replyId, holdId: 'a hold' };
  const by = userContext(victim.id);
  const steps: ChatEvent[] = [
    { type: 'ChatReplyRetried', data: { ...reply, attemptId: 'an attempt', requestHash: 'a hash' } },
    { type: 'ChatReplyGrew', data: { ...reply, offset: 0, text: 'Ada went to sea.' } },
    { type: 'ChatReplyFailed', data: { ...reply, error: 'It was only shown.' } },
  ];
  await app.get(AggregateStore).execute(chatAggregate, chatId, by, () => steps);
}

/** Streams a story slowly enough for its growth to be visible. */
async function growStory(): Promise<void> {
  const story = { requestId: crypto.randomUUID(), holdId: 'a hold', projectId: own.project };
  const wish = { idea: 'the sea', tone: 'warm', length: 'short', basedOn: 'a hash' } as const;
  const steps: StoryEvent[] = [
    { type: 'StoryAsked', data: { ...story, ...wish } },
    { type: 'StoryGrew', data: { ...story, offset: 0, text: 'Ada went to sea.' } },
    { type: 'StoryEnded', data: { ...story, status: 'failed', error: 'It was only shown.' } },
  ];
  const workId = storyWorkId(victim.id, own.project);
  await app.get(AggregateStore).execute(textWorkAggregate, workId, userContext(victim.id), () => steps);
}

/** Holds almost all of a budget. */
async function nearBudget(): Promise<void> {
  const budget = { scope: 'person' as const, monthlyUnits: 100_000, by: victim.id };
  await app.get(CommandDispatcher).execute(new SetBudget(victim.id, budget, userContext(victim.id)));
  const purpose = purposeOf(null, crypto.randomUUID());
  const price = { units: 85_000, usd: 0, version: 'v' };
  const hold = { userId: victim.id, holdId: crypto.randomUUID(), price, purpose, bulk: false };
  await app.get(PaidWork).reserve({ ...hold, deadline: new Date(Date.now() + 60_000).toISOString() });
}

/** Makes a job fail for good. */
async function killJob(): Promise<void> {
  await app.runtime.pool.query(
    `insert into platform.jobs (queue, dedup_key, owner_id, payload, correlation_id, causation_id)
     values ('nobody', 'one', $1, '{}', 'c', 'e')`,
    [victim.id],
  );
  await app.runtime.pool.query(`update platform.jobs set state = 'dead', finished_at = now() where queue = 'nobody'`);
}

/** A call by the victim that triggers each kind of message. */
const ACTIONS: Record<PushMessage['type'], () => PromiseLike<unknown>> = {
  projectsChanged: () => post('/api/projects', { title: 'New' }),
  scenesChanged: () => post('/api/scenes', { projectId: own.project }),
  imageJobsChanged: () => post('/api/midjourney/generate-image', { sceneId: own.scene, prompt: 'the sea' }),
  videoJobsChanged: () => {
    const settings = { prompt: 'waves', duration: 5, mode: 'standard' };
    return post('/api/replicate/generate-video', { sceneId: own.scene, modelId: 'kling-v2.1', settings });
  },
  speechJobsChanged: () => post('/api/generate-speech', { sceneId: own.scene }),
  filmsChanged: () => begunFilm(victim.agent),
  linksChanged: () => sharedLink(victim.agent, own.project),
  batchesChanged: () => {
    const order = { projectId: own.project, kind: 'descriptions', sceneIds: [own.scene], zaps: 0.5 };
    return post('/api/batches', order);
  },
  balanceChanged: () => post('/api/credits/add-zaps', { amount: 500 }),
  stylesChanged: () => post('/api/styles', { name: 'Ink', imageUrl: IMAGE_URL, category: 'Custom' }),
  castLibraryChanged: async () => {
    await victim.agent.patch(`/api/projects/${own.project}`).send({ props: `Brass key: ${crypto.randomUUID()}` });
    return post('/api/cast-library', { projectId: own.project, memberId: 'prop-brass-key' });
  },
  socialAccountsChanged: () => post('/api/social/accounts', connectable(crypto.randomUUID())),
  postsChanged: () => post(`/api/social/posts/${own.post}/duplicate`, {}),
  templatesChanged: () => post('/api/content-templates', { name: 'New film', contentTemplate: 'It is out.' }),
  chatChanged: () => post('/api/chat', { role: 'user', content: 'Who is Ada?', projectId: own.project }),
  chatReplyGrew: () => growReply(),
  storyDraftChanged: () => {
    const wish = { idea: 'the sea', tone: 'warm', length: 'short', replaces: true };
    return post(`/api/projects/${own.project}/write-story`, wish);
  },
  storyDraftGrew: () => growStory(),
  archiveChanged: () => post('/api/account/archive', {}),
  budgetNeared: () => nearBudget(),
  stuckChanged: () => killJob(),
};
const actions = Object.entries(ACTIONS) as [PushMessage['type'], () => PromiseLike<unknown>][];

describe('a push message', () => {
  let windows: TestSocket[];
  let bystander: TestSocket;

  beforeAll(async () => {
    windows = [await open(victim), await open(victim)];
    bystander = await open(attacker);
  });
  afterAll(() => [...windows, bystander].forEach(({ socket }) => socket.close()));

  it.each(actions)('%s reaches all windows of its user, and nobody else', async (type, act) => {
    const heard = Promise.all(windows.map((window) => window.next(type)));
    await act();
    await heard;
    await app.idle();
    expect(await received(attacker, bystander)).toEqual([]);
  });
});

describe('a handshake', () => {
  it('without a session is refused', async () => {
    await expect(openSocket(app, {})).rejects.toThrow(/^unauthenticated$/);
  });

  it('is closed after 10 s when it does not name its user', async () => {
    const { server } = app.get(PushGateway) as unknown as { server: Server };
    const usual = server.connectTimeout();
    expect(usual).toBe(10_000);
    server.connectTimeout(300);
    try {
      const address = `${app.url}/socket.io/?EIO=4&transport=polling`;
      const opened = await (await fetch(address)).text();
      const { sid } = JSON.parse(opened.slice(1)) as { sid: string };
      // The Engine.IO packet that closes a connection.
      expect(await (await fetch(`${address}&sid=${sid}`)).text()).toBe('1');
    } finally {
      server.connectTimeout(usual);
    }
  });

  it('with a forged cookie is refused', async () => {
    const cookie = await newSession(app, victim);
    const [name = ''] = cookie.split('=');
    const forged = [`${name}=`, `${name}=s%3A${victim.id}.c2lnbmF0dXJl`, `${cookie.slice(0, -4)}AAAA`, `${name}=%00`];
    for (const one of forged) await expect(openSocket(app, { cookie: one })).rejects.toThrow(/^unauthenticated$/);
  });

  it('with the cookie of a session that has been logged out is refused', async () => {
    const cookie = await newSession(app, victim);
    await app.anonymous().post('/api/logout').set('cookie', cookie).expect(303);
    await expect(openSocket(app, { cookie })).rejects.toThrow(/^unauthenticated$/);
  });

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])('from a page of %s is refused', async (origin) => {
    await expect(open(victim, origin)).rejects.toThrow(/^foreign_origin$/);
  });

  it('from our own page is accepted', async () => {
    (await open(victim, app.url)).socket.close();
  });
});

describe('a client that tries to join other users’ rooms', () => {
  const polluting: unknown = JSON.parse(
    '{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}',
  );

  it('gets nothing, whatever it sends', async () => {
    const [snooper, window] = [await open(attacker), await open(victim)];
    const rooms = [`user:${victim.id}`, victim.id, '*', ['user:', victim.id]];
    for (const event of ['join', 'subscribe', 'room', 'push', 'error', 'message', '__proto__', 'constructor']) {
      for (const room of [...rooms, polluting, null]) snooper.socket.emit(event, room);
    }
    // The acknowledgement of a later message proves that all earlier ones have been processed.
    expect(await snooper.socket.emitWithAck('roundTrip', 7)).toBe(7);
    const heard = window.next('projectsChanged');
    await ACTIONS.projectsChanged();
    await heard;
    expect(await received(attacker, snooper)).toEqual([]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    for (const { socket } of [snooper, window]) socket.close();
  });

  it.each([
    ['a megabyte', '2["join","' + 'x'.repeat(1_048_576) + '"]'],
    ['half a message', '2["join",{'],
    ['an event that clients may not send', '2["disconnecting","x"]'],
    ['an event without a name', '2[{"__proto__":1}]'],
    ['a message of an unknown kind', '9["join"]'],
    ['missing parts of a message', '5999999999-["join",{"_placeholder":true,"num":0}]'],
  ])('is disconnected for %s, and it alone', async (_, packet) => {
    const other = await open(attacker);
    const clumsy = await open(attacker);
    clumsy.socket.io.engine.write(packet);
    await clumsy.closed;
    expect(await other.socket.emitWithAck('roundTrip', 7)).toBe(7);
    await app.anonymous().get('/api/health').expect(200);
    other.socket.close();
  });
});
