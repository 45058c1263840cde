import { Controller, Get, Header, Inject, Res, ServiceUnavailableException, UseGuards } from '@nestjs/common';
import { nodeStatusSchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { Answers, Writes, WritesFile } from '../openapi/answers.decorator';
import { Public } from '../sessions';
import { Metrics } from './metrics';
import { MetricsGuard } from './metrics.guard';
import { Readiness } from './readiness';
import { StoresStatus } from './stores-status';

/** For the machines that look after this one. */
@Controller('api')
@Public()
export class OperationsController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(StoresStatus) private readonly stores: StoresStatus,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  /** Alive: a failing store does not make a restart of this process useful. */
  @Get('health')
  @Header('cache-control', 'no-store')
  @Answers(nodeStatusSchema)
  health(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Header('cache-control', 'no-store')
  @Writes(nodeStatusSchema)
  async ready(@Res() response: Response): Promise<void> {
    try {
      const { status } = await this.readiness.check();
      response.json({ status });
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      response.status(503).json({ message: failingParts(error), code: 'unavailable' });
    }
  }

  @Get('metrics')
  @UseGuards(MetricsGuard)
  @Header('cache-control', 'no-store')
  @WritesFile('text/plain')
  async scrape(@Res() response: Response): Promise<void> {
    const [lags, depths] = await Promise.all([this.stores.viewLags(), this.stores.queueDepths()]);
    for (const lag of lags) this.metrics.setViewLag(lag.view, lag.events, lag.seconds);
    this.metrics.setQueueDepths(depths);
    response.setHeader('content-type', this.metrics.registry.contentType);
    response.send(await this.metrics.registry.metrics());
  }
}

/** Names, not reasons: those are for the log, since anybody may ask. */
function failingParts(error: ServiceUnavailableException): string {
  const answer = error.getResponse();
  const failing = typeof answer === 'object' && 'error' in answer && answer.error ? Object.keys(answer.error) : [];
  return `Not ready: ${failing.join(', ')}.`;
}
