import { FilmQueries } from '../../generation';
import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import type { Job } from '../../eventsourcing/reactors/reactor';
import {
  AccessRevoked,
  ContentRefused,
  PublishOutcomeUnknown,
  PublishPassing,
  PublishRateLimited,
} from '../../integrations/social/publish-errors';
import type { Found, Publication, Published, SocialPublisher } from '../../integrations/social/social-publisher';
import { ViewRunner } from '../../eventsourcing/views/view-runner';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { withJobsOnHold } from '../../testing/jobs-on-hold';
import { connectAccount, postOf } from '../../testing/social-steps';
import { PublicationRepository } from './publication-repository';
import { PublishPostWorker } from './publish-post';

const HOUR = 3_600_000;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

/** A platform whose responses the test sets, call by call. */
class Platform implements SocialPublisher {
  readonly platform = 'instagram';
  readonly kind = 'sandbox';
  readonly label = 'Stage';
  readonly keys: string[] = [];
  asked = 0;
  answers: (Published | Error)[] = [];
  finds: (Found | Error)[] = [];

  publish({ key }: Publication): Promise<Published> {
    this.keys.push(key);
    return next(this.answers);
  }

  find(): Promise<Found> {
    this.asked += 1;
    return next(this.finds);
  }
}

function next<Answer>(answers: (Answer | Error)[]): Promise<Answer> {
  const answer = answers.shift();
  if (answer === undefined) throw new Error('The platform was not told what to answer');
  return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
}

const there: Published = {
  publishedAt: new Date('2026-03-01T12:00:00.000Z'),
  url: 'https://example.com/p/1',
  externalId: '1',
};
const lost = () => new PublishOutcomeUnknown('The connection broke.');
const passing = () => new PublishPassing('It is down.');
const revoked = () => new AccessRevoked('Instagram no longer lets us post.');
const limited = (inMs: number) => new PublishRateLimited('Too many.', new Date(clock.now().getTime() + inMs));

let app: TestApp;
let user: TestUser;
let platform: Platform;
let worker: PublishPostWorker;
beforeAll(async () => {
  app = await startTestApp({ clock });
  user = await app.newUser();
});
afterAll(() => app?.close());
beforeEach(() => {
  aheadMs = 0;
  platform = new Platform();
  const publishers = { of: () => platform, kindOf: () => 'sandbox' as const };
  worker = new PublishPostWorker(app.get(PublicationRepository), publishers, clock, app.get(FilmQueries));
});

const connect = () => connectAccount(user);
/** Workers do not wait for views, so the test has to. */
const shown = async (): Promise<void> => {
  const head = await app.runtime.events.head();
  if (head !== null) expect(await app.get(ViewRunner).waitFor(head, 20_000)).toBe(true);
};
const isActive = async (): Promise<boolean[]> => {
  await shown();
  return accounts();
};
const accounts = async (): Promise<boolean[]> =>
  ((await user.agent.get('/api/social/accounts').expect(200)).body as SocialAccount[]).map((one) => one.isActive);

interface Staged {
  id: string;
  /** Runs an attempt of the newest publication's job. */
  attempt(n?: number): Promise<Awaited<ReturnType<PublishPostWorker['run']>>>;
  exhausted(error: Error): Promise<void>;
  post(): Promise<SocialPost | undefined>;
}

/** Runs a test on a post that is being published, and whose job only the test runs. */
const onItsWay = (test: (staged: Staged) => Promise<void>): Promise<void> =>
  withJobsOnHold(app.runtime.pool, async () => {
    const { id: socialAccountId } = await connect();
    const words = { title: 'Gull Point', content: 'A keeper.', platform: 'instagram', socialAccountId };
    const { id } = (
      await user.agent
        .post('/api/social/posts')
        .send({ ...words, publishNow: true })
        .expect(201)
    ).body as SocialPost;
    const job = async (attempt: number): Promise<Job> => {
      const requests = (await app.events(`post-${id}`)).filter(({ type }) => type === 'PostPublishRequested');
      const { publicationId } = requests.at(-1)?.data as { publicationId: string };
      const ids = { id: '1', queue: 'publish-post', dedupKey: publicationId, correlationId: 'c', causationId: 'c' };
      return { ...ids, ownerId: user.id, payload: { postId: id, publicationId }, attempt, maxAttempts: 40 };
    };
    await test({
      id,
      attempt: async (n = 1) => worker.run(await job(n), new AbortController().signal),
      exhausted: async (error) => worker.exhausted(await job(40), error),
      post: async () => {
        await shown();
        return postOf(user, id);
      },
    });
  });

describe('a publication with a lost answer', () => {
  it('is looked up first, and found: nothing is published twice', () =>
    onItsWay(async ({ attempt, post }) => {
      platform.answers = [lost()];
      await expect(attempt()).rejects.toThrow('The connection broke.');
      expect(await post()).toMatchObject({ isPublishing: true, question: null });
      platform.finds = [{ status: 'published', ...there }];
      await attempt(2);
      expect(await post()).toMatchObject({ status: 'published', publishedUrl: there.url, isPublishing: false });
      expect(platform.keys).toHaveLength(1);
    }));

  it('is repeated under the same key when the platform certainly does not have it', () =>
    onItsWay(async ({ attempt, post }) => {
      platform.answers = [lost(), there];
      await expect(attempt()).rejects.toThrow();
      platform.finds = [{ status: 'absent' }];
      await attempt(2);
      expect(await post()).toMatchObject({ status: 'published' });
      expect([platform.keys.length, new Set(platform.keys).size]).toEqual([2, 1]);
    }));

  it('becomes a question to its author when the platform cannot say, with two answers', () =>
    onItsWay(async ({ id, attempt, post }) => {
      const cannotSay: Found = { status: 'unknown' };
      platform.answers = [lost()];
      platform.finds = [cannotSay, cannotSay, cannotSay];
      for (const n of [1, 2, 3]) await expect(attempt(n)).rejects.toThrow();
      await attempt(4);
      const failure = "Instagram didn't confirm that it published this post. Check there before you publish it again.";
      expect(await post()).toMatchObject({ status: 'failed', question: 'unknown', failure, isPublishing: false });
      await attempt(5);
      expect([platform.keys.length, platform.asked]).toEqual([1, 3]);

      const copy = (await user.agent.post(`/api/social/posts/${id}/publish`).expect(200)).body as SocialPost;
      expect(copy).toMatchObject({ isPublishing: true, question: null, failure: null });
      platform.answers = [lost()];
      platform.finds = [cannotSay];
      await expect(attempt()).rejects.toThrow();
      await attempt(4);
      // The author requested a new publication, which has a key of its own.
      expect(new Set(platform.keys).size).toBe(2);
      const marked = await user.agent.post(`/api/social/posts/${id}/mark-published`).expect(200);
      expect(marked.body).toMatchObject({ status: 'published', question: null, failure: null });
    }));

  it('becomes a question, too, when all attempts end without an answer, or access is lost meanwhile', async () => {
    await onItsWay(async ({ attempt, exhausted, post }) => {
      platform.answers = [lost()];
      platform.finds = [passing()];
      await expect(attempt()).rejects.toThrow();
      const error: unknown = await attempt(2).catch((reason: unknown) => reason);
      await exhausted(error as Error);
      expect(await post()).toMatchObject({ question: 'unknown' });
    });
    await onItsWay(async ({ attempt, post }) => {
      platform.answers = [lost()];
      platform.finds = [revoked()];
      await expect(attempt()).rejects.toThrow();
      await attempt(2);
      expect(await post()).toMatchObject({ question: 'unknown' });
      expect(await isActive()).toEqual([false]);
    });
  });

  it('asks its author before it is published more than an hour late', () =>
    onItsWay(async ({ attempt, post }) => {
      platform.answers = [lost()];
      platform.finds = [{ status: 'absent' }];
      await expect(attempt()).rejects.toThrow();
      aheadMs = HOUR + 1_000;
      await attempt(2);
      expect(await post()).toMatchObject({ question: 'missed', isPublishing: false });
      expect(platform.keys).toHaveLength(1);
    }));
});

describe('a platform that refuses posts temporarily', () => {
  it('is tried again, and after half an hour the author is notified', () =>
    onItsWay(async ({ attempt, exhausted, post }) => {
      platform.answers = [passing(), passing()];
      platform.finds = [{ status: 'absent' }];
      await expect(attempt()).rejects.toThrow('It is down.');
      const error: unknown = await attempt(2).catch((reason: unknown) => reason);
      await exhausted(error as Error);
      const failure = "Instagram couldn't be reached for half an hour, so nothing was published. Try again.";
      expect(await post()).toMatchObject({ status: 'failed', question: null, failure });
    }));

  it('is asked again at the time that it named', () =>
    onItsWay(async ({ attempt, post }) => {
      platform.answers = [limited(600_000), there];
      const [following] = await attempt();
      expect(following).toMatchObject({ queue: 'publish-post', payload: { waits: 1 } });
      expect(following?.delayMs).toBeGreaterThan(590_000);
      expect(following?.delayMs).toBeLessThanOrEqual(600_000);
      platform.finds = [{ status: 'absent' }];
      await attempt();
      expect(await post()).toMatchObject({ status: 'published' });
    }));

  it('is not waited for beyond an hour', () =>
    onItsWay(async ({ attempt, post }) => {
      platform.answers = [limited(2 * HOUR)];
      expect(await attempt()).toEqual([]);
      expect(await post()).toMatchObject({
        status: 'failed',
        failure: expect.stringMatching(/^Instagram accepts no more posts for now\. Publish again after .* UTC\.$/),
      });
    }));
});

describe('a platform that refuses a post for good', () => {
  it('for its content: the post fails, with the reason', () =>
    onItsWay(async ({ attempt, post }) => {
      platform.answers = [new ContentRefused('Instagram needs a picture or a video.')];
      await attempt();
      expect(await post()).toMatchObject({ status: 'failed', failure: 'Instagram needs a picture or a video.' });
      expect(await isActive()).toEqual([true]);
    }));

  it('for revoked access: the account is inactive until it is connected again', async () => {
    await onItsWay(async ({ id, attempt, post }) => {
      platform.answers = [revoked()];
      await attempt();
      expect(await post()).toMatchObject({ status: 'failed', failure: 'Instagram no longer lets us post.' });
      expect(await isActive()).toEqual([false]);
      const [{ id: socialAccountId } = { id: '' }] = (await user.agent.get('/api/social/accounts'))
        .body as SocialAccount[];
      const words = { title: 'T', content: 'C', platform: 'instagram', socialAccountId };
      await user.agent.post('/api/social/posts').send(words).expect(409);
      await user.agent.post(`/api/social/posts/${id}/publish`).expect(200);
      await attempt();
      expect(platform.keys).toHaveLength(1);
      expect((await post())?.failure).toContain('Connect it again.');
      await connect();
      expect(await isActive()).toEqual([true]);
    });
  });
});
