import type { SocialPlatform } from '@storyreel/contracts';
import { given, NOW, OWNER, testEnvironment } from '../../testing/given-when-then';
import { derivedId } from '../../lib/ids';
import {
  decideCreatePost,
  decideDeletePost,
  decideDuplicatePost,
  decideEditPost,
  decideMarkPublished,
  decidePublishPost,
  decideRestorePost,
} from './post-commands';
import { postAggregate } from './post';
import type { PostCreated, PostEvent, PostState } from './post';

const ACCOUNT = '44444444-4444-4444-8444-444444444444';
const LATER = '2026-03-05T09:00:00.000Z';
const STRANGER = testEnvironment({ ownerId: '99999999-9999-4999-8999-999999999999' });
const context = { commandId: 'command' };

const post: PostCreated['data'] = {
  ...{ platform: 'tiktok', socialAccountId: ACCOUNT, title: 'Gull Point', content: 'A keeper.', hashtags: ['sea'] },
  ...{ mentions: [], visibility: 'public', projectId: null, sceneId: null, selectedProjectVideo: null },
  ...{ mediaUrls: [], scheduledAt: null },
};
const created = (scheduledAt: string | null = null): PostEvent => ({
  type: 'PostCreated',
  data: { ...post, scheduledAt },
});
const requested = (publicationId: string, dueAt = NOW): PostEvent => ({
  type: 'PostPublishRequested',
  data: { publicationId, dueAt, by: 'author' },
});
const started: PostEvent = { type: 'PostPublishStarted', data: { publicationId: 'p' } };
const published: PostEvent = {
  type: 'PostPublished',
  data: { publicationId: 'p', publishedAt: NOW, url: null, externalId: 'x' },
};
const failed: PostEvent = { type: 'PostFailed', data: { publicationId: 'p', failure: 'No.' } };
const unknown: PostEvent = { type: 'PostPublishUnknown', data: { publicationId: 'p', failure: 'Who knows.' } };
const missed: PostEvent = { type: 'PostMissed', data: { dueAt: NOW } };

const draft = [created()];
const planned = [created(LATER)];
const onItsWay = [created(), requested('p'), started];
const create = (
  fields: Partial<PostCreated['data']>,
  asked: { status?: 'draft' | 'scheduled'; publishNow?: boolean } = {},
) =>
  given(postAggregate, []).when((state, env) =>
    decideCreatePost({ data: { post: { ...post, ...fields }, publishNow: false, ...asked }, context }, state, env),
  );
type Changes = Parameters<typeof decideEditPost>[0]['data'];
const edit = (past: PostEvent[], data: Partial<Changes>, environment = testEnvironment()) =>
  given(postAggregate, past).when(
    (state, env) => decideEditPost({ data: { content: {}, ...data } }, state, env),
    environment,
  );

describe('a new post', () => {
  it('is a draft without a time, and scheduled with one [SOCIAL-31]', () => {
    create({}).then([created()]);
    create({}, { status: 'draft' }).then([created()]);
    create({ scheduledAt: LATER }).then([created(LATER)]);
    create({ scheduledAt: LATER }, { status: 'scheduled' }).then([created(LATER)]);
    create({}).thenState(({ phase }) => expect(phase).toBe('draft'));
    create({ scheduledAt: LATER }).thenState(({ phase }) => expect(phase).toBe('scheduled'));
  });

  it('refuses contradicting fields', () => {
    create({}, { status: 'scheduled' }).refused('validation_failed');
    create({ scheduledAt: LATER }, { status: 'draft' }).refused('validation_failed');
    create({ scheduledAt: LATER }, { publishNow: true }).refused('validation_failed');
  });

  it('stores an instant, not the clock of its author', () => {
    create({ scheduledAt: '2026-03-05T10:00:00+01:00' }).then([created(LATER)]);
  });

  it('may be slightly in the past, since forms take time, but not far', () => {
    create({ scheduledAt: '2026-03-01T11:56:00.000Z' }).then([created('2026-03-01T11:56:00.000Z')]);
    create({ scheduledAt: '2026-03-01T11:54:00.000Z' }).refused('validation_failed');
    create({ scheduledAt: '2036-03-02T12:00:00.000Z' }).refused('validation_failed');
  });

  it('is handed to the publisher at once when requested', () => {
    create({}, { publishNow: true }).then([created(), requested(derivedId('command', 'publication'))]);
  });

  it.each<[SocialPlatform, number, number]>([
    ['youtube', 5_000, 15],
    ['instagram', 2_200, 30],
    ['tiktok', 2_200, 100],
  ])('is accepted up to the length limit of %s, %i characters or %i hashtags', (platform, characters, hashtags) => {
    const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag${n}`);
    const longest = { platform, content: 'x'.repeat(characters), hashtags: [] };
    const tagged = { platform, hashtags: tags(hashtags) };
    for (const full of [longest, tagged]) create(full).then([{ type: 'PostCreated', data: { ...post, ...full } }]);
    create({ ...longest, content: `${longest.content}.` }).refused('validation_failed');
    // Hashtags are part of the text that the platform gets.
    create({ ...longest, hashtags: ['sea'] }).refused('validation_failed');
    create({ ...tagged, hashtags: tags(hashtags + 1) }).refused('validation_failed');
  });

  it('is not created again', () => {
    given(postAggregate, draft)
      .when((state, env) => decideCreatePost({ data: { post, publishNow: true }, context }, state, env))
      .then([]);
  });
});

describe('a post that is edited', () => {
  it('records what differs, and nothing when nothing does', () => {
    edit(draft, { content: { title: 'The storm', hashtags: ['sea'] } }).then([
      { type: 'PostEdited', data: { title: 'The storm' } },
    ]);
    edit(draft, { content: { title: post.title, hashtags: ['sea'] } }).then([]);
    edit(draft, { content: { content: 'x'.repeat(2_201) } }).refused('validation_failed');
  });

  it('is scheduled, moved and unscheduled [SOCIAL-33]', () => {
    const other = '2026-03-06T09:00:00.000Z';
    edit(draft, { scheduledAt: LATER, status: 'scheduled' }).then([
      { type: 'PostRescheduled', data: { scheduledAt: LATER } },
    ]);
    edit(planned, { scheduledAt: other }).then([{ type: 'PostRescheduled', data: { scheduledAt: other } }]);
    edit(planned, { scheduledAt: null, status: 'draft' }).then([{ type: 'PostScheduleCancelled', data: {} }]);
    edit(planned, { status: 'draft' }).then([{ type: 'PostScheduleCancelled', data: {} }]);
    edit(planned, { status: 'scheduled' }).then([]);
    edit(planned, { scheduledAt: '2026-03-05T10:00:00+01:00' }).then([]);
  });

  it('is not scheduled without a time, or for a past one', () => {
    edit(draft, { status: 'scheduled' }).refused('validation_failed');
    edit(planned, { scheduledAt: LATER, status: 'draft' }).refused('validation_failed');
    edit(planned, { scheduledAt: '2026-02-01T09:00:00.000Z' }).refused('validation_failed');
  });

  it('is locked while it is being published, and once it is published', () => {
    for (const past of [onItsWay, [created(), requested('p')], [...onItsWay, published]]) {
      edit(past, { content: { title: 'New' } }).refused('conflict');
      edit(past, { scheduledAt: LATER }).refused('conflict');
    }
    given(postAggregate, onItsWay)
      .when((state, env) => decideDeletePost(null, state, env))
      .refused('conflict');
  });

  it('can be scheduled again after it failed or was missed, even for the same time', () => {
    const again: PostEvent = { type: 'PostRescheduled', data: { scheduledAt: LATER } };
    edit([...planned, missed], { scheduledAt: LATER }).then([again]);
    edit([...onItsWay, failed], { scheduledAt: LATER }).thenState((state) =>
      expect(state).toMatchObject({ phase: 'scheduled', failure: null }),
    );
    edit([...onItsWay, failed], { status: 'draft' }).thenState(({ phase }) => expect(phase).toBe('draft'));
  });

  it('cannot be scheduled while it may be published already', () => {
    edit([...onItsWay, unknown], { scheduledAt: LATER }).refused('conflict');
    edit([...onItsWay, unknown], { status: 'draft' }).refused('conflict');
    edit([...onItsWay, unknown], { content: { title: 'New' } }).then([{ type: 'PostEdited', data: { title: 'New' } }]);
  });

  it('belongs to its author alone', () => {
    edit(draft, { content: { title: 'Mine' } }, STRANGER).refused('not_found');
    const stranger = given(postAggregate, draft);
    stranger.when((state, env) => decideDeletePost(null, state, env), STRANGER).refused('not_found');
    stranger.when((state, env) => decidePublishPost({ context }, state, env), STRANGER).refused('not_found');
    stranger.when((state, env) => decideMarkPublished(null, state, env), STRANGER).refused('not_found');
    stranger
      .when((state, env) => decideDuplicatePost(state, postAggregate.initial, env), STRANGER)
      .refused('not_found');
  });
});

describe('a post that is deleted', () => {
  it('is restored with its schedule, for the publisher at that time', () => {
    const gone = given<PostState, PostEvent>(postAggregate, [...planned, { type: 'PostDeleted', data: {} }]);
    gone
      .when((state, env) => decideRestorePost(null, state, env))
      .then([{ type: 'PostRestored', data: { scheduledAt: LATER } }]);
    gone.when((state, env) => decideDeletePost(null, state, env)).refused('not_found');
    gone.when((state, env) => decidePublishPost({ context }, state, env)).refused('not_found');
  });

  it('cannot be restored while it is not deleted', () => {
    given(postAggregate, planned)
      .when((state, env) => decideRestorePost(null, state, env))
      .then([]);
  });

  it('stays on its platform if it is published', () => {
    given(postAggregate, [...onItsWay, published])
      .when((state, env) => decideDeletePost(null, state, env))
      .then([{ type: 'PostDeleted', data: {} }]);
  });
});

describe('a post that its author publishes now', () => {
  const publish = (past: PostEvent[], commandId = 'command') =>
    given(postAggregate, past).when((state, env) => decidePublishPost({ context: { commandId } }, state, env));
  const asked = requested(derivedId('command', 'publication'));

  it.each([
    ['a draft', draft],
    ['a scheduled post', planned],
    ['a failed post', [...onItsWay, failed]],
    ['a missed post', [...planned, missed]],
    ['a post with an unknown outcome', [...onItsWay, unknown]],
  ])('is handed over: %s', (_, past) => publish(past).then([asked]));

  it('replaces its schedule', () => {
    publish(planned).thenState(({ scheduledAt }) => expect(scheduledAt).toBe(NOW));
    publish(draft).thenState(({ scheduledAt }) => expect(scheduledAt).toBeNull());
  });

  it('is requested once by a repeated request, whatever has happened since', () => {
    const again = [
      created(),
      asked,
      { ...started, data: { publicationId: derivedId('command', 'publication') } },
      failed,
    ];
    publish([created(), asked]).then([]);
    publish(again).then([]);
    publish(again, 'another').then([requested(derivedId('another', 'publication'))]);
  });

  it('is not published twice', () => {
    publish([...onItsWay, published]).refused('conflict');
    publish(onItsWay).refused('conflict');
  });
});

describe('a post with an unknown outcome', () => {
  const mark = (past: PostEvent[]) =>
    given(postAggregate, past).when((state, env) => decideMarkPublished(null, state, env));

  it('is marked as published when its author has seen it there', () => {
    mark([...onItsWay, unknown]).then([
      { type: 'PostPublished', data: { publicationId: null, publishedAt: NOW, url: null, externalId: null } },
    ]);
    mark([...onItsWay, published]).then([]);
  });

  it('can be marked so by its author alone, and only in this state', () => {
    for (const past of [draft, planned, onItsWay, [...onItsWay, failed], [...planned, missed]]) {
      mark(past).refused('conflict');
    }
  });
});

describe('a copy of a post', () => {
  it('is a draft with the same content', () => {
    given(postAggregate, [...onItsWay, published])
      .when((state, env) => decideDuplicatePost(state, postAggregate.initial, env))
      .then([created()]);
  });
});

it('checks the ownership of a post', () => expect(given(postAggregate, draft).state.ownerId).toBe(OWNER));
