import { z } from 'zod';
import type { Clock } from '../../../platform/clock';
import type { PlatformSettings } from '../../../platform/config/social-settings';
import type { Tokens } from '../tokens/platform-tokens';
import { formBody, type PlatformWire } from '../wire/platform-wire';
import type { CodeChallenge, PlatformOAuth } from './platform-oauth';
import { accountFrom, consented, tokensFrom } from './token-answer';

const SCOPES = 'user.info.basic,video.publish';
const text = z.string().min(1).max(200);
const userSchema = z.object({ data: z.object({ user: z.object({ open_id: text, display_name: text }) }) });

export const TIKTOK_ADDRESSES = { consent: 'https://www.tiktok.com', api: 'https://open.tiktokapis.com' };

/** TikTok's: a client has a key instead of an id, scopes have commas between, and the challenge of PKCE is in hex. */
export class TikTokOAuth implements PlatformOAuth {
  readonly platform = 'tiktok';
  readonly refreshMs = 60_000;
  private readonly addresses: typeof TIKTOK_ADDRESSES;

  constructor(
    private readonly settings: PlatformSettings,
    private readonly wire: PlatformWire,
    private readonly clock: Clock,
  ) {
    const { baseUrl } = settings;
    this.addresses = baseUrl === undefined ? TIKTOK_ADDRESSES : { consent: baseUrl, api: baseUrl };
  }

  consentUrl(request: { state: string; codeChallenge: CodeChallenge; redirectUri: string }): string {
    const url = new URL(`${this.addresses.consent}/v2/auth/authorize/`);
    url.search = new URLSearchParams({
      client_key: this.settings.clientId,
      redirect_uri: request.redirectUri,
      response_type: 'code',
      scope: SCOPES,
      state: request.state,
      code_challenge: request.codeChallenge.hex,
      code_challenge_method: 'S256',
    }).toString();
    return url.href;
  }

  exchange(grant: { code: string; codeVerifier: string; redirectUri: string }, signal: AbortSignal) {
    const { code, codeVerifier, redirectUri } = grant;
    const fields = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
    return consented(
      (async () => {
        const tokens = await this.ask(fields, signal);
        const url = `${this.addresses.api}/v2/user/info/?fields=open_id,display_name`;
        const account = await accountFrom(this.wire, { url, token: tokens.access, signal }, userSchema, ({ data }) => ({
          accountId: data.user.open_id,
          accountName: data.user.display_name,
        }));
        return { account, tokens };
      })(),
    );
  }

  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal);
  }

  private async ask(fields: Record<string, string>, signal: AbortSignal): Promise<Tokens> {
    const { clientId, clientSecret } = this.settings;
    const content = formBody({ ...fields, client_key: clientId, client_secret: clientSecret });
    const url = `${this.addresses.api}/v2/oauth/token/`;
    return tokensFrom(await this.wire.send({ method: 'POST', url, ...content, signal }), this.clock.now());
  }
}
