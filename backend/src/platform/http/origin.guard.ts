import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { DomainError } from '../domain/domain-error';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface CallOrigin {
  method: string;
  host?: string;
  /** By which the call came. */
  scheme?: string;
  origin?: string;
  secFetchSite?: string;
}

/**
 * Does a state-changing call come from a page of somebody else? Browsers say so in Sec-Fetch-Site or Origin, and pages
 * cannot change either; a caller that sends neither is no browser and holds no cookie that was not given to it.
 */
export function isForeign(call: CallOrigin, publicUrl?: string): boolean {
  if (SAFE_METHODS.has(call.method)) return false;
  if (call.secFetchSite === 'same-origin' || call.secFetchSite === 'none') return false;
  const own = call.origin === undefined ? null : isOwnOrigin(call, call.origin, publicUrl);
  return call.secFetchSite === undefined ? own === false : own !== true;
}

function isOwnOrigin({ scheme, host }: CallOrigin, origin: string, publicUrl?: string): boolean {
  if (!URL.canParse(origin)) return false;
  if (publicUrl && new URL(publicUrl).origin === origin) return true;
  const own = `${scheme}://${host}`;
  return host !== undefined && URL.canParse(own) && new URL(own).origin === origin;
}

@Injectable()
export class OriginGuard implements CanActivate {
  constructor(@Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl'>) {}

  /** @throws DomainError 'foreign_origin' */
  canActivate(context: ExecutionContext): boolean {
    if (context.getType() !== 'http') return true;
    const { method, headers, protocol: scheme } = context.switchToHttp().getRequest<Request>();
    const secFetchSite = headers['sec-fetch-site']?.toString();
    const call = { method, scheme, host: headers.host, origin: headers.origin, secFetchSite };
    if (isForeign(call, this.config.publicUrl)) {
      throw new DomainError('foreign_origin', 'This request came from another site and was blocked.');
    }
    return true;
  }
}
