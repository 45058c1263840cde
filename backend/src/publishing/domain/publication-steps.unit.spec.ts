import { given, NOW, testEnvironment } from '../../testing/given-when-then';
import { postAggregate, type PostState } from './post';
import type { PostEvent } from './post';
import {
  decideDue,
  decideFailed,
  decideAdvance,
  decidePublished,
  decideStart,
  decideUnknown,
} from './publication-steps';

const POST = '33333333-3333-4333-8333-333333333333';
const at = (now: string) => testEnvironment({ now });
const created = (scheduledAt: string | null): PostEvent => ({
  type: 'PostCreated',
  data: {
    ...{ platform: 'youtube', socialAccountId: 'a', title: 'T', content: 'C', hashtags: [], mentions: [] },
    ...{ visibility: 'public', projectId: null, sceneId: null, selectedProjectVideo: null, mediaUrls: [], scheduledAt },
  },
});
const DUE = '2026-03-02T09:00:00.000Z';
const requested: PostEvent = {
  type: 'PostPublishRequested',
  data: { publicationId: 'p', dueAt: DUE, by: 'schedule' },
};
const started: PostEvent = { type: 'PostPublishStarted', data: { publicationId: 'p' } };
const answer = { publishedAt: NOW, url: 'https://example.com/p', externalId: 'x' };
const published: PostEvent = { type: 'PostPublished', data: { publicationId: 'p', ...answer } };
const missed: PostEvent = { type: 'PostMissed', data: { dueAt: DUE } };

describe('a scheduled time', () => {
  const due = (past: PostEvent[], now: string) =>
    given<PostState, PostEvent>(postAggregate, past).when((state, env) => decideDue(POST, state, env), at(now));

  it('is met at its time, and up to an hour late', () => {
    for (const now of [DUE, '2026-03-02T10:00:00.000Z']) {
      due([created(DUE)], now).then([
        {
          type: 'PostPublishRequested',
          data: { publicationId: expect.any(String) as string, dueAt: DUE, by: 'schedule' },
        },
      ]);
    }
  });

  it('becomes a question to the author after that', () => {
    due([created(DUE)], '2026-03-02T10:00:00.001Z').then([missed]);
  });

  it('is ignored before its time, and after the post was moved', () => {
    due([created(DUE)], '2026-03-02T08:59:59.999Z').then([]);
    const moved: PostEvent = { type: 'PostRescheduled', data: { scheduledAt: '2026-03-03T09:00:00.000Z' } };
    due([created(DUE), moved], DUE).then([]);
  });

  it.each<[string, PostEvent[]]>([
    ['is cancelled', [created(DUE), { type: 'PostScheduleCancelled', data: {} }]],
    ['is deleted', [created(DUE), { type: 'PostDeleted', data: {} }]],
    ['is on its way', [created(DUE), requested]],
    ['is published', [created(DUE), requested, started, published]],
    ['was missed', [created(DUE), missed]],
    ['never had one', [created(null)]],
  ])('does nothing for a post that %s', (_, past) => due(past, DUE).then([]));

  it('starts a new publication each time', () => {
    const ids = [DUE, '2026-03-02T09:30:00.000Z'].map((scheduledAt) => {
      const { state } = given(postAggregate, [created(scheduledAt)]);
      const [event] = decideDue(POST, state, at('2026-03-02T09:30:00.000Z'));
      return event?.type === 'PostPublishRequested' ? event.data.publicationId : null;
    });
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a publication', () => {
  const past = (...more: PostEvent[]) => given<PostState, PostEvent>(postAggregate, [created(DUE), ...more]);

  it('is started once, before the platform is called', () => {
    past(requested)
      .when((state) => decideStart(state, 'p', at(DUE)))
      .then([started]);
    past(requested, started)
      .when((state) => decideStart(state, 'p', at(DUE)))
      .then([]);
    past(requested)
      .when((state) => decideStart(state, 'another', at(DUE)))
      .then([]);
  });

  it('is a question to the author when it begins or continues too late', () => {
    const late = at('2026-03-02T10:00:01.000Z');
    past(requested)
      .when((state) => decideStart(state, 'p', late))
      .then([missed]);
    past(requested, started)
      .when((state) => decideAdvance(state, 'p', late))
      .then([missed]);
    past(requested, started)
      .when((state) => decideAdvance(state, 'p', at(DUE)))
      .then([]);
  });

  it('has one outcome, the first', () => {
    past(requested, started)
      .when((state) => decidePublished(state, 'p', answer))
      .then([published]);
    past(requested, started)
      .when((state) => decideFailed(state, 'p', 'No.'))
      .then([{ type: 'PostFailed', data: { publicationId: 'p', failure: 'No.' } }]);
    const over = past(requested, started, published);
    over.when((state) => decideFailed(state, 'p', 'No.')).then([]);
    over.when((state) => decideUnknown(state, 'p', 'Who knows.')).then([]);
    over.when((state) => decidePublished(state, 'p', answer)).then([]);
  });

  it('has certainly not happened when it was never started', () => {
    past(requested)
      .when((state) => decideUnknown(state, 'p', 'Who knows.'))
      .then([]);
  });

  it('does not affect a newer one by its late outcome', () => {
    const again: PostEvent = { type: 'PostPublishRequested', data: { publicationId: 'q', dueAt: DUE, by: 'author' } };
    const failed: PostEvent = { type: 'PostFailed', data: { publicationId: 'p', failure: 'No.' } };
    past(requested, started, failed, again)
      .when((state) => decidePublished(state, 'p', answer))
      .then([]);
  });
});
