import { z } from 'zod';
import { text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** Kinds of files from which a story can be read. */
export const STORY_FILE_KINDS = [
  'text',
  'markdown',
  'word',
  'book',
  'pdf',
  'fountain',
  'final-draft',
  'subtitles',
] as const;
/** Name of the file, of which only the extension is used. */
export const storyFileQuerySchema = z.object({ name: text(LIMITS.filename).min(1) });

/** The text of a file: a book's chapters, or a single one for any other file. */
export const storyFileSchema = z.object({
  kind: z.enum(STORY_FILE_KINDS),
  /** Title in the file; null without one. */
  title: z.string().nullable(),
  chapters: z.array(z.object({ title: z.string(), text: z.string() })).min(1),
});
export type StoryFile = z.infer<typeof storyFileSchema>;
