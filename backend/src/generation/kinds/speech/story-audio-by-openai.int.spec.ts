import type { Project } from '@storyreel/contracts';
import { measureAudio } from '../../../infra/media/audio';
import { eventually } from '../../../testing/eventually';
import { NodeStage, type StagedNode, type TestUser } from '../../../testing/node-stage';
import { problems, SpeechStub } from '../../../testing/provider-stubs/speech-stub';

const WITHIN_MS = 20_000;
/** Three times as long as the longest text that OpenAI speaks in one request. */
const STORY = 'The lamp turns over the sea.\n'.repeat(350);
const PIECES = 3;

describe('a story narrated by a server with OpenAI’s API', () => {
  const speech = new SpeechStub();
  let stage: NodeStage;
  let node: StagedNode;
  let ada: TestUser;
  let projectId: string;

  beforeAll(async () => {
    stage = await NodeStage.open();
    const openai = { apiKey: 'sk-key', baseUrl: `${await speech.start()}/v1`, speechModel: 'kokoro' };
    node = await stage.node('A', { config: { openai, chosenProviders: { speech: 'openai' } } });
  }, 60_000);
  afterAll(async () => {
    await stage?.close();
    await speech.stop();
  });
  beforeEach(async () => {
    speech.server.requests.length = 0;
    ada = await node.newUser();
    const { body } = await ada.agent.post('/api/projects').send({ title: 'The Lamp', story: STORY }).expect(201);
    projectId = (body as Project).id;
  });

  const path = () => `/api/projects/${projectId}/story-audio`;
  const ask = () => ada.agent.post(path()).send({ stability: 0.5, clarity: 0.8, style: 0.3 }).expect(200);
  const project = async () => (await ada.agent.get(`/api/projects/${projectId}`).expect(200)).body as Project;
  const asked = (count: number) =>
    eventually(`${count} pieces`, () => Promise.resolve(speech.asked.length >= count || null), WITHIN_MS);

  it('is joined from its pieces', async () => {
    await ask();
    await asked(PIECES);
    await node.idle();
    const made = await project();
    expect(made).toMatchObject({ storyAudioStatus: 'complete', storyAudioFilename: 'The Lamp.mp3' });
    const { body } = await ada.agent
      .get(made.storyAudioUrl ?? '')
      .responseType('blob')
      .expect(200);
    const one = measureAudio(speech.sound)?.seconds ?? 0;
    expect(measureAudio(body as Buffer)?.seconds).toBeCloseTo(PIECES * one, 6);
    const said = speech.asked.map(({ body: sent }) => (sent as { input: string }).input).join(' ');
    expect(said.replaceAll(/\s/gu, '')).toBe(STORY.replaceAll(/\s/gu, ''));
  });

  it('costs nothing when a web page arrives instead of audio, and can be requested again', async () => {
    speech.next.push(problems.html);
    await ask();
    await asked(1);
    await node.idle();
    const storyAudioError = expect.stringMatching(/(?:not a sound|no speech)/) as string;
    expect(await project()).toMatchObject({ storyAudioStatus: 'pending', storyAudioError });
    expect((await ada.agent.get('/api/credits/balance').expect(200)).body).toMatchObject({ balance: 100 });
    await ask();
    await asked(1 + PIECES);
    await node.idle();
    expect(await project()).toMatchObject({ storyAudioStatus: 'complete' });
  });

  it('causes no further requests once it is cancelled', async () => {
    speech.next.push(
      (response) => void response.writeHead(200, { 'content-type': 'audio/mpeg' }).end(speech.sound),
      problems.silent,
    );
    await ask();
    await asked(2);
    await ada.agent.post(`${path()}/cancel`).expect(200);
    await node.idle();
    expect(speech.asked).toHaveLength(2);
    expect(await project()).toMatchObject({ storyAudioStatus: 'pending', storyAudioError: 'You cancelled it.' });
    const { body } = await ada.agent.get('/api/credits/balance').expect(200);
    expect(body).toMatchObject({ balance: 100 });
  });
});
