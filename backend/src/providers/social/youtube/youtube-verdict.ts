import { z } from 'zod';
import type { Verdict } from '../platform-publisher';
import type { WireAnswer } from '../wire/platform-wire';
import { tryRead } from '../wire/read-answer';

const problemSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.object({ reason: z.string() }).array().default([]),
  }),
});

const LIMITS = new Set([
  'quotaExceeded',
  'dailyLimitExceeded',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'uploadLimitExceeded',
  'uploadRateLimitExceeded',
]);
const CLOSED = new Set([
  'authError',
  'insufficientPermissions',
  'accountClosed',
  'accountSuspended',
  'accountDelegationForbidden',
  'authenticatedUserAccountClosed',
  'authenticatedUserAccountSuspended',
  'channelClosed',
  'channelSuspended',
  'youtubeSignupRequired',
]);

/** What an answer of the YouTube Data API means. */
export function youtubeVerdict(answer: WireAnswer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { is: 'fine' };
  if (status === 401) return { is: 'token' };
  const problem = tryRead(answer, problemSchema)?.error;
  const reason = problem?.errors[0]?.reason ?? '';
  const words = problem?.message || `status ${status}`;
  if (status === 429 || LIMITS.has(reason)) return { is: 'limited', words };
  if (status >= 500 || status === 408 || status < 400) return { is: 'passing' };
  return CLOSED.has(reason) ? { is: 'revoked', words } : { is: 'refused', words };
}
