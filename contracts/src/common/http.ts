/** Stable codes of error responses. `message` is for users and may change. */
export const ERROR_CODES = [
  'bad_request',
  'validation_failed',
  'unauthenticated',
  'invalid_credentials',
  'insufficient_zaps',
  'budget_reached',
  'foreign_origin',
  'not_found',
  'conflict',
  'email_taken',
  'already_in_progress',
  'limit_reached',
  'payload_too_large',
  'quota_reached',
  'unsupported_media_type',
  'idempotency_key_reused',
  'too_many_requests',
  'provider_failed',
  'not_available',
  'unavailable',
  'outcome_unknown',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** The status of an error response, by its code. */
export const ERROR_STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  validation_failed: 400,
  unauthenticated: 401,
  invalid_credentials: 401,
  insufficient_zaps: 402,
  budget_reached: 402,
  foreign_origin: 403,
  not_found: 404,
  conflict: 409,
  email_taken: 409,
  already_in_progress: 409,
  limit_reached: 400,
  payload_too_large: 413,
  quota_reached: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  provider_failed: 503,
  not_available: 503,
  unavailable: 503,
  outcome_unknown: 503,
  internal: 500,
};

const BY_STATUS: Record<number, ErrorCode> = {
  400: 'bad_request',
  401: 'unauthenticated',
  402: 'insufficient_zaps',
  403: 'foreign_origin',
  404: 'not_found',
  405: 'bad_request',
  409: 'conflict',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  422: 'idempotency_key_reused',
  429: 'too_many_requests',
  503: 'unavailable',
};

/** Returns the code for an error that has only a status, like those of the HTTP libraries. */
export const codeOfStatus = (status: number): ErrorCode =>
  BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'bad_request' : 'internal');

/** Response header of a list: the cursor of the next page. Absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';

/** Request header with the client's idempotency key for one operation (see `idempotencyKeySchema`). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
