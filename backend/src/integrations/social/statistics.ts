import { z } from 'zod';
import type { Verdict } from './platform-publisher';
import type { PublishingAccount } from './social-publisher';
import type { WireAnswer, WireRequest } from './wire/platform-wire';

/** The numbers of a post since it was published. Null means that the platform hides or does not count them. */
export interface PostNumbers {
  views: number;
  likes: number | null;
  comments: number | null;
}

/** A published post, as needed to ask its platform for its numbers. */
export interface PublishedPost {
  /** The platform's id of the post, as in `Published`. */
  externalId: string;
  url: string | null;
  /** ISO 8601 */
  publishedAt: string;
}

/**
 * An answer about one post; 'gone' when the platform no longer shows it. The id and address are set if the platform has
 * given the post new ones since it was published.
 */
export type PostReading = 'gone' | { numbers: PostNumbers; externalId?: string; url?: string };

/** Limits of a platform that reading its numbers must keep to. */
export interface ReadingLimits {
  /** Maximum posts per call. */
  postsPerCall: number;
  /** Maximum calls per pass over all accounts; passes are ten minutes apart. */
  callsPerPass: number;
  /** Says who has to wait when the platform refuses because of its rate limit. */
  limits: 'installation' | 'account';
}

/** Reads the numbers of posts on one platform. */
export interface SocialStatistics extends ReadingLimits {
  /**
   * Returns readings by the posts' ids of publication; posts for which the platform has no numbers yet are missing.
   * @throws ScopeMissing, PublishRateLimited, PublishPassing, AccessRevoked; the signal's reason
   */
  read(
    account: Pick<PublishingAccount, 'id'>,
    posts: readonly PublishedPost[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, PostReading>>;
}

/** Asks a platform for numbers; the address is relative to that of its API. */
export type AskForNumbers = (request: Omit<WireRequest, 'signal' | 'url'> & { path: string }) => Promise<WireAnswer>;

/** The parts in which platforms differ when they are asked for numbers. */
export interface PlatformStatistics extends ReadingLimits {
  /** True for a refusal because the account's owner did not grant the permission to read numbers. */
  lacksScope(answer: WireAnswer): boolean;
  /** True for an answer that says that the post no longer exists. */
  isGone?(answer: WireAnswer): boolean;
  read(ask: AskForNumbers, posts: readonly PublishedPost[]): Promise<ReadonlyMap<string, PostReading>>;
}

/**
 * Judges an answer to a request for numbers: such an answer never refuses a post, and ends a connection only if it says
 * that the token's grant has ended.
 */
export function readingVerdict(verdict: Verdict, answer: WireAnswer, platform: PlatformStatistics): Verdict {
  if (verdict.is !== 'revoked' && verdict.is !== 'refused') return verdict;
  if (platform.lacksScope(answer)) return { is: 'scope' };
  return platform.isGone?.(answer) ? { is: 'fine' } : { is: 'passing' };
}

/** A count as a number, or as text, as Google writes it. */
export const countSchema = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,15}$/u)
      .transform(Number),
  ])
  .pipe(z.int().min(0));
