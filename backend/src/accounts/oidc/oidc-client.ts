import { Inject, Injectable } from '@nestjs/common';
import * as client from 'openid-client';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';

/** The identity provider's addresses and keys, found once by its discovery document. */
@Injectable()
export class OidcClient {
  private discovered: Promise<client.Configuration> | null = null;

  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'oidc'>) {}

  configuration(): Promise<client.Configuration> {
    this.discovered ??= this.discover().catch((error: unknown) => {
      // The provider may be back at the next visit.
      this.discovered = null;
      throw error;
    });
    return this.discovered;
  }

  private discover(): Promise<client.Configuration> {
    const { oidc } = this.config;
    if (!oidc) throw new Error('No identity provider is configured');
    const issuer = new URL(oidc.issuer);
    const authentication = oidc.clientSecret ? client.ClientSecretBasic(oidc.clientSecret) : client.None();
    // A provider on this very machine may speak plain HTTP; any other has to use TLS.
    const execute = issuer.protocol === 'http:' && isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : [];
    return client.discovery(issuer, oidc.clientId, undefined, authentication, { execute });
  }
}

const isLoopback = (hostname: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
