import { BlockList, isIP, isIPv6 } from 'node:net';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { notFound, DomainError } from '../domain/domain-error';
import type { TrustedProxies } from '../http/trusted-proxies';
import { isSameSecret } from '../same-secret';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');
/** Set by proxies: the call came from elsewhere, though its connection may be from this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

export type Caller = Pick<Request, 'headers' | 'ip'>;

/** @param proxies with their addresses given, the client that they name is believed; a mere number could be fooled */
export function isLocal({ headers, ip }: Caller, proxies?: TrustedProxies): boolean {
  const isForwarded = FORWARDED.some((name) => headers[name] !== undefined);
  const isTold = Array.isArray(proxies) && headers['x-forwarded-for'] !== undefined;
  if (ip === undefined || isIP(ip) === 0 || (isForwarded && !isTold)) return false;
  return LOOPBACK.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

/** Figures say how many people work here and what fails: they are for this machine, or for whoever has the token. */
@Injectable()
export class MetricsGuard implements CanActivate {
  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'metricsToken' | 'trustedProxies'>) {}

  /** @throws DomainError 'unauthenticated' without the token, 'not_found' from afar where there is none */
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
