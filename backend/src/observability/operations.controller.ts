import { BlockList, isIP, isIPv6 } from 'node:net';
import {
  Controller,
  Get,
  Header,
  Inject,
  Injectable,
  Res,
  ServiceUnavailableException,
  UseGuards,
} from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { nodeStatusSchema } from '@storyreel/contracts';
import type { NodeStatus } from '@storyreel/contracts';
import type { Request, Response } from 'express';
import { APP_CONFIG } from '../infra/config/app-config';
import type { AppConfig } from '../infra/config/app-config';
import { HttpDrain } from '../infra/http/connections';
import { Answers, Writes, WritesFile } from '../infra/http/openapi/answers.decorator';
import type { TrustedProxies } from '../infra/http/trusted-proxies';
import { Public } from '../infra/sessions';
import { DomainError, notFound } from '../lib/domain-error';
import { isSameSecret } from '../lib/secrets';
import { ConsumersStatus } from './consumers-status';
import { Metrics } from './metrics';
import { Readiness } from './readiness';
import { StoresStatus } from './stores-status';
import { WriteProbes } from './write-probes';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
/** Headers that proxies set. They show that the request came from elsewhere, though its connection may be local. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

export type Caller = Pick<Request, 'headers' | 'ip'>;

/**
 * @param proxies if given as addresses, the client that these proxies report is trusted; a mere number of proxies can
 * be spoofed
 */
export function isLocal({ headers, ip }: Caller, proxies?: TrustedProxies): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  const isTold = Array.isArray(proxies) && headers['x-forwarded-for'] !== undefined;
  if (ip === undefined || isIP(ip) === 0 || (isForwarded && !isTold)) return false;
  return LOOPBACK.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** Restricts metrics to this machine or to callers with the token, since they reveal usage and failures. */
@Injectable()
class MetricsGuard implements CanActivate {
  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'metricsToken' | 'trustedProxies'>) {}

  /**
   * @throws DomainError 'unauthenticated' without the token; 'not_found' for a remote caller if no token is configured
   */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { metricsToken, trustedProxies } = this.config;
    if (metricsToken === undefined) {
      if (!isLocal(request, trustedProxies)) throw notFound();
    } else if (!isSameSecret(request.get('authorization') ?? '', `Bearer ${metricsToken}`)) {
      throw new DomainError('unauthenticated', 'A valid metrics token is required.');
    }
    return true;
  }
}

/** Endpoints for monitoring. */
@Controller('api')
@Public()
export class OperationsController {
  constructor(
    private readonly readiness: Readiness,
    private readonly stores: StoresStatus,
    private readonly consumers: ConsumersStatus,
    private readonly writes: WriteProbes,
    private readonly metrics: Metrics,
    private readonly drain: HttpDrain,
  ) {}

  /** Liveness only. It ignores the stores, since restarting this process does not help against a failing store. */
  @Get('health')
  @Header('cache-control', 'no-store')
  @Answers(nodeStatusSchema)
  health(): NodeStatus {
    return { status: 'ok' };
  }

  /** Readiness: reports whether this node can serve, and if it can, the problems that need attention. */
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
    response.send(await this.metrics.text());
  }
}

/** Lists names without reasons: the endpoint is public, and reasons belong in the log. */
function failingParts(error: ServiceUnavailableException): string {
  const answer = error.getResponse();
  const failing = typeof answer === 'object' && 'error' in answer && answer.error ? Object.keys(answer.error) : [];
  return `Not ready: ${failing.join(', ')}.`;
}
