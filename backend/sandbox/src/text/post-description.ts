import { cutText, detectLanguage, postLimits } from '@storyreel/contracts';
import type { PostQuestion } from './questions';
import { ENGLISH } from '../language/english';
import { sentences } from '../language/sentences';
import { readStory } from '../language/story-reading';
import { capitalized, words } from '../language/words';

/** On any platform, more hashtags than these look like spam. */
const ENOUGH_HASHTAGS = 8;

const CALLS: Readonly<Record<string, string>> = {
  youtube: 'Watch to the end and tell us in the comments what you would have done.',
  instagram: 'Save this for later and tag somebody who should see it.',
  tiktok: 'Follow for the next part!',
};

const PLATFORM_TAGS: Readonly<Record<string, string[]>> = {
  youtube: ['#Shorts', '#ShortFilm'],
  instagram: ['#Reels', '#VisualStorytelling'],
  tiktok: ['#StoryTime', '#FilmTok'],
};

/** Writes a caption with a hook, the gist, a call to action and hashtags, short enough for every selected platform. */
export function describePost({ title, platforms, projectContext, language }: PostQuestion): string {
  const { characters: room, hashtags: tagRoom } = postLimits(platforms);
  const story = projectContext?.story?.trim() ?? '';
  const tags = hashtags(title, platforms, story).slice(0, Math.min(tagRoom, ENOUGH_HASHTAGS));
  const short = room <= 300;
  const isEnglish = (language ?? detectLanguage(story) ?? detectLanguage(title) ?? 'en') === 'en';
  const parts = [
    `${title.trim().replace(/[.\s]+$/u, '')}${/[!?]$/u.test(title.trim()) ? '' : ' ✨'}`,
    gist(projectContext?.description?.trim() || story, short ? 110 : 320),
    short || !isEnglish ? '' : (CALLS[platforms[0]?.toLowerCase() ?? ''] ?? 'Tell us what you think.'),
    tags.join(' '),
  ].filter((part) => part !== '');
  // Drops parts from the middle until the rest fits.
  while (parts.join('\n\n').length > room && parts.length > 2) parts.splice(parts.length - 2, 1);
  return cutText(parts.join('\n\n'), room);
}

/** Returns the opening of the story in whole sentences, without headings and speech. */
function gist(source: string, limit: number): string {
  let text = '';
  for (const sentence of sentences(source).filter(({ spoken, mark, words: count }) => !spoken && !mark && count > 4)) {
    const longer = `${text} ${sentence.text.replace(/\s+/gu, ' ')}`.trim();
    if (longer.length > limit) break;
    text = longer;
  }
  return text;
}

function hashtags(title: string, platforms: readonly string[], story: string): string[] {
  const reading = readStory(story);
  const telling = words(title).filter(({ plain }) => plain.length > 3 && !ENGLISH.small.has(plain));
  const places = [...reading.places, ...reading.sentences.flatMap(({ place }) => place?.term ?? [])];
  return [
    ...new Set([
      ...telling.slice(0, 3).map(({ plain }) => tag(plain)),
      ...platforms.flatMap((platform) => PLATFORM_TAGS[platform.toLowerCase()] ?? []),
      ...places.slice(0, 2).map(tag),
      '#Storytelling',
      '#AnimatedStory',
    ]),
  ].filter((value) => value.length > 2);
}

const tag = (text: string): string =>
  `#${text
    .split(/[^\p{L}\p{N}]+/u)
    .map(capitalized)
    .join('')}`;
