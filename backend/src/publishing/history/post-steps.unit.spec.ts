import { toRecorded } from '../../eventsourcing/domain/domain-event';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { toPosition } from '../../eventsourcing/event-store/event-store';
import type { PostEvent } from '../domain/post';
import { postSteps } from './post-steps';

const POST = '44444444-4444-4444-8444-444444444444';
const [MONDAY, TUESDAY] = ['2026-12-07T09:00:00.000Z', '2026-12-08T09:00:00.000Z'];
const created = (scheduledAt: string | null): PostEvent => ({
  type: 'PostCreated',
  data: {
    title: 'Gull Point',
    content: '',
    hashtags: [],
    mentions: [],
    visibility: 'public',
    projectId: '22222222-2222-4222-8222-222222222222',
    sceneId: null,
    selectedProjectVideo: null,
    mediaUrls: [],
    platform: 'youtube',
    socialAccountId: '55555555-5555-4555-8555-555555555555',
    scheduledAt,
  },
});
const published: PostEvent = {
  type: 'PostPublished',
  data: { publicationId: null, publishedAt: TUESDAY, url: null, externalId: null },
};
const requested: PostEvent = {
  type: 'PostPublishRequested',
  data: { publicationId: 'p', dueAt: TUESDAY, by: 'schedule' },
};

/** Records events 90 seconds apart; an event that the platform causes has the system as its actor. */
const recorded = (events: readonly PostEvent[], pauseMs = 90_000): RecordedEvent<PostEvent>[] =>
  events.map((event, index) => {
    const actor = event.type === 'PostPublished' ? { kind: 'system', name: 'publish-post' } : { kind: 'user', id: 'u' };
    const at = new Date(Date.parse('2026-12-01T09:00:00.000Z') + index * pauseMs).toISOString();
    const place = { streamId: `post-${POST}`, revision: BigInt(index), position: toPosition(BigInt(index)) };
    const stored = {
      ...event,
      ...place,
      id: String(index),
      created: new Date(at),
      metadata: { actor, at, ownerId: 'u' },
    };
    return toRecorded(stored) as RecordedEvent<PostEvent>;
  });

const told = (events: readonly PostEvent[], pauseMs?: number) =>
  postSteps(POST, recorded(events, pauseMs)).map(({ what, by, way, reason, post }) => ({
    what,
    by,
    plan: [post?.before, post?.after],
    way: way === 'undo' ? post?.undo : reason,
  }));

describe('the steps of a post in the history of its project', () => {
  it('have the plan, its time and author, and the command that reverts the plan', () => {
    const rescheduled: PostEvent = { type: 'PostRescheduled', data: { scheduledAt: TUESDAY } };
    expect(told([created(MONDAY), rescheduled])).toEqual([
      { what: 'Planned a post for YouTube', by: 'you', plan: [null, MONDAY], way: 'delete' },
      { what: 'Rescheduled a post for YouTube', by: 'you', plan: [MONDAY, TUESDAY], way: 'plan' },
    ]);
    const cancelled: PostEvent = { type: 'PostScheduleCancelled', data: {} };
    expect(told([created(MONDAY), rescheduled, cancelled]).slice(1)).toEqual([
      {
        what: 'Rescheduled a post for YouTube',
        by: 'you',
        plan: [MONDAY, TUESDAY],
        way: 'The post was changed since.',
      },
      { what: 'Unscheduled a post for YouTube', by: 'you', plan: [TUESDAY, null], way: 'plan' },
    ]);
  });

  it('cannot be undone once the post is published', () => {
    const out = 'The post was published, which cannot be undone.';
    expect(told([created(MONDAY), requested, published]).map(({ what, by, way }) => [what, by, way])).toEqual([
      ['Planned a post for YouTube', 'you', out],
      ['Published a post for YouTube', 'system', out],
    ]);
    expect(told([created(MONDAY), requested])[0]?.way).toBe('The post is being published.');
  });

  it('restore a deleted post, and group edits within a minute', () => {
    const edit: PostEvent = { type: 'PostEdited', data: { title: 'Gull' } };
    expect(told([created(null), edit, edit, { type: 'PostDeleted', data: {} }], 20_000)).toMatchObject([
      { what: 'Drafted a post for YouTube', way: 'The post was changed since.' },
      { what: 'Changed a post for YouTube', way: 'Change the post in Social instead.' },
      { what: 'Deleted a post for YouTube', way: 'restore' },
    ]);
  });
});
