import { z } from 'zod';
import type { Verdict } from './platform-publisher';
import type { PublishingAccount } from './social-publisher';
import type { WireAnswer, WireRequest } from './wire/platform-wire';

/** The numbers of a post since it was published; null if the platform hides or does not count them. */
export interface PostNumbers {
  views: number;
  likes: number | null;
  comments: number | null;
}

/** A published post, with the fields needed to query its numbers. */
export interface PublishedPost {
  /** The platform's id of the post, as in `Published`. */
  externalId: string;
  url: string | null;
  /** ISO 8601 */
  publishedAt: string;
}

/**
 * Answer about one post; 'gone' when the platform no longer shows the post. The id and address are set if the platform
 * has given the post new ones since it was published.
 */
export type PostReading = 'gone' | { numbers: PostNumbers; externalId?: string; url?: string };

/** A platform's limits on reading numbers. */
export interface ReadingLimits {
  /** Maximum posts per call. */
  postsPerCall: number;
  /** Maximum calls per pass over all accounts; passes are ten minutes apart. */
  callsPerPass: number;
  /** Who has to wait after a refusal because of the platform's rate limit. */
  limits: 'installation' | 'account';
}

/** Reads the numbers of posts on one platform. */
export interface SocialStatistics extends ReadingLimits {
  /**
   * Returns readings by the ids that the posts were published under; posts without numbers yet are missing.
   * @throws ScopeMissing, PublishRateLimited, PublishPassing, AccessRevoked; the signal's reason
   */
  read(
    account: Pick<PublishingAccount, 'id'>,
    posts: readonly PublishedPost[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, PostReading>>;
}

/** Requests numbers from a platform; the path is relative to the address of the platform's API. */
export type AskForNumbers = (request: Omit<WireRequest, 'signal' | 'url'> & { path: string }) => Promise<WireAnswer>;

/** The platform-specific parts of reading numbers. */
export interface PlatformStatistics extends ReadingLimits {
  /** True when the refusal means that the account's owner did not grant the permission to read numbers. */
  lacksScope(answer: WireAnswer): boolean;
  /** True when the answer says that the post no longer exists. */
  isGone?(answer: WireAnswer): boolean;
  read(ask: AskForNumbers, posts: readonly PublishedPost[]): Promise<ReadonlyMap<string, PostReading>>;
}

/**
 * Classifies an answer to a request for numbers. Such an answer never refuses a post, and ends a connection only if it
 * says that the token's grant has ended.
 */
export function readingVerdict(verdict: Verdict, answer: WireAnswer, platform: PlatformStatistics): Verdict {
  if (verdict.is !== 'revoked' && verdict.is !== 'refused') return verdict;
  if (platform.lacksScope(answer)) return { is: 'scope' };
  return platform.isGone?.(answer) ? { is: 'fine' } : { is: 'passing' };
}

/** Accepts a count as a number, or as the text that Google sends. */
export const countSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/u)
      .transform(Number),
  ])
  .pipe(z.int().min(0));
