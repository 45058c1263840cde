import { LIMITS } from '@storyreel/contracts';

export const WORDS_PER_MINUTE = 150;
/** Number of words above which a scene is too long for a short clip. */
const WORDS_OF_A_LONG_SCENE = 100;

export interface StoryStats {
  words: number;
  sentences: number;
  /** Minutes of speech, rounded up; 0 when there are no words. */
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

/** Returns a note about a story that is too long for the number of scenes; null for a shorter one. */
export function longStoryNote(story: string): string | null {
  const perScene = Math.round(storyStats(story).words / LIMITS.scenesPerStory);
  if (perScene <= WORDS_OF_A_LONG_SCENE) return null;
  return `This is a long story. It becomes ${LIMITS.scenesPerStory} scenes of about ${perScene.toLocaleString()} words each, and nothing is left out. For shorter scenes, create a project for each chapter.`;
}
