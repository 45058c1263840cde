const STORY_PREVIEW_LENGTH = 200;

/** The story's first 200 characters as a reader counts them: no emoji or accent is cut in half. */
export function storyPreview(story: string): string {
  const preview: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(story)) {
    if (preview.length === STORY_PREVIEW_LENGTH) return `${preview.join('')}…`;
    preview.push(segment);
  }
  return preview.join('');
}
