import { z } from 'zod';
import { idSchema } from '../common/fields';
import { REFRESH_STEPS } from './stale';

/** Something that was made of what has changed since, and its price. */
export const refreshItemSchema = z.object({
  id: z.string(),
  step: z.enum(REFRESH_STEPS),
  /** Null for the film. */
  sceneId: idSchema.nullable(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** Sentences without full stop for users; empty where only `after` makes it stale. */
  reasons: z.string().array(),
  /** Ids of the items whose refresh makes this one stale too. */
  after: z.string().array(),
  zaps: z.number(),
  /** Why it can't be made again now, for users; null when it can be. */
  problem: z.string().nullable(),
});
export type RefreshItem = z.infer<typeof refreshItemSchema>;

/** All that is stale in a project, in the order in which it is made again. */
export const refreshBillSchema = z.object({
  items: refreshItemSchema.array(),
  /** Number of scenes whose images the plan still includes today. */
  includedImages: z.int(),
});
export type RefreshBill = z.infer<typeof refreshBillSchema>;
