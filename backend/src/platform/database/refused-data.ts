import { cutText } from '@storyreel/contracts';
import { DatabaseError } from 'pg';
import { cleanText } from '../text/clean-text';
import { toError } from '../to-error';

const MAX_REASON = 1_000;

/** The database is well, but cannot store these values: a data exception, a broken constraint, a limit exceeded. */
export const isRefusedData = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '');

/** Why something failed, in words that can be stored: they may quote what could not. */
export const storableReason = (error: unknown): string => cutText(cleanText(toError(error).message), MAX_REASON);
