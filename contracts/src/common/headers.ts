/** Of a list's answer: where the next page begins. Absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';

/** Carries a client's own name for one intention (see `idempotencyKeySchema`). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
