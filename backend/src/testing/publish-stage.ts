import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import { userContext } from '../eventsourcing/commands/command-context';
import type { DomainEvent } from '../eventsourcing/domain/domain-event';
import { randomIds } from '../lib/ids';
import type { Job, JobRequest } from '../eventsourcing/reactors/reactor';
import type { Found, Publication, Published, SocialPublisher } from '../integrations/social/social-publisher';
import { OWNER } from './given-when-then';
import { MemoryEventStore } from './memory-event-store';
import { postAggregate } from '../publishing/domain/post';
import type { PostCreated, PostEvent } from '../publishing/domain/post';
import { type SocialAccountEvent, socialAccountsAggregate } from '../publishing/domain/social-account';
import { PublicationRepository } from '../publishing/workers/publication-repository';
import { PublishPostWorker } from '../publishing/workers/publish-post';

export const DUE = '2026-03-01T12:00:00.000Z';
export const POST = '33333333-3333-4333-8333-333333333333';
export const ACCOUNT = '44444444-4444-4444-8444-444444444444';
export const published: Published = { publishedAt: new Date(DUE), url: 'https://example.com/p', externalId: 'x' };
export const signal: AbortSignal = new AbortController().signal;

export const created: PostCreated = {
  type: 'PostCreated',
  data: {
    ...{ platform: 'youtube', socialAccountId: ACCOUNT, title: 'T', content: 'C', hashtags: ['sea'], mentions: ['a'] },
    ...{ visibility: 'unlisted', projectId: null, sceneId: null, scheduledAt: null },
    selectedProjectVideo: { videoUrl: '/api/media/film' } as never,
    mediaUrls: ['/api/media/still', '/api/media/film'],
  },
};
export const requested: PostEvent = {
  type: 'PostPublishRequested',
  data: { publicationId: 'p', dueAt: DUE, by: 'schedule' },
};
export const started: PostEvent = { type: 'PostPublishStarted', data: { publicationId: 'p' } };
export const connected: SocialAccountEvent = {
  type: 'SocialAccountConnected',
  data: { socialAccountId: ACCOUNT, platform: 'youtube', accountName: 'Gull', accountId: 'gull', kind: 'oauth' },
};

export const job = (changes: Partial<Job> = {}): Job => ({
  id: 'job',
  queue: 'publish-post',
  dedupKey: 'p',
  ownerId: OWNER,
  payload: { postId: POST, publicationId: 'p' },
  attempt: 1,
  maxAttempts: 40,
  correlationId: 'correlation',
  causationId: 'cause',
  ...changes,
});

interface Platform {
  publish?: () => Promise<Published>;
  find?: () => Promise<Found>;
  /** Poster of the post's film. */
  poster?: string;
}

/**
 * Returns a post in the state after past events, and a platform with the given behaviour; any other call to it fails.
 */
export async function publishStage(
  past: PostEvent[],
  platform: Platform = {},
  accounts: SocialAccountEvent[] = [connected],
) {
  const log = new MemoryEventStore();
  let now = new Date(DUE);
  const store = new AggregateStore(log.asStore(), { now: () => now }, randomIds);
  await store.execute(postAggregate, POST, userContext(OWNER), () => past);
  await store.execute(socialAccountsAggregate, OWNER, userContext(OWNER), () => accounts);
  const before = log.events.length;
  const calls: string[] = [];
  const asked: Publication[] = [];
  const options: { signal: AbortSignal }[] = [];
  const called = <Answer>(name: string, answer?: () => Promise<Answer>) => {
    return (publication: Publication, given: { signal: AbortSignal }): Promise<Answer> => {
      calls.push(name);
      asked.push(publication);
      options.push(given);
      return answer ? answer() : Promise.reject(new Error(`Nobody expected ${name}.`));
    };
  };
  const publisher: SocialPublisher = {
    platform: 'youtube',
    kind: 'oauth',
    label: 'YouTube',
    publish: called('publish', platform.publish),
    find: called('find', platform.find),
  };
  const publishers = { of: () => publisher, kindOf: () => 'oauth' as const };
  const worker = new PublishPostWorker(
    new PublicationRepository(store),
    publishers,
    { now: () => now },
    {
      posterOf: () => Promise.resolve(platform.poster ?? null),
    },
  );
  return {
    worker,
    calls,
    asked,
    options,
    at: (instant: Date) => void (now = instant),
    run: (changes: Partial<Job> = {}, of: AbortSignal = signal): Promise<JobRequest[]> => worker.run(job(changes), of),
    appended: () => log.events.slice(before),
    news: (): DomainEvent[] => log.events.slice(before).map(({ type, data }) => ({ type, data })),
  };
}

/** Returns a platform function that fails with the error. */
export const fails = (error: Error) => () => Promise.reject(error);
export const answers =
  <Answer>(answer: Answer) =>
  () =>
    Promise.resolve(answer);
