import { z } from 'zod';
import { pageQuerySchema } from '../common/paging';
import { projectSchema } from './project';

const OF_ITS_OWN_PAGE = {
  story: true,
  characters: true,
  environment: true,
  props: true,
  midjourneyPrompt: true,
  voices: true,
  film: true,
  filmMusicUrl: true,
  filmMusicFilename: true,
} as const;

/** What a list shows of a project: all but the texts, voices and film settings that only the project's own page needs. */
export const projectSummarySchema = projectSchema.omit(OF_ITS_OWN_PAGE).extend({
  /** Whether its story is more than white space. */
  hasStory: z.boolean(),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

/** What a route answers that takes `fields`. */
export const projectOrSummarySchema = z.union([projectSchema, projectSummarySchema]);

const fields = z
  .enum(['summary'])
  .optional()
  .describe('`summary` leaves out the long texts and says only whether there is a story.');
export const projectQuerySchema = z.object({ fields });
export const projectListQuerySchema = pageQuerySchema.extend({ fields });
