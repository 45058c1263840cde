import { cutText } from '@storyreel/contracts';

const MAX_LENGTH = 100;

/** A title as part of a file name: letters and digits of any script stay, every other run becomes one '_'. */
export function sanitizeTitle(title: string, fallback = 'project'): string {
  const safe = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  return cutText(safe, MAX_LENGTH) || fallback;
}
