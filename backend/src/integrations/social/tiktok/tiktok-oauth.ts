import { z } from 'zod';
import type { PlatformSettings } from '../../../infra/config/integration-settings';
import { type Clock, DAY_MS } from '../../../lib/time';
import { RefreshRefused, type Tokens } from '../tokens/platform-tokens';
import type { PlatformWire } from '../wire/platform-wire';
import { accountFrom, TokenEndpoint, withdraw } from '../oauth/platform-oauth';
import type { CodeChallenge, CodeGrant, PlatformOAuth } from '../oauth/platform-oauth';

const SCOPES = ['user.info.basic', 'video.publish'];
/** Scope to read views: developers.tiktok.com/doc/tiktok-api-v2-video-query, read 2026-11-28. */
const VIEWS_SCOPES = ['video.list'];
const text = z.string().min(1).max(200);
const userSchema = z.object({ data: z.object({ user: z.object({ open_id: text, display_name: text }) }) });

export const TIKTOK_ADDRESSES = { consent: 'https://www.tiktok.com', api: 'https://open.tiktokapis.com' };

/**
 * TikTok's OAuth: the client has a key instead of an id, scopes are separated by commas, and the PKCE challenge is in
 * hex.
 */
export class TikTokOAuth implements PlatformOAuth {
  readonly platform = 'tiktok';
  readonly refreshMs = 60_000;
  /** A refresh token lasts 365 days (developers.tiktok.com, 'Manage user access tokens', 2026-11-26). */
  readonly idleMs = 180 * DAY_MS;
  readonly scopes = SCOPES;
  private readonly tokens: TokenEndpoint;
  private readonly addresses: typeof TIKTOK_ADDRESSES;

  constructor(
    private readonly settings: PlatformSettings,
    private readonly wire: PlatformWire,
    private readonly clock: Clock,
    private readonly asksForViews: boolean,
  ) {
    const { baseUrl, clientId, clientSecret } = settings;
    this.addresses = baseUrl === undefined ? TIKTOK_ADDRESSES : { consent: baseUrl, api: baseUrl };
    const client = { client_key: clientId, client_secret: clientSecret };
    this.tokens = new TokenEndpoint(`${this.addresses.api}/v2/oauth/token/`, client, wire, clock);
  }

  consentUrl(request: { state: string; codeChallenge: CodeChallenge; redirectUri: string }): string {
    const url = new URL(`${this.addresses.consent}/v2/auth/authorize/`);
    url.search = new URLSearchParams({
      client_key: this.settings.clientId,
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: [...SCOPES, ...(this.asksForViews ? VIEWS_SCOPES : [])].join(','),
      state: request.state,
      code_challenge: request.codeChallenge.hex,
      code_challenge_method: 'S256',
    }).toString();
    return url.href;
  }

  exchange(grant: CodeGrant, signal: AbortSignal) {
    return this.tokens.exchange(grant, signal, (token) => {
      const url = `${this.addresses.api}/v2/user/info/?fields=open_id,display_name`;
      return accountFrom(this.wire, { url, token, signal }, userSchema, ({ data: { user } }) => ({
        accountId: user.open_id,
        accountName: user.display_name,
      }));
    });
  }

  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return this.tokens.refresh(refreshToken, signal);
  }

  /**
   * Withdraws by a valid access token: it lasts a day, and an expired one cannot withdraw the grant of its refresh
   * token (developers.tiktok.com, 'Manage user access tokens', 2026-11-26).
   */
  async withdraw(tokens: Tokens, signal: AbortSignal): Promise<void> {
    const access = await this.valid(tokens, signal);
    if (access === null) return;
    const { clientId, clientSecret } = this.settings;
    const fields = { client_key: clientId, client_secret: clientSecret, token: access };
    return withdraw(this.wire, { url: `${this.addresses.api}/v2/oauth/revoke/`, signal, fields });
  }

  /** Returns a valid access token; null when the grant has ended. */
  private async valid({ access, refresh, expiresAt }: Tokens, signal: AbortSignal): Promise<string | null> {
    if (refresh === null || expiresAt > this.clock.now()) return access;
    try {
      return (await this.refresh(refresh, signal)).access;
    } catch (error) {
      if (error instanceof RefreshRefused) return null;
      throw error;
    }
  }
}
