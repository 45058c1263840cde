import { hasStatus } from '../../platform/api-client';
import { reasonOf } from '../../platform/reasons';
import { tellFailure } from '../../ui';

/** What trying again cannot mend (too large, damaged, another type, no room) is told in the server's words. */
export function tellUploadFailure(error: unknown, thing: string): void {
  const words = hasStatus(error, 413, 415) ? reasonOf(error) : undefined;
  tellFailure('Upload Failed', words ?? `Failed to upload ${thing}. Please try again.`);
}
