import { Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import {
  PROVIDER_KINDS,
  type ProviderCheck,
  providerCheckSchema,
  type ProviderInfo,
  providerInfoSchema,
} from '@storyreel/contracts';
import { z } from 'zod';
import { TemporaryDomainError } from '../platform/domain/domain-error';
import { Throttle } from '../platform/http/throttle';
import { Answers } from '../platform/openapi/answers.decorator';
import { ForRole } from '../platform/roles';
import { checkAll } from '../providers/checks/provider-checks';
import { PROVIDERS, type Providers } from '../providers/providers.token';

const TIMEOUT_MS = 5_000;
/** Of everybody together: it is the installation that asks. */
const ALLOWED = { key: 'provider-checks', free: 6, waitSeconds: 10, longestWaitSeconds: 60 };

/** Who makes texts, images and clips, and whether they answer, for those who run the installation. No secrets. */
@Controller('api/providers')
@ForRole('developer')
export class ProvidersController {
  constructor(
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'checks'>,
    @Inject(Throttle) private readonly throttle: Throttle,
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
