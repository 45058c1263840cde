import { LIMITS } from '@storyreel/contracts';

/** Splits a text into words without a leading '#' or '@', as platforms expect. */
export const tagsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^[#@]+/, ''))
    .filter((word) => word !== '');

const isLong = (tag: string): boolean => [...tag].length > LIMITS.postTag;
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export interface TagsAdded {
  tags: string[];
  /** The part of the text that could not be added; it stays in the field. */
  rest: string;
  problem: string | null;
}

/** Adds a field's text to hashtags or mentions. Platforms treat #Sea and #sea as the same hashtag. */
export function addTags(tags: readonly string[], text: string, noun: 'hashtag' | 'mention'): TagsAdded {
  const added = [...tags];
  const rest: string[] = [];
  let problem: string | null = null;
  for (const word of tagsIn(text)) {
    if (added.some((tag) => isSame(tag, word))) continue;
    if (isLong(word)) {
      problem = `A ${noun} can have up to ${LIMITS.postTag} characters.`;
      rest.push(word);
    } else if (added.length >= LIMITS.postTags) {
      problem = `A post can have up to ${LIMITS.postTags} ${noun}s.`;
      rest.push(word);
    } else {
      added.push(word);
    }
  }
  return { tags: added, rest: rest.join(' '), problem };
}
