/** Maximum length; much longer than an id, an e-mail address or a model name. */
const MAX_LENGTH = 300;

/**
 * Returns a function that reads a screen's search parameters: short texts with these names. Any other value is dropped
 * without an error, by an explicit undefined that overrides the router's value.
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
