/** Flite reads the letters of ASCII and drops everything else: signs as it would write them, and as it would say them. */
const WRITTEN: readonly [RegExp, string][] = [
  [/[‘’‚‛′]/gu, "'"],
  [/[“”„‟«»″]/gu, '"'],
  [/[‐‑]/gu, '-'],
  [/[‒–—―]/gu, ', '],
  [/…/gu, '...'],
  [/([£€])\s*(\d[\d.,]*\d|\d)/gu, '$2 $1'],
  [/£/gu, ' pounds '],
  [/€/gu, ' euros '],
  [/°\s*C\b/gu, ' degrees Celsius'],
  [/°/gu, ' degrees '],
  [/\b([A-G])#/gu, '$1 sharp'],
  [/&/gu, ' and '],
  [/</gu, ' less than '],
  [/>/gu, ' greater than '],
  [/=/gu, ' equals '],
  [/\+/gu, ' plus '],
  [/[ßẞ]/gu, 'ss'],
  [/[æÆ]/gu, 'ae'],
  [/[œŒ]/gu, 'oe'],
  [/[øØ]/gu, 'o'],
  [/[łŁ]/gu, 'l'],
  [/[*_`~^|\\]/gu, ' '],
];

/** A text in the characters that Flite can read: 'café' as 'cafe', '5 < 6' as '5 less than 6'. */
export function plainEnglish(text: string): string {
  const replaced = WRITTEN.reduce((so, [sign, words]) => so.replaceAll(sign, words), text);
  const bare = replaced.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare.replaceAll(/[^\n\x20-\x7E]/gu, ' ');
}
