/** What models of one's own write around the JSON that was asked for: thoughts, fences, greetings. */
const THOUGHTS = /<(think|thinking|reasoning)>[\s\S]*?<\/\1>/gu;
const BOM = /^\uFEFF/u;

/**
 * The JSON in an answer: the whole of it, as it should be, else the last object in it that can be read, since what is
 * thought aloud comes before the answer.
 * @throws SyntaxError when there is none
 */
export function jsonIn(content: string): unknown {
  const text = content.replace(BOM, '').replaceAll(THOUGHTS, '').trim();
  try {
    return JSON.parse(text);
  } catch (error) {
    const found = objectsIn(text).at(-1);
    if (found === undefined) throw error;
    return found;
  }
}

/** Brackets of prose that are tried: of a text that is nothing but brackets, reading it from each would take for ever. */
const MOST_TRIES = 200;

/** Objects that stand in a text, the outermost of each. */
function objectsIn(text: string): unknown[] {
  const found: unknown[] = [];
  let from = text.indexOf('{');
  for (let tries = 0; from !== -1 && tries < MOST_TRIES; tries++) {
    const to = endOfObject(text, from);
    const value = to === -1 ? undefined : parsed(text.slice(from, to));
    if (value !== undefined) found.push(value);
    from = text.indexOf('{', value === undefined ? from + 1 : to);
  }
  return found;
}

/** Behind the bracket that closes the one at `from`; -1 where none does. Brackets in strings do not count. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (isString) {
      if (sign === '\\') at += 1;
      else if (sign === '"') isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === '{') depth += 1;
    else if (sign === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
