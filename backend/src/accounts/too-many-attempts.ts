import { TemporaryDomainError } from '../platform/domain/domain-error';

export class TooManyAttempts extends TemporaryDomainError {
  constructor(retryAfterSeconds: number) {
    const minutes = Math.ceil(retryAfterSeconds / 60);
    const wait = `${minutes} minute${minutes === 1 ? '' : 's'}`;
    super('too_many_requests', `Too many attempts. Please try again in ${wait}.`, retryAfterSeconds);
  }
}
