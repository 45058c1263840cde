import { z } from 'zod';
import type { Verdict } from '../platform-publisher';
import type { WireAnswer } from '../wire/platform-wire';
import { tryRead } from '../wire/read-answer';

const problemSchema = z.object({ error: z.object({ code: z.string(), message: z.string().default('') }) });

const LIMITS = new Set(['rate_limit_exceeded', 'spam_risk_too_many_posts', 'reached_active_user_cap']);
const CLOSED = new Set(['scope_not_authorized', 'scope_permission_missed', 'spam_risk_user_banned_from_posting']);

/** What an answer of TikTok's API means: it says so in its body, and answers 200 to some requests that it refuses. */
export function tiktokVerdict(answer: WireAnswer): Verdict {
  const { status } = answer;
  const problem = tryRead(answer, problemSchema)?.error;
  const code = problem?.code ?? '';
  const words = problem?.message || code || `status ${status}`;
  if (code === 'access_token_invalid' || (status === 401 && !CLOSED.has(code))) return { is: 'token' };
  if (status === 429 || LIMITS.has(code)) return { is: 'limited', words };
  if (CLOSED.has(code)) return { is: 'revoked', words };
  if (status >= 500 || status === 408 || code === 'internal_error') return { is: 'passing' };
  if (status >= 200 && status < 300 && (code === 'ok' || problem === undefined)) return { is: 'fine' };
  return status >= 300 && status < 400 ? { is: 'passing' } : { is: 'refused', words };
}
