import { z } from 'zod';
import type { PlatformSettings } from '../../../infra/config/integration-settings';
import { type Clock, DAY_MS } from '../../../lib/time';
import type { Tokens } from '../tokens/platform-tokens';
import { formBody, type PlatformWire, tryRead } from '../wire/platform-wire';
import type { PlatformOAuth } from '../oauth/platform-oauth';
import { accountFrom, consented, tokensFrom } from '../oauth/platform-oauth';

const SCOPES = ['instagram_business_basic', 'instagram_business_content_publish'];
/** Scopes to read views: developers.facebook.com/documentation/instagram-platform/insights, read 2026-11-28. */
const VIEWS_SCOPES = ['instagram_business_manage_insights'];
const text = z.string().min(1).max(200);
/**
 * Returns a schema that accepts both forms of Instagram's answers: the object itself, or the object as the only entry
 * of a list `data`.
 */
const either = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((answer) => onlyItemSchema.safeParse(answer).data?.data[0] ?? answer, schema);
const onlyItemSchema = z.object({ data: z.tuple([z.unknown()]) });
const meSchema = either(z.object({ user_id: z.coerce.string().pipe(text), username: text }));
const shortSchema = either(
  z.object({
    access_token: z.string().min(1).max(10_000),
    permissions: z
      .union([
        z
          .string()
          .max(10_000)
          .transform((list) => list.split(',')),
        text.array(),
      ])
      .nullish(),
  }),
);

/** Version of the API, valid until 8 October 2027 (developers.facebook.com, read 2026-11-26). */
export const INSTAGRAM_VERSION = 'v23.0';
export const INSTAGRAM_ADDRESSES = {
  consent: 'https://www.instagram.com',
  token: 'https://api.instagram.com',
  api: 'https://graph.instagram.com',
};

/**
 * Instagram's OAuth, which has no PKCE. A code yields a token that lasts an hour; it is exchanged for a token of sixty
 * days, which also serves as its own refresh token until it expires.
 */
export class InstagramOAuth implements PlatformOAuth {
  readonly platform = 'instagram';
  readonly refreshMs = 20 * DAY_MS;
  /** A token lasts 60 days and can be renewed when it is a day old (Instagram Login, 2026-11-26). */
  readonly idleMs = 40 * DAY_MS;
  readonly scopes = SCOPES;
  private readonly addresses: typeof INSTAGRAM_ADDRESSES;

  constructor(
    private readonly settings: PlatformSettings,
    private readonly wire: PlatformWire,
    private readonly clock: Clock,
    private readonly asksForViews: boolean,
  ) {
    const { baseUrl } = settings;
    this.addresses = baseUrl === undefined ? INSTAGRAM_ADDRESSES : { consent: baseUrl, token: baseUrl, api: baseUrl };
  }

  consentUrl({ state, redirectUri }: { state: string; redirectUri: string }): string {
    const url = new URL(`${this.addresses.consent}/oauth/authorize`);
    const { clientId } = this.settings;
    const fields = {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [...SCOPES, ...(this.asksForViews ? VIEWS_SCOPES : [])].join(','),
      state,
    };
    url.search = new URLSearchParams(fields).toString();
    return url.href;
  }

  exchange({ code, redirectUri }: { code: string; redirectUri: string }, signal: AbortSignal) {
    const { clientId, clientSecret } = this.settings;
    const fields = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri };
    const content = formBody({ ...fields, grant_type: 'authorization_code', code });
    return consented(
      (async () => {
        const url = `${this.addresses.token}/oauth/access_token`;
        const answer = await this.wire.send({ method: 'POST', url, ...content, signal });
        const short = tryRead(answer, shortSchema) ?? { access_token: tokensFrom(answer, this.clock.now()).access };
        const secret = { client_secret: clientSecret, access_token: short.access_token };
        const tokens = await this.longLived('access_token', { grant_type: 'ig_exchange_token', ...secret }, signal);
        const me = `${this.addresses.api}/me?fields=user_id,username`;
        const account = await accountFrom(this.wire, { url: me, token: tokens.access, signal }, meSchema, (answer) => ({
          accountId: answer.user_id,
          accountName: answer.username,
        }));
        return { account, tokens, granted: short.permissions ?? null };
      })(),
    );
  }

  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    const fields = { grant_type: 'ig_refresh_token', access_token: refreshToken };
    return this.longLived('refresh_access_token', fields, signal);
  }

  private async longLived(path: string, fields: Record<string, string>, signal: AbortSignal): Promise<Tokens> {
    const url = `${this.addresses.api}/${path}?${new URLSearchParams(fields).toString()}`;
    const tokens = tokensFrom(await this.wire.send({ method: 'GET', url, signal }), this.clock.now());
    return { ...tokens, refresh: tokens.access };
  }
}
