import { Controller, Get, Header, Inject, Res, ServiceUnavailableException, UseGuards } from '@nestjs/common';
import { type NodeStatus, nodeStatusSchema } from '@storyreel/contracts';
import type { Response } from 'express';
import { HttpDrain } from '../http/http-drain';
import { Answers, Writes, WritesFile } from '../openapi/answers.decorator';
import { Public } from '../sessions';
import { ConsumersStatus } from './consumers-status';
import { Metrics } from './metrics';
import { MetricsGuard } from './metrics.guard';
import { Readiness } from './readiness';
import { StoresStatus } from './stores-status';
import { WriteProbes } from './write-probes';

/** For the machines that look after this one. */
@Controller('api')
@Public()
export class OperationsController {
  constructor(
    @Inject(Readiness) private readonly readiness: Readiness,
    @Inject(StoresStatus) private readonly stores: StoresStatus,
    @Inject(ConsumersStatus) private readonly consumers: ConsumersStatus,
    @Inject(WriteProbes) private readonly writes: WriteProbes,
    @Inject(Metrics) private readonly metrics: Metrics,
    @Inject(HttpDrain) private readonly drain: HttpDrain,
  ) {}

  /** Alive: a failing store does not make a restart of this process useful. */
  @Get('health')
  @Header('cache-control', 'no-store')
  @Answers(nodeStatusSchema)
  health(): NodeStatus {
    return { status: 'ok' };
  }

  /** Can this node serve? When it can, but something needs looking after, that is named. */
  @Get('ready')
  @Header('cache-control', 'no-store')
  @Writes(nodeStatusSchema)
  async ready(@Res() response: Response): Promise<void> {
    if (this.drain.isStopping) {
      response.status(503).json({ message: 'Not ready: this node is stopping.', code: 'unavailable' });
      return;
    }
    try {
      const problems = await this.readiness.check();
      response.json(problems.length === 0 ? { status: 'ok' } : { status: 'degraded', problems });
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
    const [consumers, queues, failing] = await Promise.all([
      this.consumers.read(),
      this.stores.queues(),
      this.writes.failing(),
    ]);
    this.metrics.setWritable(failing);
    this.metrics.setConsumers(consumers);
    this.metrics.setQueues(queues);
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
