import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { installationSchema, PROVIDER_KINDS, providerCheckSchema, providerInfoSchema } from '@storyreel/contracts';
import type { Installation, ProviderCheck, ProviderInfo } from '@storyreel/contracts';
import { z } from 'zod';
import { APP_CONFIG, purchaseWayOf } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { Answers } from '../infra/http/openapi/answers.decorator';
import { Throttle } from '../infra/http/throttle';
import { Public } from '../infra/sessions';
import { ForRole } from '../infra/sessions/roles';
import { checkAll } from '../integrations/provider-checks';
import { PROVIDERS } from '../integrations/providers.token';
import type { Providers } from '../integrations/providers.token';
import { TemporaryDomainError } from '../lib/domain-error';

/** Settings of the installation that the front end needs, such as which generators are a sandbox. No secrets. */
@Public()
@Controller('api/config')
export class ConfigController {
  constructor(
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(APP_CONFIG)
    private readonly settings: Pick<AppConfig, 'oidc' | 'stripe' | 'sandboxPurchases'>,
  ) {}

  @Get()
  @Answers(installationSchema)
  config(): Installation {
    const { text, image, video, speech } = this.providers;
    const info = ({ name, label }: { name: string; label: string }) => ({ name, label, sandbox: name === 'sandbox' });
    return {
      purchases: purchaseWayOf(this.settings),
      providers: { text: info(text), image: info(image), video: info(video), speech: info(speech) },
      signIn: this.settings.oidc ? 'provider' : 'password',
    };
  }
}

const TIMEOUT_MS = 5_000;
/** One limit for all users together, because each check sends requests to the installation's providers. */
const ALLOWED = { key: 'provider-checks', free: 6, waitSeconds: 10, longestWaitSeconds: 60 };

/** Lists the providers of texts, images and clips and checks whether they answer, for developers. No secrets. */
@Controller('api/providers')
@ForRole('developer')
export class ProvidersController {
  constructor(
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'checks'>,
    private readonly throttle: Throttle,
  ) {}

  @Get()
  @Answers(z.array(providerInfoSchema))
  list(): ProviderInfo[] {
    return PROVIDER_KINDS.map((kind) => {
      const { label, model, host } = this.providers.checks[kind];
      return { kind, label, model, host };
    });
  }

  /** @throws DomainError 'too_many_requests' */
  @Post('check')
  @HttpCode(200)
  @Answers(z.array(providerCheckSchema))
  async check(): Promise<ProviderCheck[]> {
    const wait = await this.throttle.take([ALLOWED]);
    if (wait > 0)
      throw new TemporaryDomainError('too_many_requests', `Checked just now. Please try again in ${wait} s.`, wait);
    return checkAll(this.providers.checks, TIMEOUT_MS);
  }
}
