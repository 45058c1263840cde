import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { SocialPlatform } from '@storyreel/contracts';
import { Clock } from '../../../lib/time';
import { APP_CONFIG, type AppConfig } from '../../../infra/config/app-config';
import { Throttle } from '../../../infra/http/throttle';
import { isSameSecret } from '../../../lib/secrets';
import { CONFIGURED_PLATFORMS, type ConfiguredPlatforms } from '../platform-parts';
import { ConsentIncomplete, type ConsentingAccount, ConsentRefused } from './platform-oauth';
import type { Tokens } from '../tokens/platform-tokens';

/** A pending consent, kept in the browser's session. A redirect must match it, only once and before it expires. */
export interface AskedConsent {
  platform: SocialPlatform;
  userId: string;
  state: string;
  codeVerifier: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Parameters that a platform adds to its redirect. */
export interface ConsentAnswer {
  state?: string;
  code?: string;
  error?: string;
}

const TIME_MS = 10 * 60 * 1_000;
const EXCHANGE_MS = 30_000;

/** Connects accounts by the authorization code flow with a state, and PKCE if the platform supports it. */
@Injectable()
export class SocialConsent {
  constructor(
    @Inject(CONFIGURED_PLATFORMS) private readonly platforms: ConfiguredPlatforms | null,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'social'>,
    private readonly clock: Clock,
    private readonly throttle: Throttle,
  ) {}

  /**
   * Returns the address for the browser and the pending consent for its session; null when the platform is not
   * configured.
   */
  begin(platform: SocialPlatform, userId: string): { url: string; asked: AskedConsent } | null {
    const oauth = this.platforms?.oauth[platform];
    if (!oauth) return null;
    const [state, codeVerifier] = [randomBytes(32).toString('base64url'), randomBytes(48).toString('base64url')];
    const hash = createHash('sha256').update(codeVerifier).digest();
    const codeChallenge = { base64url: hash.toString('base64url'), hex: hash.toString('hex') };
    const url = oauth.consentUrl({ state, codeChallenge, redirectUri: this.redirectUri(platform) });
    return { url, asked: { platform, userId, state, codeVerifier, expiresAt: this.clock.now().getTime() + TIME_MS } };
  }

  /**
   * Returns the account that its owner has consented to, with its tokens.
   * @throws ConsentRefused, ConsentIncomplete, WireFailure
   */
  async finish(
    platform: SocialPlatform,
    userId: string,
    asked: AskedConsent | undefined,
    { state, code, error }: ConsentAnswer,
  ): Promise<{ account: ConsentingAccount; tokens: Tokens }> {
    const oauth = this.platforms?.oauth[platform];
    if (!oauth || asked?.platform !== platform || asked.userId !== userId)
      throw new ConsentRefused('This was not requested in this browser.');
    if (asked.expiresAt < this.clock.now().getTime()) throw new ConsentRefused('It took too long.');
    if (state === undefined || !isSameSecret(state, asked.state)) throw new ConsentRefused('The state does not match.');
    // Usually the session no longer holds a used consent; this check covers concurrent redirects.
    if (!(await this.throttle.once(state))) throw new ConsentRefused('It was used already.');
    if (error !== undefined || code === undefined) throw new ConsentRefused('No consent was given.');
    const grant = { code, codeVerifier: asked.codeVerifier, redirectUri: this.redirectUri(platform) };
    const { account, tokens, granted } = await oauth.exchange(grant, AbortSignal.timeout(EXCHANGE_MS));
    const missing = granted === null ? [] : oauth.scopes.filter((scope) => !granted.includes(scope));
    if (missing.length > 0) throw new ConsentIncomplete(platform, missing);
    return { account, tokens };
  }

  /** Returns the scopes that publishing on a configured platform needs. */
  scopesOf(platform: SocialPlatform): readonly string[] {
    return this.platforms?.oauth[platform]?.scopes ?? [];
  }

  async keep(account: { id: string; ownerId: string; platform: SocialPlatform }, tokens: Tokens): Promise<void> {
    await this.platforms?.tokens.save(account, tokens);
  }

  /** Deletes the tokens of an account that is being removed. */
  async forget(accountId: string, ownerId: string): Promise<void> {
    await this.platforms?.tokens.forget(accountId, ownerId);
  }

  /**
   * Withdraws all grants that a user has given on platforms. A platform that does not answer is asked again for a week.
   */
  async forgetAll(ownerId: string): Promise<void> {
    await this.platforms?.tokens.forgetAll(ownerId);
  }

  private redirectUri(platform: SocialPlatform): string {
    return new URL(`/api/social/callback/${platform}`, this.config.social?.publicUrl).href;
  }
}
