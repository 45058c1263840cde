import { DatabaseError } from 'pg';

/** `pg` gives this error no code: for as long as `query_timeout` the server has said nothing. */
export const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout';

/** Of a standby, of a primary that was demoted, or of one that was closed to writes because its disk is full. */
export const isReadOnlyServer = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === '25006';
