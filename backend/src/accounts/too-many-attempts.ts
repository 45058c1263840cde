import { Refusal } from '../platform/domain/refusal';

/** Its answer carries Retry-After. */
export class TooManyAttempts extends Refusal {
  constructor(readonly retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    super('too_many_requests', `Too many attempts. Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`);
  }
}
