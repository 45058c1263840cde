import { LIMITS } from '@storyreel/contracts';

/** The words of a text, as platforms want them: without the '#' or '@' that people write before them. */
export const tagsIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((word) => word.replace(/^[#@]+/, ''))
    .filter((word) => word !== '');

const isLong = (tag: string): boolean => [...tag].length > LIMITS.postTag;
const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export interface TagsAdded {
  tags: string[];
  /** What could not be added, to stay in the field. */
  rest: string;
  problem: string | null;
}

/** Adds what stands in a field to hashtags or mentions. Platforms make no difference between #Sea and #sea. */
export function addTags(tags: readonly string[], text: string, noun: 'hashtag' | 'mention'): TagsAdded {
  const added = [...tags];
  const rest: string[] = [];
  let problem: string | null = null;
  for (const word of tagsIn(text)) {
    if (added.some((tag) => isSame(tag, word))) continue;
    if (isLong(word)) {
      problem = `A ${noun} can have ${LIMITS.postTag} characters at most.`;
      rest.push(word);
    } else if (added.length >= LIMITS.postTags) {
      problem = `A post can have ${LIMITS.postTags} ${noun}s at most.`;
      rest.push(word);
    } else {
      added.push(word);
    }
  }
  return { tags: added, rest: rest.join(' '), problem };
}
