import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import * as client from 'openid-client';
import { z } from 'zod';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { DomainError } from '../../lib/domain-error';
import { publicAddress } from '../../infra/http/origin.guard';
import { Throttle } from '../../infra/http/throttle';
import { signIn } from '../../infra/sessions';
import { AccountsService, type ProvenIdentity } from '../accounts.service';
import { addressAfter } from '../sign-in-addresses';
import { signInFailedPage } from '../sign-in.page';
import { OidcClient } from '../../integrations/oidc/oidc-client';

declare module 'express-session' {
  interface SessionData {
    /** Values that must match when the identity provider sends the visitor back. Used once. */
    oidc: { state: string; nonce: string; codeVerifier: string; next?: string };
  }
}

const CALLBACK = '/api/login/callback';
const claimsSchema = z.object({
  email: z.email(),
  // Some providers send a string instead of a boolean.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional(),
  given_name: z.string().optional(),
  name: z.string().optional(),
});

const UNVERIFIED = 'The sign-in service has not verified your e-mail address. Verify it there, and then sign in again.';

class UnverifiedAddress extends Error {}

/** Implements the authorization-code flow with PKCE. */
@Injectable()
export class OidcSignIn {
  private readonly logger = new Logger(OidcSignIn.name);

  constructor(
    private readonly oidc: OidcClient,
    private readonly accounts: AccountsService,
    private readonly throttle: Throttle,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl' | 'oidc' | 'roleEmails'>,
  ) {}

  /** @param next address to open after signing in */
  async begin(request: Request, response: Response, next: string): Promise<void> {
    try {
      const configuration = await this.oidc.configuration();
      const codeVerifier = client.randomPKCECodeVerifier();
      const [state, nonce] = [client.randomState(), client.randomNonce()];
      request.session.oidc = { state, nonce, codeVerifier, next };
      const address = client.buildAuthorizationUrl(configuration, {
        redirect_uri: new URL(CALLBACK, publicAddress(this.config, request)).href,
        scope: 'openid email profile',
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      response.redirect(302, address.href);
    } catch (error) {
      this.logger.error(error, 'The identity provider cannot be used');
      response.status(503).type('html').send(signInFailedPage('The sign-in service cannot be reached right now.'));
    }
  }

  /** @throws DomainError 'not_found' without an identity provider */
  async finish(request: Request, response: Response): Promise<void> {
    if (!this.config.oidc) throw new DomainError('not_found', 'Not found.');
    const expected = request.session.oidc;
    delete request.session.oidc;
    // The values are already removed from the session; `once` also rejects repeats when several callbacks arrive at the
    // same moment.
    if (!expected || !(await this.throttle.once(expected.state))) {
      response.status(400).type('html').send(signInFailedPage('This sign-in was not started in this browser.'));
      return;
    }
    let identity: ProvenIdentity;
    try {
      identity = await this.identify(request, expected);
    } catch (error) {
      this.logger.warn(error, 'A sign-in by the identity provider failed');
      const words =
        error instanceof UnverifiedAddress ? UNVERIFIED : 'The sign-in service did not confirm who you are.';
      response.status(401).type('html').send(signInFailedPage(words));
      return;
    }
    await signIn(request, await this.accounts.enter(identity));
    response.redirect(302, addressAfter(expected.next));
  }

  private async identify(
    request: Request,
    expected: { state: string; nonce: string; codeVerifier: string },
  ): Promise<ProvenIdentity> {
    const configuration = await this.oidc.anew();
    const tokens = await client.authorizationCodeGrant(
      configuration,
      new URL(request.url, publicAddress(this.config, request)),
      {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      },
    );
    const claims = tokens.claims();
    if (!claims) throw new Error('There is no ID token');
    // Many providers return the e-mail address from the user-info endpoint only.
    const profile = claimsSchema.safeParse(claims).success
      ? claims
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const { email, email_verified, given_name, name } = claimsSchema.parse(profile);
    this.requireVerified(email, email_verified);
    const isVerified = email_verified === true;
    return { issuer: claims.iss, subject: claims.sub, email, isVerified, firstName: given_name ?? name };
  }

  /**
   * Rejects unverified addresses. Roles are configured by address, and at a provider where users choose their address,
   * anybody could claim one. Some providers do not state whether an address is verified: then the address is accepted
   * unless the settings give it a role.
   */
  private requireVerified(email: string, verified: boolean | undefined): void {
    const hasRole = Object.values(this.config.roleEmails).some((emails) => emails.includes(email.toLowerCase()));
    if (verified === true || (verified === undefined && !hasRole)) return;
    const why =
      verified === false
        ? 'it says that it is not verified'
        : 'it has a role by the settings, and nobody says that it is verified';
    throw new UnverifiedAddress(`The address ${email} is not accepted: ${why}`);
  }
}
