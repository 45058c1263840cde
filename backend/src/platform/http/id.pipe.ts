import { Injectable, type PipeTransform } from '@nestjs/common';
import { idSchema } from '@storyreel/contracts';
import { DomainError } from '../domain/domain-error';

/** An id from a path. @throws DomainError bad_request when it is malformed */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!idSchema.safeParse(value).success) throw new DomainError('bad_request', 'The id is malformed.');
    return value.toLowerCase();
  }
}
