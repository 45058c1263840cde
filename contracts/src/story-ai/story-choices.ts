/** Apart from the schemas, for the front end's first load. */
export const STORY_TONES = ['warm', 'funny', 'adventurous', 'tense', 'wistful'] as const;
export type StoryTone = (typeof STORY_TONES)[number];

export const STORY_LENGTHS = ['short', 'medium', 'long'] as const;
export type StoryLength = (typeof STORY_LENGTHS)[number];

/** About how many words a story of a length has. At 150 spoken words a minute: one minute, three and six. */
export const STORY_WORDS: Readonly<Record<StoryLength, number>> = { short: 150, medium: 450, long: 900 };
