import { Inject, Injectable } from '@nestjs/common';
import * as client from 'openid-client';
import { CLOCK, type Clock } from '../../lib/time';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';

/** How long the addresses that a sign-in begins at are not asked for again. Milliseconds. */
const KNOWN_MS = 10 * 60_000;

/** The identity provider's addresses and keys, found by its discovery document. */
@Injectable()
export class OidcClient {
  private discovered: { configuration: Promise<client.Configuration>; at: number } | null = null;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'oidc'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  configuration(): Promise<client.Configuration> {
    const known = this.discovered;
    return known && this.clock.now().getTime() - known.at < KNOWN_MS ? known.configuration : this.anew();
  }

  /**
   * Asks again, for the addresses and for the keys: what has come back is checked by these. An answer can be handed in
   * once, so one that fails by an old key could not be tried once more.
   */
  anew(): Promise<client.Configuration> {
    const configuration = this.discover().catch((error: unknown) => {
      // The provider may be back at the next visit.
      if (this.discovered?.configuration === configuration) this.discovered = null;
      throw error;
    });
    this.discovered = { configuration, at: this.clock.now().getTime() };
    return configuration;
  }

  private discover(): Promise<client.Configuration> {
    const { oidc } = this.config;
    if (!oidc) throw new Error('No identity provider is configured');
    const issuer = new URL(oidc.issuer);
    const authentication = oidc.clientSecret ? client.ClientSecretBasic(oidc.clientSecret) : client.None();
    // A provider on this very machine may speak plain HTTP; any other has to use TLS.
    const isLocal = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
    const execute = [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])];
    return client.discovery(issuer, oidc.clientId, undefined, authentication, { execute });
  }
}

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
