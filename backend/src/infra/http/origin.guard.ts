import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '../../lib/domain-error';
import { APP_CONFIG } from '../config/app-config';
import type { AppConfig } from '../config/app-config';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export interface CallOrigin {
  method: string;
  host?: string;
  /** Scheme by which the call came. */
  scheme?: string;
  origin?: string;
  secFetchSite?: string;
}

/**
 * True when a state-changing call comes from another site's page. Browsers report that in Sec-Fetch-Site or Origin,
 * which pages cannot change; a caller that sends neither header is not a browser and holds only cookies that it was
 * given.
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

/** Accepts a host name or address, with or without a port; a client may write anything into the header. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Returns the address at which browsers find this installation: the configured one, else the one that this request
 * used.
 * @throws DomainError bad_request when the request names no host
 */
export function publicAddress({ publicUrl }: Pick<AppConfig, 'publicUrl'>, request: Request): string {
  if (publicUrl !== undefined) return publicUrl;
  const host = request.get('host') ?? '';
  const address = `${request.protocol}://${host}`;
  if (!HOST.test(host) || !URL.canParse(address)) {
    throw new DomainError('bad_request', "The request's Host header isn't the name of a host.");
  }
  return address;
}
