import { idSchema, WORKSPACE_TABS } from '@storyreel/contracts';
import { z } from 'zod';

/** What an address may carry: the open project and the tab it shows. Nonsense is dropped, not an error. */
export const searchSchema = z.object({
  project: idSchema.optional().catch(undefined),
  tab: z.enum(WORKSPACE_TABS).optional().catch(undefined),
});
export type AppSearch = z.infer<typeof searchSchema>;
