/** Serialises a value so that equal values give equal strings, whatever the order of their fields. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Hashes a value with FNV-1a, in two halves of 32 bits; enough to notice an edit, not to resist an attack. */
export function hashOf(value: unknown): string {
  const text = canonical(value);
  return [0x811c9dc5, 0x01000193].map((seed) => fnv(text, seed).toString(36)).join('');
}

function fnv(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
