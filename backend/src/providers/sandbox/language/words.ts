/** A word as it stands in a text. */
export interface Word {
  text: string;
  /** Lower case, without a possessive ending. */
  plain: string;
  start: number;
  end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’-][\p{L}\p{N}]+)*/gu;

export function words(text: string): Word[] {
  return Array.from(text.matchAll(WORD), (match) => ({
    text: match[0],
    plain: match[0].toLowerCase().replace(/['’]s$/u, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A noun's plural brought back to the singular, well enough to look it up. */
export function singular(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|ss|zz)es$/u.test(word)) return word.slice(0, -2);
  if (word.endsWith('ves')) return `${word.slice(0, -3)}f`;
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

export interface TermHit<Kind extends string> {
  kind: Kind;
  /** As listed in the lexicon. */
  term: string;
  start: number;
  end: number;
}

/** Finds the words and phrases of a lexicon in a text, longest phrase first, in the order of the text. */
export function termFinder<Kind extends string>(
  lexicon: Readonly<Record<Kind, readonly string[]>>,
): (text: string) => TermHit<Kind>[] {
  const byFirst = new Map<string, { kind: Kind; term: string; parts: string[] }[]>();
  for (const kind of Object.keys(lexicon) as Kind[]) {
    for (const term of lexicon[kind]) {
      const parts = term.split(' ');
      const first = parts[0] ?? term;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { kind, term, parts }]);
    }
  }
  for (const entries of byFirst.values()) entries.sort((a, b) => b.parts.length - a.parts.length);
  return (text) => {
    const list = words(text);
    const hits: TermHit<Kind>[] = [];
    for (let index = 0; index < list.length; index++) {
      const word = list[index];
      if (word === undefined) continue;
      const entries = byFirst.get(word.plain) ?? byFirst.get(singular(word.plain)) ?? [];
      const found = entries.filter((entry) =>
        entry.parts.every((part, offset) => {
          const plain = list[index + offset]?.plain;
          return plain !== undefined && (plain === part || singular(plain) === part);
        }),
      );
      const longest = found[0]?.parts.length ?? 1;
      for (const entry of found.filter(({ parts }) => parts.length === longest)) {
        hits.push({
          kind: entry.kind,
          term: entry.term,
          start: word.start,
          end: list[index + longest - 1]?.end ?? word.end,
        });
      }
      if (found.length > 0) index += longest - 1;
    }
    return hits;
  };
}
