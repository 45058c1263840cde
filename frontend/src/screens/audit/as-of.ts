/** What a field of type datetime-local holds, in the visitor's zone; '' for none. */
export function localOf(instant: string | undefined): string {
  const at = instant === undefined ? NaN : Date.parse(instant);
  if (Number.isNaN(at)) return '';
  const shifted = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** The instant that such a field says; undefined for none. */
export function instantOfLocal(local: string): string | undefined {
  const at = local === '' ? NaN : new Date(local).getTime();
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
