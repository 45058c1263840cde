import { z } from 'zod';
import { text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** Kinds of files of which a story can be read. */
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
/** The file's name, of which only the ending is used. */
export const storyFileQuerySchema = z.object({ name: text(LIMITS.filename).min(1) });

/** The text of a file. A book has its chapters, anything else is one. */
export const storyFileSchema = z.object({
  kind: z.enum(STORY_FILE_KINDS),
  /** From the file; null where it tells none. */
  title: z.string().nullable(),
  chapters: z.array(z.object({ title: z.string(), text: z.string() })).min(1),
});
export type StoryFile = z.infer<typeof storyFileSchema>;
