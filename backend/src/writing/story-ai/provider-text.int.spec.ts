import type { Scene } from '@storyreel/contracts';
import type { NodeStage, StagedNode, TestUser } from '../../testing/node-stage';
import { onStubs } from '../../testing/provider-stubs/on-stubs';
import { eventually } from '../../testing/eventually';
import { projectWithScene } from '../../testing/make-story';

const NUL = '\0';
const HALF = '\ud83d';

/** Returns the whole log of the node as text. */
async function logOf(node: StagedNode): Promise<string> {
  const events: string[] = [];
  for await (const { data } of node.runtime.events.readAll()) events.push(JSON.stringify(data));
  return events.join('\n');
}

describe('provider text that Postgres cannot store', () => {
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let projectId: string;
  let sceneId: string;

  const { openai, replicate } = onStubs((begun) => ({ stage, node, ada } = begun));
  beforeEach(async () => {
    ({ projectId, sceneId } = await projectWithScene(ada));
  });
  afterEach(async () => {
    await node.idle();
    const log = await logOf(node);
    expect(log).not.toContain('\\u0000');
    expect(log).not.toMatch(/\\ud[89a-f]/);
    expect(stage.errors).toEqual([]);
  });

  const describeScene = () => ada.agent.post(`/api/ai/generate/scene-description/${sceneId}`).send({});
  const balance = async () => ((await ada.agent.get('/api/credits/balance')).body as { balance: number }).balance;
  const stored = async () => (await ada.agent.get(`/api/scenes/${sceneId}`).expect(200)).body as Scene;

  it.each([
    ['a NUL', `A lamp${NUL} burns.`, 'A lamp burns.'],
    ['half an emoji', `A lamp ${HALF} burns.`, 'A lamp \ufffd burns.'],
  ])('loses %s in a description', async (_, description, clean) => {
    openai.reply = () => JSON.stringify({ description, imagePrompt: description, videoPrompt: description });
    await describeScene().expect(200);
    expect(await stored()).toMatchObject({ description: clean, imagePrompt: clean, videoPrompt: clean });
  });

  it('fails as a description that contains nothing else', async () => {
    openai.reply = () => JSON.stringify({ description: NUL, imagePrompt: 'a lamp', videoPrompt: 'pan' });
    await describeScene().expect(503);
    expect((await stored()).description).toBe('Mara climbs the stairs.');
  });

  it.each([
    ['an emoji at the place where it is cut', `x${'😀'.repeat(700)}`],
    ['a NUL', `blocked${NUL} by policy`],
  ])('releases the zaps after an error with %s, and work continues', async (_, detail) => {
    const before = await balance();
    openai.failNext({ kind: 'status', status: 400, detail });
    await describeScene().expect(503);
    await node.idle();
    expect(await balance()).toBe(before);
  });

  it('becomes a scene with a cleaned title', async () => {
    openai.reply = () => JSON.stringify({ scenes: [{ firstSentence: 0, title: `The${NUL} lamp` }] });
    await ada.agent.post('/api/scenes/process-story').send({ projectId }).expect(200);
    const { body } = await ada.agent.get('/api/scenes').query({ projectId }).expect(200);
    expect((body as Scene[]).map(({ title }) => title)).toEqual(['The lamp']);
  });

  it('shows the error of a failed prediction without its NUL', async () => {
    const asked = { sceneId, projectId, prompt: 'a lamp', model: 'v6.1', idempotencyKey: 'one-image-please' };
    const { body } = await ada.agent.post('/api/midjourney/generate-image').send(asked).expect(200);
    const prediction = await eventually(
      'A prediction',
      () => Promise.resolve(replicate.predictions[0] ?? null),
      10_000,
    );
    replicate.fail(prediction.id, `CUDA error${NUL} out of memory`);
    const failed = await eventually(
      'The end of the job',
      async () => {
        const job = (await ada.agent.get(`/api/midjourney/job/${(body as { jobId: string }).jobId}`)).body as {
          status: string;
          error: string | null;
        };
        return job.status === 'failed' ? job : null;
      },
      10_000,
    );
    expect(failed.error).toContain('CUDA error out of memory');
  });

  it('is no longer waited for when the request is aborted: the call ends, and the zaps are released', async () => {
    openai.failNext({ kind: 'hang' });
    const asked = openai.accepted;
    const before = await balance();
    const request = ada.agent.post('/api/scenes/process-story').send({ projectId });
    const ended = request.then(
      () => 'answered',
      () => 'aborted',
    );
    await eventually('The call', () => Promise.resolve(openai.accepted > asked ? true : null), 10_000);
    request.abort();
    expect(await ended).toBe('aborted');
    const cancelled = async () => (await logOf(node)).includes('The request was aborted while it ran.') || null;
    await eventually('The end of the call', cancelled, 10_000);
    await eventually('The refund', async () => (await balance()) === before || null, 10_000);
    const { body } = await ada.agent.get('/api/scenes').query({ projectId }).expect(200);
    expect((body as Scene[]).map(({ id }) => id)).toEqual([sceneId]);
    openai.reply = () => JSON.stringify({ scenes: [{ firstSentence: 0, title: 'again' }] });
    await ada.agent.post('/api/scenes/process-story').send({ projectId }).expect(200);
  });
});
