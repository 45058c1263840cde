import { replayReportSchema } from '@storyreel/contracts';
import { projectWithScene } from '../../testing/make-story';
import { NodeStage, type StagedNode } from '../../testing/node-stage';
import { SpeechStub } from '../../testing/provider-stubs/speech-stub';

describe('a replay of a narration by ElevenLabs', () => {
  const speech = new SpeechStub();
  let stage: NodeStage;
  let node: StagedNode;

  beforeAll(async () => {
    stage = await NodeStage.open();
    const elevenLabs = { apiKey: 'xi-key', baseUrl: await speech.start() };
    speech.voices = { voices: [{ voice_id: 'adam', name: 'Adam' }] };
    node = await stage.node('A', { config: { elevenLabs, chosenProviders: { speech: 'elevenlabs' } } });
  });
  afterAll(async () => {
    await stage?.close();
    await speech.stop();
  });

  it('decides the same, whoever requested it', async () => {
    const ada = await node.newUser();
    const { sceneId } = await projectWithScene(ada);
    const { body } = await ada.agent.post('/api/generate-speech').send({ sceneId }).expect(200);
    await node.idle();
    const answered = await ada.agent.get(`/api/runs/${(body as { jobId: string }).jobId}/replay`).expect(200);
    const report = replayReportSchema.parse(answered.body);
    expect(report.steps.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
    expect(report).toMatchObject({ kind: 'speech', recorded: true, same: true });
    expect(report.steps.map(({ event }) => event.type)).toContain('SpeechJobCompleted');
    expect(speech.asked).toHaveLength(1);
  });
});
