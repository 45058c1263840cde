import type { Publication } from './social-publisher';

/** The text of a post with its mentions and hashtags, as it goes to a platform that has no fields of their own for them. */
export function captionOf({
  content,
  mentions,
  hashtags,
}: Pick<Publication, 'content' | 'mentions' | 'hashtags'>): string {
  const names = mentions.map((mention) => `@${mention}`).join(' ');
  const tags = hashtags.map((hashtag) => `#${hashtag}`).join(' ');
  return [content, names, tags].filter((part) => part !== '').join('\n\n');
}
