import type { JobRequest } from '../../eventsourcing/reactors/reactor';
import {
  AccessRevoked,
  ContentRefused,
  PublishOutcomeUnknown,
  PublishPassing,
  PublishRateLimited,
} from '../../integrations/social/publish-errors';
import { OWNER } from '../../testing/given-when-then';
import {
  ACCOUNT,
  answers,
  connected,
  created,
  DUE,
  fails,
  job,
  POST,
  published,
  publishStage,
  requested,
  signal,
  started,
} from '../../testing/publish-stage';
import type { PostEvent } from '../domain/post';
import type { SocialAccountEvent } from '../domain/social-account';

/** The latest time at which the post may still be published without asking. */
const LATEST = new Date('2026-03-01T13:00:00.000Z');
const wasPublished: PostEvent = {
  type: 'PostPublished',
  data: { publicationId: 'p', publishedAt: DUE, url: 'https://example.com/p', externalId: 'x' },
};
const failed = (failure: string): PostEvent => ({ type: 'PostFailed', data: { publicationId: 'p', failure } });
const unknown = (failure: string): PostEvent => ({ type: 'PostPublishUnknown', data: { publicationId: 'p', failure } });
const deactivated = (reason: string): SocialAccountEvent => ({
  type: 'SocialAccountDeactivated',
  data: { socialAccountId: ACCOUNT, reason },
});

describe('a post that is to be published', () => {
  it('is recorded as started before the platform is called, and the answer is stored', async () => {
    const on = await publishStage([created, requested], { publish: answers(published) });
    await expect(on.run()).resolves.toEqual([]);
    expect(on.news()).toEqual([started, wasPublished]);
    expect(on.calls).toEqual(['publish']);
    expect(on.options[0]?.signal).toBe(signal);
    for (const { metadata } of on.appended()) {
      expect(metadata).toMatchObject({
        actor: { kind: 'system', name: 'publish-post' },
        ownerId: OWNER,
        correlationId: 'correlation',
        causationId: 'cause',
      });
    }
    expect(new Set(on.appended().map(({ metadata }) => metadata?.commandId)).size).toBe(2);
  });

  it('is sent unchanged, to its account, with each file once and the film first', async () => {
    const on = await publishStage([created, requested], { publish: answers(published) });
    await on.run();
    expect(on.asked).toEqual([
      {
        key: 'p',
        postId: POST,
        ownerId: OWNER,
        platform: 'youtube',
        account: { id: ACCOUNT, accountId: 'gull', accountName: 'Gull' },
        title: 'T',
        content: 'C',
        hashtags: ['sea'],
        mentions: ['a'],
        visibility: 'unlisted',
        tiktok: null,
        mediaUrls: ['/api/media/film', '/api/media/still'],
      },
    ]);
    const without = { ...created, data: { ...created.data, selectedProjectVideo: null } };
    const plain = await publishStage([without, requested], { publish: answers(published) });
    await plain.run();
    expect(plain.asked[0]?.mediaUrls).toEqual(['/api/media/still', '/api/media/film']);
  });

  it('is sent with the poster of its film, and stores the platform’s remarks', async () => {
    const remarks = { madePrivate: true, notes: ['No thumbnail.'] };
    const publish = answers({ ...published, ...remarks });
    const on = await publishStage([created, requested], { publish, poster: '/api/media/poster' });
    await on.run();
    expect(on.asked[0]).toMatchObject({ thumbnailUrl: '/api/media/poster' });
    expect(on.news()[1]).toEqual({ ...wasPublished, data: { ...wasPublished.data, ...remarks } });
  });

  it('is skipped when it is finished, or was requested again since', async () => {
    const over = await publishStage([created, requested, started, wasPublished]);
    await expect(over.run()).resolves.toEqual([]);
    const other = await publishStage([created, requested]);
    await expect(other.run({ payload: { postId: POST, publicationId: 'q' } })).resolves.toEqual([]);
    expect([over, other].map(({ calls, news }) => [calls, news()])).toEqual([
      [[], []],
      [[], []],
    ]);
  });

  it('is not started an hour after it was due', async () => {
    const on = await publishStage([created, requested]);
    on.at(new Date(LATEST.getTime() + 1));
    await expect(on.run()).resolves.toEqual([]);
    expect([on.calls, on.news()]).toEqual([[], [{ type: 'PostMissed', data: { dueAt: DUE } }]]);
  });

  it('fails where its account is removed, or has lost its access', async () => {
    const removed: SocialAccountEvent = { type: 'SocialAccountRemoved', data: { socialAccountId: ACCOUNT } };
    const gone = await publishStage([created, requested], {}, [connected, removed]);
    await expect(gone.run()).resolves.toEqual([]);
    expect(gone.news()).toEqual([failed('Its YouTube account is no longer connected.')]);
    const closed = await publishStage([created, requested], {}, [connected, deactivated('No.')]);
    await expect(closed.run()).resolves.toEqual([]);
    expect(closed.news()).toEqual([failed('YouTube no longer lets us post to Gull. Connect it again.')]);
  });

  it('becomes a question to its author where its account was removed after the start', async () => {
    const on = await publishStage([created, requested, started], {}, []);
    await on.run();
    expect(on.news()).toEqual([unknown('Its YouTube account is no longer connected.')]);
  });
});

describe('a failed publication', () => {
  it('ends with the platform’s words for a refusal', async () => {
    const on = await publishStage([created, requested], {
      publish: fails(new ContentRefused('The title is too long.')),
    });
    await expect(on.run()).resolves.toEqual([]);
    expect(on.news()).toEqual([started, failed('The title is too long.')]);
  });

  it('makes its account inactive when access is revoked', async () => {
    const on = await publishStage([created, requested], { publish: fails(new AccessRevoked('Connect it again.')) });
    await expect(on.run()).resolves.toEqual([]);
    expect(on.news()).toEqual([started, deactivated('Connect it again.'), failed('Connect it again.')]);
  });

  it.each([new PublishPassing('Busy.'), new Error('A bug.')])('is retried after any other error: %s', async (error) => {
    const on = await publishStage([created, requested], { publish: fails(error) });
    await expect(on.run()).rejects.toBe(error);
    expect(on.news()).toEqual([started]);
  });

  it('hides an error that results from the server’s stop', async () => {
    const stop = new AbortController();
    const refuse = () => {
      stop.abort(new Error('The node stops.'));
      return Promise.reject(new ContentRefused('Cut off.'));
    };
    const on = await publishStage([created, requested], { publish: refuse });
    await expect(on.run({}, stop.signal)).rejects.toThrow('The node stops.');
    expect(on.news()).toEqual([started]);
    const again = await publishStage([created, requested, started], { find: refuse });
    await expect(again.run({}, stop.signal)).rejects.toThrow('The node stops.');
    expect(again.news()).toEqual([]);
  });

  it('is looked up three times when its answer was lost; then its author is asked', async () => {
    const lost = new PublishOutcomeUnknown('Cut off.');
    for (const attempt of [1, 3]) {
      const on = await publishStage([created, requested], { publish: fails(lost) });
      await expect(on.run({ attempt })).rejects.toBe(lost);
      expect(on.news()).toEqual([started]);
    }
    const last = await publishStage([created, requested], { publish: fails(lost) });
    await expect(last.run({ attempt: 4 })).resolves.toEqual([]);
    expect(last.news()).toEqual([
      started,
      unknown("YouTube didn't confirm that it published this post. Check there before you publish it again."),
    ]);
  });
});

describe('a platform that accepts nothing for now', () => {
  const until = (instant: Date) => fails(new PublishRateLimited('Enough.', instant));
  const following = (delayMs: number, waits = 1): JobRequest => ({
    queue: 'publish-post',
    dedupKey: `p:${waits}`,
    ownerId: OWNER,
    payload: { postId: POST, publicationId: 'p', waits },
    delayMs,
    correlationId: 'correlation',
    causationId: 'cause',
  });
  const tooLate = failed('YouTube accepts no more posts for now. Publish again after 2026-03-01 13:00 UTC.');

  it('gets the post once it accepts posts again, up to an hour after it was due', async () => {
    const on = await publishStage([created, requested], { publish: until(new Date('2026-03-01T12:00:30.000Z')) });
    await expect(on.run()).resolves.toEqual([following(30_000)]);
    expect(on.news()).toEqual([started]);
    const waited = { payload: { postId: POST, publicationId: 'p', waits: 4 } };
    const last = await publishStage([created, requested], { publish: until(LATEST) });
    await expect(last.run(waited)).resolves.toEqual([following(3_600_000, 5)]);
    const past = await publishStage([created, requested], { publish: until(new Date(0)) });
    await expect(past.run()).resolves.toEqual([following(0)]);
  });

  it('misses the post after that', async () => {
    const on = await publishStage([created, requested], { publish: until(new Date(LATEST.getTime() + 1)) });
    await expect(on.run()).resolves.toEqual([]);
    expect(on.news()).toEqual([started, tooLate]);
  });

  it('is waited for during the lookup of a post, too', async () => {
    const on = await publishStage([created, requested, started], { find: until(new Date('2026-03-01T12:00:30.000Z')) });
    await expect(on.run()).resolves.toEqual([following(30_000)]);
    const late = await publishStage([created, requested, started], { find: until(new Date(LATEST.getTime() + 1)) });
    await expect(late.run()).resolves.toEqual([]);
    expect(late.news()).toEqual([
      unknown("YouTube didn't confirm that it published this post. Check there before you publish it again."),
    ]);
  });
});

describe('a post that was started before', () => {
  const past = [created, requested, started];

  it('is looked up, and not published again', async () => {
    const on = await publishStage(past, { find: answers({ status: 'published', ...published }) });
    await expect(on.run()).resolves.toEqual([]);
    expect([on.calls, on.news()]).toEqual([['find'], [wasPublished]]);
    expect(on.options[0]?.signal).toBe(signal);
    await expect(on.run()).resolves.toEqual([]);
    expect(on.news()).toEqual([wasPublished]);
  });

  it('is published when the platform does not have it', async () => {
    const on = await publishStage(past, { find: answers({ status: 'absent' }), publish: answers(published) });
    await expect(on.run()).resolves.toEqual([]);
    expect([on.calls, on.news()]).toEqual([['find', 'publish'], [wasPublished]]);
    // Access may have been restored since the request: the platform itself reports whether it is revoked.
    const closed = await publishStage(past, { find: answers({ status: 'absent' }), publish: answers(published) }, [
      connected,
      deactivated('No.'),
    ]);
    await closed.run();
    expect(closed.calls).toEqual(['find', 'publish']);
  });

  it('becomes its author’s question an hour after it was due', async () => {
    const on = await publishStage(past, { find: answers({ status: 'absent' }) });
    on.at(new Date(LATEST.getTime() + 1));
    await expect(on.run()).resolves.toEqual([]);
    expect([on.calls, on.news()]).toEqual([['find'], [{ type: 'PostMissed', data: { dueAt: DUE } }]]);
  });

  it('is looked up again while the platform cannot say; then its author is asked', async () => {
    const on = await publishStage(past, { find: answers({ status: 'unknown' }) });
    await expect(on.run({ attempt: 3 })).rejects.toThrow('The platform cannot tell the outcome.');
    expect(on.news()).toEqual([]);
    await expect(on.run({ attempt: 4 })).resolves.toEqual([]);
    expect([on.calls, on.news()]).toEqual([
      ['find', 'find'],
      [unknown("YouTube didn't confirm that it published this post. Check there before you publish it again.")],
    ]);
  });

  it('becomes its author’s question when access was revoked', async () => {
    const on = await publishStage(past, { find: fails(new AccessRevoked('Connect it again.')) });
    await expect(on.run()).resolves.toEqual([]);
    expect(on.news()).toEqual([
      deactivated('Connect it again.'),
      unknown("YouTube didn't confirm that it published this post. Check there before you publish it again."),
    ]);
  });

  it('is looked up again after any other error, which is stored', async () => {
    const cause = new PublishPassing('Busy.');
    const on = await publishStage(past, { find: fails(cause) });
    const error: unknown = await on.run().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'The platform did not report the outcome of the post.', cause });
    expect(on.news()).toEqual([]);
  });
});

describe('a post without attempts left', () => {
  it('has failed when the platform was unavailable', async () => {
    const on = await publishStage([created, requested, started]);
    await on.worker.exhausted(job(), new PublishPassing('Busy.'));
    expect(on.news()).toEqual([
      failed("YouTube couldn't be reached for half an hour, so nothing was published. Try again."),
    ]);
  });

  it.each([
    [[created, requested, started], unknown],
    [[created, requested], failed],
  ] as const)('becomes its author’s question otherwise, unless it was never started', async (past, outcome) => {
    const on = await publishStage([...past]);
    await on.worker.exhausted(job(), new Error('A bug.'));
    expect(on.news()).toEqual([
      outcome("YouTube didn't confirm that it published this post. Check there before you publish it again."),
    ]);
  });
});

it('serves publishing jobs in turns, eight at once, for half an hour', async () => {
  const { worker } = await publishStage([created]);
  expect(worker).toMatchObject({ queue: 'publish-post', concurrency: 8, maxAttempts: 40, fair: true });
});
