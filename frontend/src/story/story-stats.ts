export const WORDS_PER_MINUTE = 150;

export interface StoryStats {
  words: number;
  sentences: number;
  /** Minutes to speak it, rounded up; 0 without words. */
  minutes: number;
}

const nonBlank = (part: string): boolean => part.trim() !== '';

export function storyStats(story: string): StoryStats {
  const words = story.split(/\s+/).filter(nonBlank).length;
  const sentences = story.split(/[.!?]/).filter(nonBlank).length;
  return { words, sentences, minutes: Math.ceil(words / WORDS_PER_MINUTE) };
}

const counted = (count: number, thing: string): string => `${count.toLocaleString()} ${thing}${count === 1 ? '' : 's'}`;

export const statsLine = ({ words, sentences, minutes }: StoryStats): string[] => [
  counted(words, 'word'),
  counted(sentences, 'sentence'),
  `~${minutes} mins if spoken`,
];
