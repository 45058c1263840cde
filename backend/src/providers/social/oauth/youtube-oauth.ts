import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { PlatformSettings } from '../../../platform/config/social-settings';
import type { Tokens } from '../tokens/platform-tokens';
import { formBody, type PlatformWire } from '../wire/platform-wire';
import type { CodeChallenge, PlatformOAuth } from './platform-oauth';
import { accountFrom, consented, tokensFrom } from './token-answer';

/** To upload, and to ask what became of an upload. */
const SCOPES = 'https://www.googleapis.com/auth/youtube.upload https://www.googleapis.com/auth/youtube.readonly';
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

/** Google's, with PKCE. */
export class YouTubeOAuth implements PlatformOAuth {
  readonly platform = 'youtube';
  readonly refreshMs = 60_000;
  private readonly addresses: typeof YOUTUBE_ADDRESSES;

  constructor(
    private readonly settings: PlatformSettings,
    private readonly wire: PlatformWire,
    private readonly clock: Clock,
  ) {
    const { baseUrl } = settings;
    this.addresses = baseUrl === undefined ? YOUTUBE_ADDRESSES : { consent: baseUrl, token: baseUrl, api: baseUrl };
  }

  consentUrl(request: { state: string; codeChallenge: CodeChallenge; redirectUri: string }): string {
    const url = new URL(`${this.addresses.consent}/o/oauth2/v2/auth`);
    url.search = new URLSearchParams({
      client_id: this.settings.clientId,
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: SCOPES,
      state: request.state,
      code_challenge: request.codeChallenge.base64url,
      code_challenge_method: 'S256',
      // Without both, Google sends a refresh token the first time only.
      access_type: 'offline',
      prompt: 'consent',
    }).toString();
    return url.href;
  }

  exchange(grant: { code: string; codeVerifier: string; redirectUri: string }, signal: AbortSignal) {
    const { code, codeVerifier, redirectUri } = grant;
    const fields = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
    return consented(
      (async () => {
        const tokens = await this.ask(fields, signal);
        const url = `${this.addresses.api}/youtube/v3/channels?part=snippet&mine=true`;
        const account = await accountFrom(
          this.wire,
          { url, token: tokens.access, signal },
          channelsSchema,
          ({ items }) => (items[0] ? { accountId: items[0].id, accountName: items[0].snippet.title } : null),
        );
        return { account, tokens };
      })(),
    );
  }

  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal);
  }

  private async ask(fields: Record<string, string>, signal: AbortSignal): Promise<Tokens> {
    const { clientId, clientSecret } = this.settings;
    const content = formBody({ ...fields, client_id: clientId, client_secret: clientSecret });
    const answer = await this.wire.send({ method: 'POST', url: `${this.addresses.token}/token`, ...content, signal });
    return tokensFrom(answer, this.clock.now());
  }
}
