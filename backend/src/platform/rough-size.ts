/** About how many bytes a value of JSON's kind takes in memory. Meant for limits, so quick rather than exact. */
export function estimateMemory(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 32;
  if (Array.isArray(value)) for (const item of value) size += estimateMemory(item);
  else for (const name in value) size += 8 + estimateMemory((value as Record<string, unknown>)[name]);
  return size;
}
