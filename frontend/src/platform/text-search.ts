/** Far more than an id, an e-mail address or the name of a model. */
const MAX_LENGTH = 300;

/**
 * What an address may carry for a screen: short texts under these names. Anything else is dropped, not an error: an
 * explicit undefined takes the place of what the router read.
 */
export const textSearch =
  <Name extends string>(names: readonly Name[]) =>
  (search: Record<string, unknown>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = search[name];
      const text = typeof value === 'number' ? String(value) : value;
      found[name] = typeof text === 'string' && text !== '' && text.length <= MAX_LENGTH ? text : undefined;
    }
    return found;
  };
