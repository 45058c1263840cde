import type { ServerResponse } from 'node:http';
import { sendJson } from './stub-server';

/** Faults on the wire. `drop` closes the connection after the work was accepted; `hang` never answers. */
export type Fault =
  | { kind: 'status'; status: number; detail?: string; code?: string; retryAfter?: string; retryAfterMs?: string }
  | { kind: 'drop' }
  | { kind: 'hang' }
  | { kind: 'malformed' };

/** True when the provider accepts the work although the caller never receives an answer. */
export const acceptsFirst = (fault: Fault): boolean => fault.kind !== 'status';

export function playFault(
  fault: Fault,
  response: ServerResponse,
  body: (detail: string, status: number, code?: string) => unknown,
): void {
  switch (fault.kind) {
    case 'status':
      sendJson(response, fault.status, body(fault.detail ?? `stub fault ${fault.status}`, fault.status, fault.code), {
        ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
        ...(fault.retryAfterMs === undefined ? {} : { 'retry-after-ms': fault.retryAfterMs }),
      });
      return;
    case 'drop':
      response.socket?.destroy();
      return;
    case 'malformed':
      response.writeHead(201, { 'content-type': 'application/json' });
      response.end('{"id": "half a predic');
      return;
    case 'hang':
      return;
  }
}
