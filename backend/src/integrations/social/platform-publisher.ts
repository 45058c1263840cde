import type { SocialPlatform } from '@storyreel/contracts';
import type { z } from 'zod';
import type { Clock } from '../../lib/time';
import { messageFrom, ProviderError } from '../http/provider-errors';
import { Secrets } from '../http/secrets';
import { retryAfterSeconds } from '../http/retry';
import type { Begun, BegunPublications } from './begun-publications';
import type { PublicationMedia } from './publication-media';
import {
  AccessRevoked,
  ContentRefused,
  PublishOutcomeUnknown,
  PublishPassing,
  PublishRateLimited,
  ScopeMissing,
} from './publish-errors';
import type {
  Found,
  Publication,
  Published,
  PublishingAccount,
  PublishOptions,
  SocialPublisher,
} from './social-publisher';
import { type PlatformStatistics, readingVerdict, type SocialStatistics } from './statistics';
import type { PlatformTokens } from './tokens/platform-tokens';
import { type PlatformWire, type WireAnswer, WireFailure, type WireRequest } from './wire/platform-wire';

/** Meaning of a platform's answer; `words` is the platform's message. */
export type Verdict =
  | { is: 'fine' }
  /** The token is refused. `ends` is true when the answer's code says that the account's grant has ended. */
  | { is: 'token'; ends?: true }
  | { is: 'revoked'; words?: string }
  /** The account's owner withheld a permission that publishing does not need. */
  | { is: 'scope' }
  | { is: 'limited'; words?: string }
  | { is: 'refused'; words: string }
  | { is: 'passing' };

/** Limits of polling and retrying. Times are in milliseconds. */
export interface RetryBudget {
  /** Between two polls of a publication's status. */
  pollMs: number;
  /** Limit of a whole attempt. */
  totalMs: number;
  /** Maximum consecutive polls or pieces without an answer. */
  losses: number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface PublisherParts {
  baseUrl: string;
  wire: PlatformWire;
  tokens: PlatformTokens;
  begun: BegunPublications;
  media: PublicationMedia;
  clock: Clock;
  patience: RetryBudget;
  /**
   * True if the consent page asks for the permission to read view counts, on platforms where that permission is
   * separate.
   */
  asksForViews: boolean;
}

/** Time limit for reading a post's numbers. */
const READING_MS = 60_000;
/** Wait after a rate limit when the platform does not say how long to wait. */
const LIMITED_MS = 60 * 60 * 1_000;

/** State of a publication that is stored between its steps. */
export interface Step {
  step: string;
}

/** A publication during one attempt. */
export class Attempt<State extends Step> {
  constructor(
    readonly publication: Publication,
    readonly signal: AbortSignal,
    readonly progress: (fraction: number) => void,
    private readonly begun: BegunPublications,
    /** State left by an earlier attempt; null without one. */
    public state: State | null,
    private version: number | null,
  ) {}

  async keep(state: State): Promise<State> {
    this.version = await this.begun.keep(this.publication.key, this.version, state);
    this.state = state;
    return state;
  }
}

/** The account for which a platform is called, and the caller's signal. */
export interface Asking {
  publication: { account: Pick<PublishingAccount, 'id'> };
  signal: AbortSignal;
}

/** Base of the publishers for real platforms. */
export abstract class PlatformPublisher<State extends Step> implements SocialPublisher {
  readonly kind = 'oauth';
  abstract readonly platform: SocialPlatform;
  abstract readonly label: string;
  protected abstract readonly stateSchema: z.ZodType<State>;
  /** The step in which the platform has certainly not published yet. */
  protected abstract readonly safeStep: State['step'];
  protected abstract readonly verdict: (answer: WireAnswer) => Verdict;

  constructor(protected readonly parts: PublisherParts) {}

  protected abstract run(attempt: Attempt<State>): Promise<Published>;
  /** Queries the outcome of a publication in this state, without publishing. */
  protected abstract look(attempt: Attempt<State>, state: State): Promise<Found>;

  async publish(publication: Publication, { signal, onProgress }: PublishOptions): Promise<Published> {
    const begun = await this.parts.begun.find(publication.key);
    if (begun?.published) return begun.published;
    const time = AbortSignal.timeout(this.parts.patience.totalMs);
    const attempt = this.attempt(publication, begun, AbortSignal.any([signal, time]), onProgress);
    try {
      const published = await this.run(attempt);
      await this.parts.begun.finish(publication.key, published);
      return published;
    } catch (error) {
      signal.throwIfAborted();
      const typed = this.typed(error, time);
      const isOpen = typed instanceof PublishPassing || typed instanceof AccessRevoked;
      throw isOpen && this.mayBePublished(attempt) ? this.lostAtTheEnd(typed) : typed;
    }
  }

  async find(publication: Publication, { signal }: Pick<PublishOptions, 'signal'>): Promise<Found> {
    const begun = await this.parts.begun.find(publication.key);
    if (begun === null) return { status: 'absent' };
    if (begun.published) return { status: 'published', ...begun.published };
    if (!this.stateSchema.safeParse(begun.state).success) return { status: 'unknown' };
    const time = AbortSignal.timeout(this.parts.patience.totalMs);
    const attempt = this.attempt(publication, begun, AbortSignal.any([signal, time]), undefined);
    if (attempt.state === null) return { status: 'unknown' };
    try {
      const found = await this.look(attempt, attempt.state);
      if (found.status === 'published') {
        const { status: _, ...published } = found;
        await this.parts.begun.finish(publication.key, published);
      }
      return found;
    } catch (error) {
      signal.throwIfAborted();
      throw this.typed(error, time);
    }
  }

  /**
   * Sends a request for the account; if the token is refused, renews it and sends the request once more.
   * @param verdictOf classifies the answers to a query that publishes nothing
   * @throws AccessRevoked, ContentRefused, PublishRateLimited, PublishPassing (5xx), WireFailure
   */
  protected async ask(
    { publication, signal }: Asking,
    request: Omit<WireRequest, 'signal'>,
    /** Error statuses that the caller handles itself. */
    known: readonly number[] = [],
    verdictOf = this.verdict,
  ): Promise<WireAnswer> {
    const { tokens, wire } = this.parts;
    const accountId = publication.account.id;
    let token = await tokens.access(accountId, signal);
    for (let renewed = false; ; renewed = true) {
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const answer = await wire.send({ ...request, headers, signal });
      if (known.includes(answer.status)) return answer;
      // Platforms quote the refused token in their answers.
      const verdict = verdictOf({ ...answer, text: new Secrets([token]).hide(answer.text) });
      if (verdict.is === 'fine') return answer;
      if (verdict.is !== 'token') throw this.errorOf(verdict, answer);
      if (renewed && verdict.ends) {
        await tokens.revoke(accountId);
        throw this.errorOf({ is: 'revoked' }, answer);
      }
      if (renewed) throw new PublishPassing(`${this.label} refuses a token that it has just issued.`);
      token = await tokens.renewed(accountId, token, signal);
    }
  }

  /** Builds the reader of a platform's numbers from the platform-specific parts. */
  protected readerOf(platform: PlatformStatistics): SocialStatistics {
    const { postsPerCall, callsPerPass, limits } = platform;
    const verdictOf = (answer: WireAnswer) => readingVerdict(this.verdict(answer), answer, platform);
    return {
      ...{ postsPerCall, callsPerPass, limits },
      read: (account, posts, signal) =>
        this.within(READING_MS, signal, (limited) => {
          const asking: Asking = { publication: { account }, signal: limited };
          return platform.read(
            ({ path, ...request }) =>
              this.ask(asking, { ...request, url: `${this.parts.baseUrl}${path}` }, [], verdictOf),
            posts,
          );
        }),
    };
  }

  /**
   * Sends a request that publishes nothing, within a time limit.
   * @throws as `find`; the signal's reason
   */
  protected async within<Answer>(
    ms: number,
    signal: AbortSignal,
    ask: (limited: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const time = AbortSignal.timeout(ms);
    try {
      return await ask(AbortSignal.any([signal, time]));
    } catch (error) {
      signal.throwIfAborted();
      throw this.typed(error, time);
    }
  }

  protected errorOf(verdict: Exclude<Verdict, { is: 'fine' | 'token' }>, { status, headers }: WireAnswer): Error {
    const said = 'words' in verdict && verdict.words ? `: ${messageFrom(verdict.words)}` : '.';
    switch (verdict.is) {
      case 'revoked':
        return new AccessRevoked(`${this.label} does not accept this connection any more${said}`);
      case 'scope':
        return new ScopeMissing(`${this.label} did not allow reading the statistics of this account's posts.`);
      case 'refused':
        return new ContentRefused(`${this.label} did not accept the post${said}`);
      case 'passing':
        return new PublishPassing(`${this.label} answered ${status}.`);
      case 'limited': {
        const now = this.parts.clock.now().getTime();
        const seconds = retryAfterSeconds(headers['retry-after'], now);
        const until = new Date(now + Math.min(seconds === undefined ? LIMITED_MS : seconds * 1_000, 24 * LIMITED_MS));
        return new PublishRateLimited(`${this.label} accepts no more posts for now${said}`, until);
      }
    }
  }

  /** Returns true when an error leaves open whether the platform has carried out a request. */
  protected isLost(error: unknown): boolean {
    return error instanceof WireFailure || (error instanceof PublishPassing && !(error instanceof PublishRateLimited));
  }

  protected lostAtTheEnd(cause: unknown): PublishOutcomeUnknown {
    return new PublishOutcomeUnknown(`${this.label} did not say whether it has published the post.`, cause);
  }

  /**
   * Makes the first request that could publish, and restores the previous state if the platform has certainly not
   * published: it rate-limited the request, revoked access, or never received the request.
   */
  protected async certainly<Answer>(
    attempt: Attempt<State>,
    before: State,
    ask: () => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await ask();
    } catch (error) {
      const neverSent = error instanceof WireFailure && !error.sent;
      if (neverSent || error instanceof PublishRateLimited || error instanceof AccessRevoked)
        await attempt.keep(before);
      throw error;
    }
  }

  protected mayBePublished({ state }: Attempt<State>): boolean {
    return state !== null && state.step !== this.safeStep;
  }

  protected pause({ signal }: Attempt<State>): Promise<void> {
    return this.parts.patience.sleep(this.parts.patience.pollMs, signal);
  }

  private attempt(
    publication: Publication,
    begun: Begun | null,
    signal: AbortSignal,
    onProgress: PublishOptions['onProgress'],
  ): Attempt<State> {
    const parsed = this.stateSchema.safeParse(begun?.state);
    // The earlier attempt may have published, and its state can no longer be read.
    if (begun !== null && !parsed.success) throw this.lostAtTheEnd(parsed.error);
    const progress = (fraction: number) => onProgress?.(Math.min(1, fraction));
    const state = parsed.success ? parsed.data : null;
    return new Attempt(publication, signal, progress, this.parts.begun, state, begun?.version ?? null);
  }

  private typed(error: unknown, time: AbortSignal): unknown {
    if (error instanceof ProviderError) return error;
    if (time.aborted)
      return new PublishPassing(`${this.label} took too long; the next attempt continues from here.`, error);
    return error instanceof WireFailure ? new PublishPassing(`${this.label}: ${error.message}.`, error) : error;
  }
}
