/** Stable codes of error answers. `message` is for people and may change. */
export const ERROR_CODES = [
  'bad_request',
  'validation_failed',
  'unauthenticated',
  'invalid_credentials',
  'insufficient_zaps',
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
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];
