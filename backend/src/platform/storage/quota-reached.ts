import { DomainError } from '../domain/domain-error';

const MB = 1_048_576;

export class QuotaReached extends DomainError {
  /** @param quota in bytes */
  constructor(quota: number) {
    super(
      'quota_reached',
      `Your uploads may take ${Math.floor(quota / MB)} MB in all, and this file would be too much. ` +
        'Please ask whoever runs this installation for more room.',
    );
  }
}
