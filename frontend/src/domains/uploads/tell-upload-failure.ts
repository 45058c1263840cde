import { tellError } from '../../ui';

/** What trying again cannot mend (too large, damaged, another type, no room) is told in the server's words. */
export function tellUploadFailure(error: unknown, thing: string): void {
  tellError('Upload Failed', error, `Failed to upload ${thing}. Please try again.`);
}
