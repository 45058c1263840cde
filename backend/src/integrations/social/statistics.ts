import { z } from 'zod';
import type { Verdict } from './platform-publisher';
import type { PublishingAccount } from './social-publisher';
import type { WireAnswer, WireRequest } from './wire/platform-wire';

/** The numbers of a post since it was published. Null: the platform hides or does not count it. */
export interface PostNumbers {
  views: number;
  likes: number | null;
  comments: number | null;
}

/** A post as its platform can be asked for its numbers. */
export interface PublishedPost {
  /** As `Published` named them. */
  externalId: string;
  url: string | null;
  /** ISO 8601 */
  publishedAt: string;
}

/**
 * An answer about one post. gone: the platform does not show it any more. The id and address are new ones, which the
 * platform has given the post since it was published.
 */
export type PostReading = 'gone' | { numbers: PostNumbers; externalId?: string; url?: string };

/** Limits of a platform that readings keep. */
export interface ReadingLimits {
  /** Maximum posts of a call. */
  postsPerCall: number;
  /** Maximum calls of a pass over all accounts; passes are ten minutes apart. */
  callsPerPass: number;
  /** Whose limit the platform speaks of when it refuses for a while. */
  limits: 'installation' | 'account';
}

/** Reads the numbers of posts on one platform. */
export interface SocialStatistics extends ReadingLimits {
  /**
   * Returns readings by the posts' ids of publication. Those of which the platform has no numbers yet are missing.
   * @throws ScopeMissing, PublishRateLimited, PublishPassing, AccessRevoked; the signal's reason
   */
  read(
    account: Pick<PublishingAccount, 'id'>,
    posts: readonly PublishedPost[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, PostReading>>;
}

/** Asks a platform for numbers; the address lies below that of its API. */
export type AskForNumbers = (request: Omit<WireRequest, 'signal' | 'url'> & { path: string }) => Promise<WireAnswer>;

/** How one platform is asked for numbers. */
export interface PlatformStatistics extends ReadingLimits {
  /** True for a refusal because the account's owner did not grant the permission to read numbers. */
  lacksScope(answer: WireAnswer): boolean;
  /** True for the answer about a post that is no longer there. */
  isGone?(answer: WireAnswer): boolean;
  read(ask: AskForNumbers, posts: readonly PublishedPost[]): Promise<ReadonlyMap<string, PostReading>>;
}

/**
 * Judges an answer to a question for numbers. None of them refuses a post or ends a connection, except that the token's
 * grant has ended.
 */
export function readingVerdict(verdict: Verdict, answer: WireAnswer, platform: PlatformStatistics): Verdict {
  if (verdict.is !== 'revoked' && verdict.is !== 'refused') return verdict;
  if (platform.lacksScope(answer)) return { is: 'scope' };
  return platform.isGone?.(answer) ? { is: 'fine' } : { is: 'passing' };
}

/** A count as a number, or in a text as Google writes it. */
export const countSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/u)
      .transform(Number),
  ])
  .pipe(z.int().min(0));
