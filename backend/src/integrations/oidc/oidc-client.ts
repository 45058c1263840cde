import { Inject, Injectable } from '@nestjs/common';
import * as client from 'openid-client';
import { Clock } from '../../lib/time';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';

/** Milliseconds for which the discovery document is cached when a sign-in starts. */
const KNOWN_MS = 10 * 60_000;

/** Reads the identity provider's addresses and keys from its discovery document, and caches them. */
@Injectable()
export class OidcClient {
  private discovered: { configuration: Promise<client.Configuration>; at: number } | null = null;

  constructor(
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'oidc'>,
    private readonly clock: Clock,
  ) {}

  configuration(): Promise<client.Configuration> {
    const known = this.discovered;
    return known && this.clock.now().getTime() - known.at < KNOWN_MS ? known.configuration : this.anew();
  }

  /**
   * Fetches the discovery document again, including the keys that verify a callback. A callback that failed with an
   * outdated key could not be retried, because each callback can be redeemed only once.
   */
  anew(): Promise<client.Configuration> {
    const configuration = this.discover().catch((error: unknown) => {
      // A failure is not cached, so that the next sign-in tries again.
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
    // A provider on the same machine may use plain HTTP; any other must use TLS.
    const isLocal = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
    const execute = [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])];
    return client.discovery(issuer, oidc.clientId, undefined, authentication, { execute });
  }
}

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
