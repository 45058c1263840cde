/**
 * Collections that one reading of a stream has made, and that nobody else has seen: until the reading is over they are
 * changed in place. A copy at every event would make the reading of a long stream quadratic.
 */
export class Unshared {
  private readonly made = new WeakSet<object>();

  has(collection: object): boolean {
    return this.made.has(collection);
  }

  add<T extends object>(collection: T): T {
    this.made.add(collection);
    return collection;
  }
}

/** The collection with some entries more, or others in their place: a copy, unless nobody else can see this one. */
export function withEntries<T>(
  collection: Readonly<Record<string, T>>,
  entries: Iterable<readonly [string, T]>,
  unshared: Unshared | undefined,
): Readonly<Record<string, T>> {
  const changed: Record<string, T> = unshared?.has(collection) ? collection : { ...collection };
  for (const [key, value] of entries) changed[key] = value;
  return unshared ? unshared.add(changed) : changed;
}
