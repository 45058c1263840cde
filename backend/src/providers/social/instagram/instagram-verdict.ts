import { z } from 'zod';
import type { Verdict } from '../platform-publisher';
import type { WireAnswer } from '../wire/platform-wire';
import { tryRead } from '../wire/read-answer';

const problemSchema = z.object({
  error: z.object({
    message: z.string().default(''),
    error_user_msg: z.string().nullish(),
    code: z.number().default(0),
    error_subcode: z.number().nullish(),
    is_transient: z.boolean().nullish(),
  }),
});

/** Calls of the app, the user and the page, and of one kind of action. */
const LIMITS = new Set([4, 9, 17, 32, 613]);
/** More posts in a day than an account may have. */
const TOO_MANY_POSTS = 2207042;
const TOKEN = 190;
/** The user has taken a permission back, or the account may not do this (any more). */
const CLOSED = new Set([10, 200, 803]);

/** What an answer of the Instagram API means. */
export function instagramVerdict(answer: WireAnswer): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) return { is: 'fine' };
  const problem = tryRead(answer, problemSchema)?.error;
  const words = problem?.error_user_msg || problem?.message || `status ${status}`;
  const code = problem?.code ?? 0;
  if (code === TOKEN || status === 401) return { is: 'token' };
  if (status === 429 || LIMITS.has(code) || problem?.error_subcode === TOO_MANY_POSTS) return { is: 'limited', words };
  if (CLOSED.has(code)) return { is: 'revoked', words };
  if (status >= 500 || status === 408 || status < 400 || problem?.is_transient === true) return { is: 'passing' };
  return { is: 'refused', words };
}
