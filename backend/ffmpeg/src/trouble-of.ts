/** What a server lacked for work that had nothing wrong about it: room to write, or the peace to end. */
export type Trouble = 'space' | 'killed';

/** Of the file systems; the last one is what Postgres calls it. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100']);

/**
 * The trouble that an error tells of, itself or in its causes: by a property of this name, or by the code of a full disk.
 * Null when it tells of none, and trying again would change nothing.
 */
export function troubleOf(error: unknown): Trouble | null {
  const seen = new Set<unknown>();
  for (let at = error; typeof at === 'object' && at !== null && !seen.has(at); at = 'cause' in at ? at.cause : null) {
    seen.add(at);
    if ('trouble' in at && (at.trouble === 'space' || at.trouble === 'killed')) return at.trouble;
    if ('code' in at && typeof at.code === 'string' && FULL.has(at.code)) return 'space';
  }
  return null;
}
