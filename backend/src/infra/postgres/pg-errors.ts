import { cutText } from '@storyreel/contracts';
import { DatabaseError } from 'pg';
import { toError } from '../../lib/errors';
import { cleanText } from '../../lib/text';

/** `pg` gives this error no code: for as long as `query_timeout` the server has said nothing. */
export const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** Of a standby, of a primary that was demoted, or of one that was closed to writes because its disk is full. */
export const isReadOnlyServer = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '25006';

const MAX_REASON = 1_000;

/** The database is well, but cannot store these values: a data exception, a broken constraint, a limit exceeded. */
export const isRefusedData = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '');

/** Why something failed, in words that can be stored: they may quote what could not. */
export const storableReason = (error: unknown): string => cutText(cleanText(toError(error).message), MAX_REASON);
