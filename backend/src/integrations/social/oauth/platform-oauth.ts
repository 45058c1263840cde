import type { SocialPlatform } from '@storyreel/contracts';
import { z } from 'zod';
import type { Clock } from '../../../lib/time';
import { InstallationRefused, RefreshRefused } from '../tokens/platform-tokens';
import type { TokenRefresher, Tokens } from '../tokens/platform-tokens';
import { formBody, read, tryRead, WireFailure } from '../wire/platform-wire';
import type { PlatformWire, WireAnswer, WireRequest } from '../wire/platform-wire';

/** The account that the consent applies to, as the platform names it. */
export interface ConsentingAccount {
  accountId: string;
  accountName: string;
}

/** The platform refused the code or the values sent with it. */
export class ConsentRefused extends Error {}

/** The account's owner withheld permissions that publishing needs: Google's consent page has a box for each. */
export class ConsentIncomplete extends ConsentRefused {
  constructor(
    readonly platform: SocialPlatform,
    /** The withheld scopes. */
    readonly missing: readonly string[],
  ) {
    super(`Permissions are missing: ${missing.join(', ')}.`);
  }
}

/** Connects accounts on a platform by the authorization code flow, with PKCE if the platform supports it. */
export interface PlatformOAuth extends TokenRefresher {
  readonly platform: SocialPlatform;
  /**
   * Scopes needed to publish. The consent page may ask for one more, to read views, which the account's owner can deny.
   */
  readonly scopes: readonly string[];
  /** Returns the address where the user gives consent. */
  consentUrl(request: { state: string; codeChallenge: CodeChallenge; redirectUri: string }): string;
  /** @throws ConsentRefused, WireFailure */
  exchange(grant: CodeGrant, signal: AbortSignal): Promise<Consented>;
}

/** Parameters of the platform's redirect, and of the request that it answers. */
export interface CodeGrant {
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

export interface Consented {
  account: ConsentingAccount;
  tokens: Tokens;
  /** Granted scopes; null when the platform does not list them. */
  granted: readonly string[] | null;
}

/** SHA-256 of the PKCE verifier. */
export interface CodeChallenge {
  base64url: string;
  hex: string;
}

const token = z.string().min(1).max(10_000);
const tokenSchema = z.object({
  access_token: token,
  refresh_token: z.string().max(10_000).nullish(),
  expires_in: z.coerce.number().min(0).max(400_000_000).default(3_600),
  // Google separates scopes by spaces, TikTok by commas.
  scope: z.string().max(10_000).nullish(),
});
/** RFC 6749 requires 400 or 401 for an error; some platforms send errors with status 200. */
const problemSchema = z.object({
  error: z.union([z.string().max(200), z.object({ code: z.union([z.number(), z.string()]).optional() })]),
});

/** Meta's code of a token that has expired or was withdrawn (developers.facebook.com, 'Error codes', 2026-11-26). */
const TOKEN_ENDED = 190;

/**
 * Reads the tokens from a token endpoint's answer. Only `invalid_grant` (RFC 6749, section 5.2) and Meta's 190 say that
 * the account's grant has ended; every other refusal is about this installation, such as a wrong client secret.
 * @throws RefreshRefused, InstallationRefused, WireFailure
 */
export function tokensFrom(answer: WireAnswer, now: Date): Tokens {
  const { status } = answer;
  if (status >= 500 || status === 429 || status === 408) throw new WireFailure(`it answered ${status}`, true);
  const problem = tryRead(answer, problemSchema)?.error;
  if (status >= 400 || (problem !== undefined && tryRead(answer, tokenSchema) === null)) {
    const code = typeof problem === 'string' ? problem : String(problem?.code ?? 'no error code');
    if (code === 'invalid_grant' || code === String(TOKEN_ENDED))
      throw new RefreshRefused(`The token endpoint answered ${status}, ${code}.`);
    throw new InstallationRefused(`The token endpoint answered ${status}, ${code}.`);
  }
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = read(answer, tokenSchema);
  return { access, refresh: refresh || null, expiresAt: new Date(now.getTime() + seconds * 1_000) };
}

/** Returns the scopes that a token endpoint's answer lists; null when it lists none. */
export function grantedBy(answer: WireAnswer): string[] | null {
  const scope = tryRead(answer, tokenSchema)?.scope;
  return scope ? scope.split(/[\s,]+/u).filter((name) => name !== '') : null;
}

/**
 * Turns a refusal during the code exchange into ConsentRefused, since no stored token is affected.
 * @throws ConsentRefused, WireFailure
 */
export async function consented<Result>(exchange: Promise<Result>): Promise<Result> {
  try {
    return await exchange;
  } catch (error) {
    if (error instanceof RefreshRefused || error instanceof InstallationRefused)
      throw new ConsentRefused(error.message, { cause: error });
    throw error;
  }
}

/** Fetches the account that a token belongs to. @throws ConsentRefused, WireFailure */
export async function accountFrom<Schema extends z.ZodType>(
  wire: PlatformWire,
  request: Pick<WireRequest, 'url' | 'signal'> & { token: string },
  schema: Schema,
  accountOf: (answer: z.output<Schema>) => ConsentingAccount | null,
): Promise<ConsentingAccount> {
  const { url, signal } = request;
  const answer = await wire.send({ method: 'GET', url, signal, headers: { authorization: `Bearer ${request.token}` } });
  if (answer.status >= 500 || answer.status === 429) throw new WireFailure(`it answered ${answer.status}`, true);
  if (answer.status >= 400) throw new ConsentRefused(`Couldn't load the account: status ${answer.status}.`);
  const account = accountOf(read(answer, schema));
  if (account === null) throw new ConsentRefused('There is no account to publish with.');
  return account;
}

/** A token endpoint according to RFC 6749 and 7636, for a client with a secret. */
export class TokenEndpoint {
  constructor(
    private readonly url: string,
    /** Form fields that identify the client. */
    private readonly client: Record<string, string>,
    private readonly wire: PlatformWire,
    private readonly clock: Clock,
  ) {}

  /** @throws ConsentRefused, WireFailure */
  exchange(
    { code, codeVerifier, redirectUri }: CodeGrant,
    signal: AbortSignal,
    accountOf: (accessToken: string) => Promise<ConsentingAccount>,
  ): Promise<Consented> {
    const fields = { grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri };
    const exchange = async () => {
      const answer = await this.ask(fields, signal);
      const tokens = tokensFrom(answer, this.clock.now());
      return { account: await accountOf(tokens.access), tokens, granted: grantedBy(answer) };
    };
    return consented(exchange());
  }

  /** @throws RefreshRefused, InstallationRefused, WireFailure */
  async refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return tokensFrom(await this.ask(fields, signal), this.clock.now());
  }

  private ask(fields: Record<string, string>, signal: AbortSignal): Promise<WireAnswer> {
    const content = formBody({ ...fields, ...this.client });
    return this.wire.send({ method: 'POST', url: this.url, ...content, signal });
  }
}

/**
 * Withdraws a token at its platform. Any answer about the token means that it has ended, even a refusal: a refused
 * token was invalid already.
 * @throws WireFailure, InstallationRefused when the token may still be valid
 */
export async function withdraw(
  wire: PlatformWire,
  { url, signal, fields }: { url: string; signal: AbortSignal; fields: Record<string, string> },
): Promise<void> {
  const answer = await wire.send({ method: 'POST', url, ...formBody(fields), signal });
  const { status } = answer;
  if (status >= 500 || status === 429 || status === 408) throw new WireFailure(`it answered ${status}`, true);
  // `invalid_client` is the only code of RFC 6749 that concerns this installation and not the token.
  if (tryRead(answer, problemSchema)?.error === 'invalid_client')
    throw new InstallationRefused(`it answered ${status}, invalid_client`);
}
