import { userContext } from '../../../eventsourcing/commands/command-context';
import type { ProjectEvent } from '../../../projects/storyboard';
import { given, OWNER } from '../../../testing/given-when-then';
import { created, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { projectAggregate } from '../../../projects/storyboard';
import { decideQueueSpeechJob, QueueSpeechJob } from './speech-job';
import { type KnownVoices, speechOfScene } from './voices';

const context = userContext(OWNER, { commandId: 'command' });
const price = { holdId: 'hold', units: 1_000, usd: 0.001, priceVersion: 'v', requestHash: 'hash' };
const sound = { speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 };
const asked = (jobId: string, n = 1) => ({
  ...price,
  ...sound,
  jobId,
  sceneId: sceneId(n),
  text: 'Once.',
  voice: 'alto',
  speaker: '',
});
const queue = (jobId: string, n = 1) => new QueueSpeechJob(PROJECT, asked(jobId, n), context);
const queued = (jobId: string, n = 1): ProjectEvent => ({ type: 'SpeechJobQueued', data: asked(jobId, n) });
const speech = { url: '/api/media/line', seconds: 2, text: 'Once.', voice: 'alto' };
const completed = (jobId: string): ProjectEvent => ({
  type: 'SpeechJobCompleted',
  data: { jobId, sceneId: sceneId(1), speech, usd: 0 },
});
const failed = (jobId: string): ProjectEvent => ({
  type: 'SpeechJobFailed',
  data: { jobId, sceneId: sceneId(1), error: 'Hoarse.' },
});
const project = created([scene(1), scene(2)]);

describe('a request for a scene’s narration', () => {
  it('marks its own scene as waiting for narration, and no other', () => {
    given(projectAggregate, [project])
      .when((s, e) => decideQueueSpeechJob(queue('one'), s, e))
      .thenState(({ scenes }) => expect(scenes[sceneId(1)]?.speechStatus).toBe('processing'));
    given(projectAggregate, [project, queued('one')])
      .when((s, e) => decideQueueSpeechJob(queue('two', 2), s, e))
      .then([queued('two', 2)]);
  });

  it('keeps the earlier narration until the new one is complete, and shows why the new one failed', () => {
    const past = [project, queued('one'), completed('one'), queued('two'), failed('two')];
    given(projectAggregate, past)
      .when(() => [])
      .thenState(({ scenes }) =>
        expect(scenes[sceneId(1)]).toMatchObject({ speech, speechStatus: 'failed', speechError: 'Hoarse.' }),
      );
    given(projectAggregate, [...past, queued('three')])
      .when(() => [])
      .thenState(({ scenes }) => expect(scenes[sceneId(1)]).toMatchObject({ speech, speechError: null }));
  });
});

describe('the narration of a scene', () => {
  const alto = { id: 'alto', name: 'Alto', language: null };
  const known: KnownVoices = {
    ...{ label: 'Sandbox', longestText: 10, takesOtherIds: false, voices: [alto] },
    unspeakable: (text, voice) => (text.startsWith('ខ្មែរ') ? `is in Khmer letters, which ${voice} doesn't read` : null),
  };
  const says = (changes: Parameters<typeof scene>[1], voices: KnownVoices = known) => {
    let said: unknown;
    given(projectAggregate, [created([scene(1, changes)])])
      .when((state) => {
        const found = state.scenes[sceneId(1)];
        said = found && speechOfScene(state, found, voices);
        return [];
      })
      .then([]);
    return said;
  };

  it('speaks the scene’s text in the first voice while no voice is chosen', () => {
    expect(says({ narration: ' Once. ', speaker: 'Mara' })).toEqual({
      ...sound,
      text: 'Once.',
      speaker: 'Mara',
      voice: 'alto',
    });
  });

  it('is limited by a number of characters', () => {
    expect(says({ narration: '🌊'.repeat(10) })).toMatchObject({ text: '🌊'.repeat(10) });
    expect(() => says({ narration: '🌊'.repeat(11), title: 'Dawn' })).toThrow(
      /“Dawn” has 11 characters, and at most 10/,
    );
    expect(() => says({ narration: null, sourceText: 'a'.repeat(5_001) })).toThrow(/5,001 characters/);
  });

  it.each([{ narration: '' }, { narration: '  ' }, { narration: null }])('is refused for %j', (nothing) => {
    expect(() => says(nothing)).toThrow(/nothing to say/);
  });

  it('is refused, before it has a price, when its voice cannot speak it', () => {
    expect(() => says({ narration: 'ខ្មែរ', title: 'Dawn' })).toThrow(
      "The narration of “Dawn” is in Khmer letters, which alto doesn't read. Please choose another voice or text.",
    );
  });

  it('requires an existing voice', () => {
    const none = { ...known, voices: [] };
    expect(() => says({ narration: 'Once.' }, none)).toThrow(/has no voices/);
  });
});
