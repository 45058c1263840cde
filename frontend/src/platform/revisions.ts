interface Revised {
  id: string;
  /** Of the row; a decimal number. */
  revision: string;
}

/** Of two rows of one thing the newer; of equal ones the later read, whose counts may have moved. */
export const newerOf = <T extends Revised>(ours: T | undefined, read: T): T =>
  ours && BigInt(ours.revision) > BigInt(read.revision) ? ours : read;

/** A read that was under way while a newer answer came in must not bring older words back. */
export function keepNewer<T extends Revised>(cached: readonly T[] | undefined, fetched: readonly T[]): T[] {
  const known = new Map(cached?.map((row) => [row.id, row]));
  return fetched.map((row) => newerOf(known.get(row.id), row));
}

/** The list with a row that was read, where the list has none that is newer. */
export const withRow = <T extends Revised>(rows: readonly T[], read: T): T[] =>
  rows.map((ours) => (ours.id === read.id ? newerOf(ours, read) : ours));
