import { Injectable, type PipeTransform } from '@nestjs/common';
import { idSchema } from '@storyreel/contracts';
import { Refusal } from '../domain/refusal';

/** An id from a path. @throws Refusal bad_request when it is malformed */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!idSchema.safeParse(value).success) throw new Refusal('bad_request', 'The id is malformed.');
    return value.toLowerCase();
  }
}
