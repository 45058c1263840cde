import type { Request } from 'express';
import type { AppConfig } from '../config/app-config';
import { DomainError } from '../domain/domain-error';

/** A name or an address, with a port or without one; a client may write anything into the header. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i;

/**
 * Where browsers find this installation: as it is configured, else as this request found it.
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
