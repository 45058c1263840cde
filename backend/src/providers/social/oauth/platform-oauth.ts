import type { SocialPlatform } from '@storyreel/contracts';
import type { TokenRefresher, Tokens } from '../tokens/platform-tokens';

/** Whom a consent is about, in the platform's words. */
export interface ConsentingAccount {
  accountId: string;
  accountName: string;
}

/** The platform did not accept the code, or not what came with it. */
export class ConsentRefused extends Error {}

/** How a platform gives access to an account: the authorization code, with PKCE where it is offered. */
export interface PlatformOAuth extends TokenRefresher {
  readonly platform: SocialPlatform;
  /** Where the browser goes to give its consent. */
  consentUrl(request: { state: string; codeChallenge: CodeChallenge; redirectUri: string }): string;
  /** @throws ConsentRefused, WireFailure */
  exchange(grant: CodeGrant, signal: AbortSignal): Promise<Consented>;
}

/** What the platform's page sent back with the browser, and what it was asked with. */
export interface CodeGrant {
  code: string;
  codeVerifier: string;
  redirectUri: string;
}

export interface Consented {
  account: ConsentingAccount;
  tokens: Tokens;
}

/** SHA-256 of the verifier. */
export interface CodeChallenge {
  base64url: string;
  hex: string;
}
