import { given } from '../../../testing/given-when-then';
import type { StoryEvent } from './text-work';
import {
  decideAnswerStory,
  decideAskStory,
  decideDismissStory,
  decideEndStory,
  decideFailStory,
  decideGrowStory,
  decideStartStory,
  decideStopStory,
  failStoryOfHold,
  isAnswered,
  refuseWhileWriting,
} from './story-steps';
import { type TextStreamEvent, textWorkAggregate } from './text-work';

const of = { requestId: 'r1', holdId: 'hold', projectId: 'project' };
const later = { requestId: 'r2', holdId: 'second', projectId: 'project' };
const wish = { idea: 'A keeper.', tone: 'warm', length: 'short', basedOn: 'hash-of-story' } as const;
const request = { requestId: 'r1', attempt: 1, holdId: 'hold', requestHash: 'hash' };

const asked: TextStreamEvent[] = [
  { type: 'TextAsked', data: request },
  { type: 'StoryAsked', data: { ...of, ...wish } },
];
const started: StoryEvent = { type: 'StoryWritingStarted', data: { ...of, provider: 'sandbox' } };
const grew = (offset: number, text: string): StoryEvent => ({ type: 'StoryGrew', data: { ...of, offset, text } });
const answered: TextStreamEvent = {
  type: 'TextAnswered',
  data: { requestId: 'r1', holdId: 'hold', answer: { characters: 4 }, usd: 0.1 },
};
const failed = (error: string): TextStreamEvent => ({
  type: 'TextFailed',
  data: { requestId: 'r1', holdId: 'hold', error },
});
const ended = (status: 'complete' | 'stopped' | 'failed', error: string | null = null): StoryEvent => ({
  type: 'StoryEnded',
  data: { ...of, status, error },
});
const dismissed: StoryEvent = { type: 'StoryDismissed', data: of };
const after = (...events: TextStreamEvent[]) => given(textWorkAggregate, events);
const underWay = after(...asked, started, grew(0, 'Once'));
const paid = after(...asked, started, grew(0, 'Once'), answered);
const over = after(...asked, started, grew(0, 'Once'), answered, ended('complete'));

describe('requesting a story', () => {
  const ask = { ...wish, requestHash: 'hash' };

  it('records the paid request and its input', () => {
    after()
      .when((state) => decideAskStory(state, of, ask))
      .then(asked);
    expect(after(...asked).state.story).toEqual({
      ...of,
      basedOn: 'hash-of-story',
      status: 'open',
      isStarted: false,
      written: 0,
      isDismissed: false,
    });
  });

  it('does nothing for a repeated request, and refuses its key for another one', () => {
    underWay.when((state) => decideAskStory(state, of, ask)).then([]);
    over.when((state) => decideAskStory(state, of, ask)).then([]);
    over.when((state) => decideAskStory(state, of, { ...ask, requestHash: 'other' })).refused('idempotency_key_reused');
  });

  it('waits for a running story', () => {
    underWay.when((state) => decideAskStory(state, later, ask)).refused('already_in_progress');
    paid.when((state) => decideAskStory(state, later, ask)).refused('already_in_progress');
    over
      .when((state) => decideAskStory(state, later, ask))
      .thenState(({ story, requests }) => {
        expect(story).toMatchObject({ ...later, status: 'open', written: 0 });
        expect(Object.keys(requests)).toEqual(['r1', 'r2']);
      });
    expect(() => refuseWhileWriting(over.state)).not.toThrow();
  });
});

describe('writing a story', () => {
  it('starts by dropping the text of an earlier attempt', () => {
    after(...asked)
      .when((state) => decideStartStory(state, of, 'sandbox'))
      .then([started]);
    underWay
      .when((state) => decideStartStory(state, of, 'sandbox'))
      .thenState(({ story }) => {
        expect(story).toMatchObject({ isStarted: true, written: 0 });
      });
  });

  it.each([
    ['request', { ...of, requestId: 'r0' }],
    ['hold', { ...of, holdId: 'other' }],
  ])('rejects text of an attempt of another %s', (_, other) => {
    underWay.when((state) => decideStartStory(state, other, 'sandbox')).then([]);
    underWay.when((state) => decideGrowStory(state, other, { offset: 4, text: ' upon' })).then([]);
    underWay.when((state) => decideAnswerStory(state, other, { offset: 4, text: '' }, { usd: 0 })).then([]);
    underWay.when((state) => decideFailStory(state, other, 'away')).then([]);
    paid.when((state) => decideEndStory(state, other)).then([]);
  });

  it('grows only by text that follows the present end', () => {
    underWay.when((state) => decideGrowStory(state, of, { offset: 4, text: ' upon' })).then([grew(4, ' upon')]);
    underWay
      .when((state) => decideGrowStory(state, of, { offset: 4, text: ' upon' }))
      .thenState(({ story }) => expect(story?.written).toBe(9));
    for (const piece of [
      { offset: 0, text: 'Once' },
      { offset: 5, text: 'upon' },
      { offset: 4, text: '' },
    ]) {
      underWay.when((state) => decideGrowStory(state, of, piece)).then([]);
    }
    over.when((state) => decideGrowStory(state, of, { offset: 4, text: ' upon' })).then([]);
    expect(after(started).state.story).toBeNull();
  });

  it('is answered with its last piece, from the number of characters so far', () => {
    const calls = [{ id: 'call', sha256: 'f'.repeat(64) }] as never;
    underWay
      .when((state) => decideAnswerStory(state, of, { offset: 4, text: ' upon' }, { usd: 0.2, calls }))
      .then([
        grew(4, ' upon'),
        {
          type: 'TextAnswered',
          data: { requestId: 'r1', holdId: 'hold', projectId: 'project', answer: { characters: 9 }, usd: 0.2, calls },
        } as TextStreamEvent,
      ]);
    underWay.when((state) => decideAnswerStory(state, of, { offset: 3, text: ' upon' }, { usd: 0.2 })).then([]);
  });

  it('ends once the text is in its project, once', () => {
    expect([underWay, paid].map(({ state }) => isAnswered(state, of))).toEqual([false, true]);
    expect(isAnswered(paid.state, { ...of, holdId: 'other' })).toBe(false);
    expect(isAnswered(paid.state, { ...of, requestId: 'r0' })).toBe(false);
    paid.when((state) => decideEndStory(state, of)).then([ended('complete')]);
    underWay.when((state) => decideEndStory(state, of)).then([]);
    over.when((state) => decideEndStory(state, of)).then([]);
    expect(over.state.story?.status).toBe('complete');
  });
});

describe('a story that fails', () => {
  it('records the reason, and ends', () => {
    underWay
      .when((state) => decideFailStory(state, of, 'away'))
      .then([{ ...failed('away'), data: { ...of, error: 'away' } } as TextStreamEvent, ended('failed', 'away')]);
    underWay
      .when((state) => decideFailStory(state, of, 'away'))
      .thenState(({ story, requests }) => expect([story?.status, requests.r1?.status]).toEqual(['failed', 'failed']));
    over.when((state) => decideFailStory(state, of, 'away')).then([]);
  });

  it('is complete all the same when it has its answer', () => {
    paid.when((state) => decideFailStory(state, of, 'away')).then([ended('complete')]);
  });

  it('fails with its own hold only', () => {
    underWay
      .when((state) => failStoryOfHold(state, 'hold', 'too late'))
      .thenState(({ story }) => expect(story?.status).toBe('failed'));
    underWay.when((state) => failStoryOfHold(state, 'second', 'too late')).then([]);
    after()
      .when((state) => failStoryOfHold(state, 'hold', 'too late'))
      .then([]);
  });
});

describe('a story that its creator stops', () => {
  it('fails its request and stops, once', () => {
    const stopped = underWay.when((state) => decideStopStory(state, 'r1'));
    stopped.then([
      { ...failed('Stopped by the creator.'), data: { ...of, error: 'Stopped by the creator.' } } as TextStreamEvent,
      ended('stopped'),
    ]);
    stopped.thenState(({ story }) => expect(story?.status).toBe('stopped'));
    paid.when((state) => decideStopStory(state, 'r1')).then([]);
    over.when((state) => decideStopStory(state, 'r1')).then([]);
  });

  it('cannot be stopped after a newer one started', () => {
    underWay.when((state) => decideStopStory(state, 'r0')).refused('not_found');
    after()
      .when((state) => decideStopStory(state, 'r1'))
      .refused('not_found');
  });
});

describe('a story that its creator has seen', () => {
  it('is dismissed once it is over, once', () => {
    over.when((state) => decideDismissStory(state, 'r1')).then([dismissed]);
    after(...asked, ended('failed', 'away'), dismissed)
      .when((state) => decideDismissStory(state, 'r1'))
      .then([]);
    underWay.when((state) => decideDismissStory(state, 'r1')).refused('already_in_progress');
    over.when((state) => decideDismissStory(state, 'r0')).refused('not_found');
  });
});
