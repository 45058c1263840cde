import { lengthOf, utf8Bytes } from '../../common/text';

/** The unit in which a platform counts the length of a text. */
export type TextUnit = 'characters' | 'UTF-16 units' | 'bytes';

/** A platform's limit, with the page it was read on and the date. */
export interface Sourced {
  source: string;
  read: string;
}

export interface TextFigure extends Sourced {
  most: number;
  unit: TextUnit;
  /** Characters that the platform refuses. */
  forbids?: string;
}

/** The parts of a post that a platform may refuse. */
export interface JudgedPost {
  title: string;
  content: string;
  /** Hashtags without the '#'. */
  hashtags: readonly string[];
  /** Mentions without the '@'. */
  mentions: readonly string[];
  visibility: string;
}

/** The files of a post that are sent to a platform. */
export interface CarriedFiles {
  files: number;
  hasVideo: boolean;
}

/** A platform: its limits and what it accepts. */
export interface PlatformProfile {
  name: string;
  /** Limit of the text as sent to the platform: content, mentions and hashtags together. */
  text: TextFigure;
  /** Limit of the title; null when the platform's posts have no title. */
  title: TextFigure | null;
  /** Maximum characters of all hashtags together, for platforms that also receive them as tags; null for others. */
  tags: (Sourced & { most: number }) | null;
  /** The same as `text.most`, for screens that show one figure. */
  characters: number;
  hashtags: number;
  takesVideo: boolean;
  takesImages: boolean;
  features: readonly string[];
  /** Descriptions of the consent page's permissions, by their scopes. */
  permissions: Readonly<Record<string, string>>;
  /** True when reading views is a separate permission on the consent page, which the account's owner can refuse. */
  viewsAreOptional: boolean;
  /** Note on which views the platform counts; null when it counts all. */
  viewsNote: string | null;
  /** Returns the reasons why the platform would refuse the files or the visibility, with advice. */
  refusals(post: Pick<JudgedPost, 'visibility'>, carried: CarriedFiles): (string | false)[];
}

/** Returns the length of a text in a platform's unit. */
export function lengthIn(unit: TextUnit, text: string): number {
  if (unit === 'bytes') return utf8Bytes(text);
  return unit === 'UTF-16 units' ? text.length : lengthOf(text);
}

/** Builds a post's text with its mentions and hashtags, for platforms that have no fields for them. */
export function captionOf({
  content,
  mentions,
  hashtags,
}: Pick<JudgedPost, 'content' | 'mentions' | 'hashtags'>): string {
  const names = mentions.map((mention) => `@${mention}`).join(' ');
  const tags = hashtags.map((hashtag) => `#${hashtag}`).join(' ');
  return [content, names, tags].filter((part) => part !== '').join('\n\n');
}

/** Counts as YouTube does: two quotation marks for a tag with a space, and one comma between two tags. */
const tagCharacters = (tags: readonly string[]): number =>
  tags.reduce((sum, tag) => sum + lengthOf(tag) + (tag.includes(' ') ? 2 : 0), Math.max(0, tags.length - 1));

const figure = (value: number): string => value.toLocaleString('en-US');

/** Describes how a text exceeds a platform's limit; null when it does not. */
function breach(name: string, what: string, text: string, { most, unit, forbids = '' }: TextFigure): string | null {
  const sign = [...forbids].find((one) => text.includes(one));
  if (sign !== undefined) return `${name} takes no '${sign}' in the ${what}.`;
  const length = lengthIn(unit, text);
  if (length <= most) return null;
  return `${name} takes at most ${figure(most)} ${unit} of ${what}. This one has ${figure(length)}.`;
}

/** A field of a post that a platform would refuse, with a sentence that says why. */
export interface TextRefusal {
  field: 'title' | 'content' | 'hashtags';
  message: string;
}

/** Lists the reasons why a platform would refuse a post's texts; empty when it accepts them. */
export function textRefusals(
  { name, text, title, tags, hashtags: most }: PlatformProfile,
  post: Pick<JudgedPost, 'title' | 'content' | 'hashtags' | 'mentions'>,
): TextRefusal[] {
  const { hashtags, mentions } = post;
  const whole = hashtags.length + mentions.length > 0 ? 'text with its hashtags and mentions' : 'text';
  const inTags = tags !== null && tagCharacters(hashtags) > tags.most;
  const refusals: [TextRefusal['field'], string | null | false][] = [
    ['title', title && breach(name, 'title', post.title, title)],
    ['content', breach(name, whole, captionOf(post), text)],
    ['hashtags', hashtags.length > most && `${name} takes at most ${most} hashtags.`],
    ['hashtags', inTags && `${name} takes at most ${tags.most} characters of hashtags in all.`],
  ];
  return refusals.flatMap(([field, message]) => (message ? [{ field, message }] : []));
}
