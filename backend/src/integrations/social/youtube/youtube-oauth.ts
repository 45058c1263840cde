import { z } from 'zod';
import type { PlatformSettings } from '../../../infra/config/integration-settings';
import { type Clock, DAY_MS } from '../../../lib/time';
import type { Tokens } from '../tokens/platform-tokens';
import type { PlatformWire } from '../wire/platform-wire';
import { accountFrom, TokenEndpoint, withdraw } from '../oauth/platform-oauth';
import type { CodeChallenge, CodeGrant, PlatformOAuth } from '../oauth/platform-oauth';

/** Scopes to upload videos and to query the state of an upload. */
const SCOPES = ['https://www.googleapis.com/auth/youtube.upload', 'https://www.googleapis.com/auth/youtube.readonly'];
const text = z.string().min(1).max(200);
const channelsSchema = z.object({
  items: z
    .object({ id: text, snippet: z.object({ title: text }) })
    .array()
    .default([]),
});

export const YOUTUBE_ADDRESSES = {
  consent: 'https://accounts.google.com',
  token: 'https://oauth2.googleapis.com',
  api: 'https://www.googleapis.com',
};

/** Google's OAuth, with PKCE. */
export class YouTubeOAuth implements PlatformOAuth {
  readonly platform = 'youtube';
  readonly refreshMs = 60_000;
  /** Google ends a refresh token that has not been used for six months (Using OAuth 2.0, 2026-11-26). */
  readonly idleMs = 90 * DAY_MS;
  readonly scopes = SCOPES;
  private readonly tokens: TokenEndpoint;
  private readonly addresses: typeof YOUTUBE_ADDRESSES;

  constructor(
    private readonly settings: PlatformSettings,
    private readonly wire: PlatformWire,
    clock: Clock,
  ) {
    const { baseUrl, clientId, clientSecret } = settings;
    this.addresses = baseUrl === undefined ? YOUTUBE_ADDRESSES : { consent: baseUrl, token: baseUrl, api: baseUrl };
    const client = { client_id: clientId, client_secret: clientSecret };
    this.tokens = new TokenEndpoint(`${this.addresses.token}/token`, client, wire, clock);
  }

  consentUrl(request: { state: string; codeChallenge: CodeChallenge; redirectUri: string }): string {
    const url = new URL(`${this.addresses.consent}/o/oauth2/v2/auth`);
    url.search = new URLSearchParams({
      client_id: this.settings.clientId,
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state: request.state,
      code_challenge: request.codeChallenge.base64url,
      code_challenge_method: 'S256',
      // Without both parameters, Google sends a refresh token only the first time.
      access_type: 'offline',
      prompt: 'consent',
    }).toString();
    return url.href;
  }

  exchange(grant: CodeGrant, signal: AbortSignal) {
    return this.tokens.exchange(grant, signal, (token) => {
      const url = `${this.addresses.api}/youtube/v3/channels?part=snippet&mine=true`;
      return accountFrom(this.wire, { url, token, signal }, channelsSchema, ({ items }) =>
        items[0] ? { accountId: items[0].id, accountName: items[0].snippet.title } : null,
      );
    });
  }

  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return this.tokens.refresh(refreshToken, signal);
  }

  /** Withdrawing the refresh token ends its access tokens too. */
  withdraw({ access, refresh }: Pick<Tokens, 'access' | 'refresh'>, signal: AbortSignal): Promise<void> {
    const fields = { token: refresh ?? access };
    return withdraw(this.wire, { url: `${this.addresses.token}/revoke`, signal, fields });
  }
}
