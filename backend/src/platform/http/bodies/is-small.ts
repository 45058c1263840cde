import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@storyreel/contracts';

/** Whether a body is known to be a small one before it is read: it says how long it is, and is not compressed. */
export function isSmall({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  if (headers['transfer-encoding'] !== undefined) return false;
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  return encoding === 'identity' && Number(headers['content-length'] ?? 0) <= LIMITS.jsonBodyBytes;
}
