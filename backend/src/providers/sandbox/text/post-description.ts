import { cutText } from '@storyreel/contracts';
import { postLimits } from '../../text/platform-limits';
import type { PostQuestion } from '../../text/text-provider';
import { readContinuity } from './continuity';
import { sentences } from '../language/sentences';
import { shorten } from './scene-reading';
import { words } from '../language/words';

/** More hashtags than these look like spam anywhere. */
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

const COMMON = new Set(
  'the a an and of in on at to for from with by my your our his her their is are was were it this that how why what who when where new first last'.split(
    ' ',
  ),
);

/** A caption with a hook, the gist, a call and hashtags that fits every selected platform. */
export function describePost({ title, platforms, projectContext }: PostQuestion): string {
  const { characters: room, hashtags: tagRoom } = postLimits(platforms);
  const source =
    [projectContext?.description, projectContext?.story]
      .map((text) => text?.trim() ?? '')
      .find((text) => text !== '') ?? '';
  const tags = hashtags(title, platforms, projectContext?.story ?? '').slice(0, Math.min(tagRoom, ENOUGH_HASHTAGS));
  const short = room <= 300;
  const parts = [
    `${title.trim().replace(/[.\s]+$/u, '')}${/[!?]$/u.test(title.trim()) ? '' : ' ✨'}`,
    gist(source, short ? 110 : 320),
    short ? '' : (CALLS[platforms[0]?.toLowerCase() ?? ''] ?? 'Tell us what you think.'),
    tags.join(' '),
  ];
  return fit(
    parts.filter((part) => part !== ''),
    room,
  );
}

/** The opening of the story that makes one want to know more, without a heading or speech cut in half. */
function gist(source: string, limit: number): string {
  const told = sentences(source).filter(({ narrated, words: count }) => count > 4 && /[.!?…]["”’]?$/u.test(narrated));
  let text = '';
  for (const { narrated } of told.slice(0, 4)) {
    if (text !== '' && text.length + narrated.length > limit) break;
    text = `${text} ${narrated}`.trim();
  }
  return shorten(text, limit);
}

function hashtags(title: string, platforms: readonly string[], story: string): string[] {
  const fromTitle = words(title)
    .filter(({ plain }) => plain.length > 3 && !COMMON.has(plain))
    .map(({ plain }) => tag(plain));
  const fromStory =
    story.trim() === ''
      ? []
      : readContinuity(story)
          .environments.split('\n')
          .map((line) => tag((line.split(':')[0] ?? '').split(',')[0] ?? ''));
  const fromPlatforms = platforms.flatMap((platform) => PLATFORM_TAGS[platform.toLowerCase()] ?? []);
  return [
    ...new Set([
      ...fromTitle.slice(0, 3),
      ...fromPlatforms,
      ...fromStory.slice(0, 2),
      '#Storytelling',
      '#AnimatedStory',
    ]),
  ].filter((value) => value.length > 2);
}

const tag = (text: string): string =>
  `#${text
    .split(/[^\p{L}\p{N}]+/u)
    .map((part) => part.charAt(0).toLocaleUpperCase() + part.slice(1))
    .join('')}`;

/** Drops parts from the middle, then shortens, until the text fits. */
function fit(parts: readonly string[], room: number): string {
  const kept = [...parts];
  while (kept.join('\n\n').length > room && kept.length > 2) kept.splice(kept.length - 2, 1);
  const text = kept.join('\n\n');
  return text.length <= room ? text : cutText(shorten(text, room - 1), room);
}
