import { DomainError } from '../domain/domain-error';

/** The bytes of a stored file are not what was stored. Only those who run the installation can mend that. */
export class DamagedFile extends DomainError {
  constructor(readonly problem: 'missing' | 'damaged') {
    super(
      'unavailable',
      problem === 'missing'
        ? 'This file is missing from storage. Please tell whoever runs this installation.'
        : 'This file is damaged in storage. Please tell whoever runs this installation.',
    );
  }
}
