/** Estimates the value's size as JSON without building the text, counting each character as one byte. */
export function jsonSize(value: unknown): number {
  let size = 0;
  // A loop instead of recursion: the log's foreign events may be nested arbitrarily deep.
  const rest: unknown[] = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === 'string') size += next.length + 3;
    else if (typeof next !== 'object' || next === null) size += 6;
    else if (Array.isArray(next)) {
      size += 2;
      for (const item of next) rest.push(item);
    } else {
      size += 2;
      for (const [key, field] of Object.entries(next)) {
        size += key.length + 4;
        rest.push(field);
      }
    }
  }
  return size;
}

/** Estimates the memory of a JSON value in bytes; for limits, so fast rather than exact. */
export function estimateMemory(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  if (Array.isArray(value)) for (const item of value) size += estimateMemory(item);
  else for (const name in value) size += 8 + estimateMemory((value as Record<string, unknown>)[name]);
  return size;
}
