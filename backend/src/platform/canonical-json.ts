/** Deeper than anything that the contracts take; a body nested without end must not exhaust the stack. */
const MAX_DEPTH = 64;

export class TooDeep extends Error {}

/** JSON with sorted keys and without undefined fields: the same value always gives the same text. @throws TooDeep */
export function canonicalJson(value: unknown, depth = MAX_DEPTH): string {
  if (depth < 0) throw new TooDeep('The value is nested too deeply');
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth - 1)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    fields.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field, depth - 1)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}
