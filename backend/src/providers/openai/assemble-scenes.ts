import { cutText } from '@storyreel/contracts';
import type { StoryScene, StorySentence } from '../text/text-provider';

const MAX_TITLE = 200;

interface Beginning {
  firstSentence: number;
  title: string;
}

/** Cuts the story where the model said; whatever numbers it sent, every sentence ends up in exactly one scene. */
export function assembleScenes(
  story: string,
  list: readonly StorySentence[],
  beginnings: readonly Beginning[],
  most: number,
): StoryScene[] {
  const titles = new Map<number, string>();
  for (const { firstSentence, title } of beginnings)
    if (firstSentence >= 0 && firstSentence < list.length && !titles.has(firstSentence))
      titles.set(firstSentence, title);
  const ordered = [...titles.keys()].sort((a, b) => a - b).slice(0, most);
  if (ordered[0] !== undefined && ordered[0] > 0) {
    titles.set(0, titles.get(ordered[0]) ?? '');
    ordered[0] = 0;
  }
  if (ordered.length === 0) ordered.push(0);
  return ordered.map((from, index) => {
    const to = (ordered[index + 1] ?? list.length) - 1;
    const text = story.slice(list[from]?.start ?? 0, list[to]?.end ?? story.length);
    const title = titles.get(from)?.trim() ?? '';
    return {
      title: title === '' ? cutText(text.split(/\s+/u, 8).join(' '), MAX_TITLE) : cutText(title, MAX_TITLE),
      text,
    };
  });
}
