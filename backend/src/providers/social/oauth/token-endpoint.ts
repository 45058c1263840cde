import type { Clock } from '../../../platform/clock';
import type { Tokens } from '../tokens/platform-tokens';
import { formBody, type PlatformWire } from '../wire/platform-wire';
import type { CodeGrant, Consented, ConsentingAccount } from './platform-oauth';
import { consented, tokensFrom } from './token-answer';

/** A token endpoint as RFC 6749 and 7636 have it, for a client with a secret. */
export class TokenEndpoint {
  constructor(
    private readonly url: string,
    /** Fields that say which client asks. */
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
      const tokens = await this.ask(fields, signal);
      return { account: await accountOf(tokens.access), tokens };
    };
    return consented(exchange());
  }

  /** @throws RefreshRefused, WireFailure */
  refresh(refreshToken: string, signal: AbortSignal): Promise<Tokens> {
    return this.ask({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal);
  }

  private async ask(fields: Record<string, string>, signal: AbortSignal): Promise<Tokens> {
    const content = formBody({ ...fields, ...this.client });
    const answer = await this.wire.send({ method: 'POST', url: this.url, ...content, signal });
    return tokensFrom(answer, this.clock.now());
  }
}
