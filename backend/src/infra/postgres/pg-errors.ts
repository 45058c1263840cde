import { cutText } from '@storyreel/contracts';
import { DatabaseError } from 'pg';
import { toError } from '../../lib/errors';
import { cleanText } from '../../lib/text';

/** `pg` gives this error no code: the server has not answered within `query_timeout`. */
export const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** True for a standby, a demoted primary, or a server made read-only because its disk is full. */
export const isReadOnlyServer = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '25006';

const MAX_REASON = 1_000;

/** The database works but rejects the values: a data exception, a violated constraint, an exceeded limit. */
export const isRefusedData = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '');

/** Returns an error's message cleaned for storage: it may quote text that the database rejects. */
export const storableReason = (error: unknown): string => cutText(cleanText(toError(error).message), MAX_REASON);
