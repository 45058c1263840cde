import { userContext } from '../../../eventsourcing/commands/command-context';
import { projectAggregate, type ProjectEvent } from '../../../projects/storyboard';
import { given, NOW, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { created, imageJobQueued, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { continuityFallback } from './compose-texts';
import { decideReplaceScenes, ReplaceScenes } from './scene-texts';
import { decideAnswer, decideAsk, decideTextFailed, textWorkAggregate, type TextWorkEvent } from './text-work';

const ask = (requestId = 'r1', requestHash = 'hash') => ({ requestId, requestHash });
const asked: TextWorkEvent = { type: 'TextAsked', data: { ...ask(), attempt: 1, holdId: 'hold' } };
const first = { requestId: 'r1', holdId: 'hold' };
const answer = { sceneCount: 4 };
const answered: TextWorkEvent = { type: 'TextAnswered', data: { requestId: 'r1', holdId: 'hold', answer, usd: 0 } };
const failed: TextWorkEvent = { type: 'TextFailed', data: { requestId: 'r1', holdId: 'hold', error: 'away' } };

describe('a new piece of text', () => {
  it('is requested under its own hold', () => {
    given(textWorkAggregate, [])
      .when((s, e) => decideAsk(ask(), s, e))
      .thenState((state) => {
        expect(state.requests.r1).toMatchObject({ status: 'asked', attempt: 1 });
      });
  });
});

describe('a text request in progress', () => {
  it('blocks itself and others until it counts as lost', () => {
    given(textWorkAggregate, [asked])
      .when((s, e) => decideAsk(ask(), s, e))
      .refused('already_in_progress');
    given(textWorkAggregate, [asked])
      .when((s, e) => decideAsk(ask('r2'), s, e))
      .refused('already_in_progress');
    const later = testEnvironment({ now: new Date(Date.parse(NOW) + 5 * 60_000).toISOString() });
    given(textWorkAggregate, [asked])
      .when((s, e) => decideAsk(ask('r2'), s, e), later)
      .thenState((state) => {
        expect(state.requests.r2?.status).toBe('asked');
      });
  });

  it('gets one outcome', () => {
    given(textWorkAggregate, [asked])
      .when((s) => decideAnswer(s, first, { answer, usd: 0 }))
      .then([answered]);
    given(textWorkAggregate, [asked])
      .when((s) => decideTextFailed(s, first, 'away'))
      .then([failed]);
    given(textWorkAggregate, [asked, answered])
      .when((s) => decideTextFailed(s, first, 'away'))
      .then([]);
    given(textWorkAggregate, [asked, failed])
      .when((s) => decideAnswer(s, first, { answer, usd: 0 }))
      .then([]);
  });
});

describe('an abandoned attempt', () => {
  const again: TextWorkEvent = { type: 'TextAsked', data: { ...asked.data, attempt: 2, holdId: 'second' } };

  it('cannot affect its successor', () => {
    const later = given(textWorkAggregate, [asked, again]);
    later.when((s) => decideAnswer(s, first, { answer, usd: 0 })).then([]);
    later.when((s) => decideTextFailed(s, first, 'away')).then([]);
  });

  it('writes nothing any more [AI-05]', () => {
    const late = testEnvironment({ now: '2026-03-01T12:00:00.001Z' });
    const command = new ReplaceScenes(PROJECT, { holdId: 'hold', scenes: [], until: NOW }, userContext(OWNER));
    given(projectAggregate, [created()])
      .when((s, e) => decideReplaceScenes(command, s, e), late)
      .refused('provider_failed');
  });
});

describe('an answered text request', () => {
  it('is not requested again, and its key accepts no other body', () => {
    given(textWorkAggregate, [asked, answered])
      .when((s, e) => decideAsk(ask(), s, e))
      .then([]);
    const other = ask('r1', 'other');
    given(textWorkAggregate, [asked, answered])
      .when((s, e) => decideAsk(other, s, e))
      .refused('idempotency_key_reused');
  });
});

describe('a failed text request', () => {
  it('is retried under a new hold', () => {
    given(textWorkAggregate, [asked, failed])
      .when((s, e) => decideAsk(ask(), s, e))
      .thenState((state) => {
        expect(state.requests.r1).toMatchObject({ status: 'asked', attempt: 2 });
        expect(state.requests.r1?.holdId).not.toBe('hold');
      });
  });
});

describe('creating scenes from a story', () => {
  const parts = [
    { title: 'dawn', text: 'The sun rose.' },
    { title: 'noon', text: 'It was hot.' },
  ];
  const command = new ReplaceScenes(PROJECT, { holdId: 'hold', scenes: parts, until: NOW }, userContext(OWNER));

  it('replaces all scenes, and ends the jobs of the old ones [STORY-11]', () => {
    const past: ProjectEvent[] = [created([scene(1), scene(2)]), imageJobQueued(1, 'job', ['a', 'b', 'c', 'd'])];
    given(projectAggregate, past)
      .when((s, e) => decideReplaceScenes(command, s, e))
      .thenState((state) => {
        const live = Object.values(state.scenes).filter(({ deleted }) => !deleted);
        expect(live.map(({ title, sourceText, order }) => [title, sourceText, order])).toEqual([
          ['dawn', 'The sun rose.', 10],
          ['noon', 'It was hot.', 20],
        ]);
        expect(state.scenes[sceneId(1)]?.deleted).toBe(true);
        expect(state.jobs.job?.status).toBe('failed');
      });
  });

  it('is not found in another user’s project', () => {
    const stranger = testEnvironment({ ownerId: '99999999-9999-4999-8999-999999999999' });
    given(projectAggregate, [created()])
      .when((s, e) => decideReplaceScenes(command, s, e), stranger)
      .refused('not_found');
  });
});

describe('missing continuity details in a request', () => {
  it('fall back to the project’s characters [AI-05]', () => {
    expect(continuityFallback('Mara: brave, tall\nTom: shy')).toBe('Main character: Mara: brave, tall');
    expect(continuityFallback(' \n')).toBe('No specific continuity details available');
  });
});
