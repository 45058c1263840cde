import type { Publication } from './social-publisher';

/** Builds a post's text with its mentions and hashtags, for platforms without separate fields for them. */
export function captionOf({
  content,
  mentions,
  hashtags,
}: Pick<Publication, 'content' | 'mentions' | 'hashtags'>): string {
  const names = mentions.map((mention) => `@${mention}`).join(' ');
  const tags = hashtags.map((hashtag) => `#${hashtag}`).join(' ');
  return [content, names, tags].filter((part) => part !== '').join('\n\n');
}
