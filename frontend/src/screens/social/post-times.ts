/** Instants as somebody in the zone reads them, in the visitor's own format. */
export const inZone = (zone: string) => {
  const format = (options: Intl.DateTimeFormatOptions) => (instant: string) =>
    new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone }).format(new Date(instant));
  return { time: format({ timeStyle: 'short' }), moment: format({ dateStyle: 'full', timeStyle: 'short' }) };
};
