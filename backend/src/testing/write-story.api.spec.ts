import type { Project, StoryDraft, StoryDraftResponse } from '@storyreel/contracts';
import { randomUUID } from 'node:crypto';
import { APP_CONFIG } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { inTransaction } from '../infra/postgres/transaction';
import { MediaStore } from '../infra/storage';
import { LogReplayer } from '../runs/replay/log-replayer';
import { RecordingReader } from '../integrations/recording/run-recordings';
import { TodaysRequests } from '../integrations/recording/todays-request';
import { eventually } from './eventually';
import { NodeStage, type StagedNode, type TestUser } from './node-stage';
import { chunk, CUT, OpenAiStub, type Spoken, spoken } from './provider-stubs/openai-stub';
import { storyDraftView } from '../writing/story-ai/story-draft/story-draft.view';
import { tableName } from '../eventsourcing/views/view';
import { storyWorkId } from '../writing/story-ai/story-draft/story-applier';

const WISH = { idea: 'Elias finds a bottle.', tone: 'tense', length: 'medium' };

describe('a story by a text model', () => {
  const openai = new OpenAiStub();
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let project: Project;

  beforeAll(async () => {
    stage = await NodeStage.open();
    const baseUrl = await openai.start();
    node = await stage.node('node', { config: { openai: { apiKey: OpenAiStub.apiKey, baseUrl } } });
  });
  afterAll(async () => {
    await stage.close();
    await openai.stop();
  });
  beforeEach(async () => {
    openai.questions.length = 0;
    ada = await node.newUser();
    project = (await ada.agent.post('/api/projects').send({ title: 'The bottle' }).expect(201)).body as Project;
    await node.idle();
  });

  const path = (step = '') => `/api/projects/${project.id}/story-draft${step}`;
  const ask = async (wish: object = {}) =>
    (
      await ada.agent
        .post(`/api/projects/${project.id}/write-story`)
        .send({ ...WISH, ...wish })
        .expect(201)
    ).body as StoryDraft;
  const draft = async () => ((await ada.agent.get(path()).expect(200)).body as StoryDraftResponse).draft;
  const grown = () => eventually('The growth', async () => (await draft())?.text || null, 10_000);
  async function* breakingOff(): AsyncGenerator<Spoken> {
    yield chunk({ content: 'Elias walks' });
    await grown();
    yield CUT;
  }
  const balance = async () => ((await ada.agent.get('/api/credits/balance')).body as { balance: number }).balance;
  const story = async () => ((await ada.agent.get(`/api/projects/${project.id}`)).body as Project).story;
  const replay = (runId: string) =>
    new LogReplayer(
      node.runtime.events,
      new RecordingReader(node.get(MediaStore)),
      new TodaysRequests(node.get<AppConfig>(APP_CONFIG)),
    ).replay({ runId, streamId: `textwork-${storyWorkId(ada.id, project.id)}` });

  it('is requested with the idea, the tone and the length, and is in the project then [STORY-03]', async () => {
    openai.speak = () => spoken('Elias walks ', 'to the sea.');
    await ask();
    await node.idle();
    expect(await draft()).toMatchObject({ status: 'complete', place: 'used', text: 'Elias walks to the sea.' });
    expect(await story()).toBe('Elias walks to the sea.');
    const [question] = openai.questions;
    expect(question).toMatchObject({ stream: true, max_tokens: 1800 });
    expect(question?.messages[1]?.content).toContain('Tone: tense. About 450 words.');
    expect(question?.messages[1]?.content).toContain('Elias finds a bottle.');
    expect(await balance()).toBe(99.5);
  });

  it('is copied into the project from its own stream, whatever the view shows', async () => {
    openai.speak = () => spoken('Elias walks ', 'to the sea.');
    const { id } = await ask();
    await node.idle();
    await ada.agent.patch(`/api/projects/${project.id}`).send({ story: 'Mine.' }).expect(200);
    const late = `update views.${tableName(storyDraftView)} set text = 'Elias' where project_id = $1`;
    expect((await node.runtime.pool.query(late, [project.id])).rowCount).toBe(1);
    await ada.agent.post(path('/use')).send({ draftId: id }).expect(200);
    expect(await story()).toBe('Elias walks to the sea.');
  });

  it('is shown while it grows, and ends without a charge when it is stopped [STORY-03]', async () => {
    openai.hungUp = 0;
    openai.speak = async function* (): AsyncGenerator<Spoken> {
      yield chunk({ content: 'Elias walks' });
      await new Promise(() => undefined);
    };
    const { id } = await ask();
    expect(await grown()).toBe('Elias walks');
    await ada.agent.post(path('/stop')).send({ draftId: id }).expect(200);
    expect(await draft()).toMatchObject({ status: 'stopped', place: 'none', text: 'Elias walks' });
    const hungUp = () => Promise.resolve(openai.hungUp === 1 ? true : null);
    await eventually('Hanging up on the model', hungUp, 10_000);
    await node.idle();
    expect(await balance()).toBe(100);
    expect(await story()).toBe('');
    await ada.agent.post(path('/use')).send({ draftId: id }).expect(200);
    expect(await story()).toBe('Elias walks');
  });

  it('is answered, also on a repeat, while the views are behind', async () => {
    openai.speak = () => spoken('Elias walks.');
    const key = randomUUID();
    const askAgain = () =>
      ada.agent.post(`/api/projects/${project.id}/write-story`).set('Idempotency-Key', key).send(WISH);
    const id = await inTransaction(stage.database.pool, async (client) => {
      await client.query(`lock table views.${tableName(storyDraftView)} in share mode`);
      const first = (await askAgain().expect(201)).body as StoryDraft;
      expect(first).toMatchObject({ ...WISH, projectId: project.id, status: 'pending', text: '' });
      expect((await askAgain().expect(201)).body).toEqual(first);
      return first.id;
    });
    await node.idle();
    expect(await draft()).toMatchObject({ id, status: 'complete', text: 'Elias walks.' });
    expect(await balance()).toBe(99.5);
  });

  it('keeps its text after an interruption, says why, and costs nothing', async () => {
    openai.speak = breakingOff;
    await ask();
    await node.idle();
    const lost = 'The connection to the text model was lost. Nothing was charged.';
    expect(await draft()).toMatchObject({ status: 'failed', error: lost, text: 'Elias walks', place: 'none' });
    expect(await balance()).toBe(100);
    expect(openai.accepted).toBe(1);
  });

  it.each<[string, OpenAiStub['speak']]>([
    ['is complete', () => spoken('Elias walks ', 'to the sea.')],
    ['breaks off', breakingOff],
  ])('that %s replays with the same decisions, from its recording', async (_, speak) => {
    openai.speak = speak;
    const { id } = await ask();
    await node.idle();
    const report = await replay(id);
    expect(report).toMatchObject({ same: true, recorded: true, kind: 'write_story' });
    expect(report?.steps.map(({ event }) => event.type)).toContain('StoryGrew');
  });

  it('that is stopped and used replays with the same decisions', async () => {
    openai.speak = async function* (): AsyncGenerator<Spoken> {
      yield chunk({ content: 'Elias walks' });
      await new Promise(() => undefined);
    };
    const { id } = await ask();
    await grown();
    await ada.agent.post(path('/stop')).send({ draftId: id }).expect(200);
    await ada.agent.post(path('/use')).send({ draftId: id }).expect(200);
    await node.idle();
    const report = await replay(id);
    expect(report?.steps.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
  });
});
