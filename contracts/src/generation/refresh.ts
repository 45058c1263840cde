import { z } from 'zod';
import { idSchema } from '../common/fields';
import { REFRESH_STEPS } from './stale';

/** Something made from inputs that have changed since, and the price of making it again. */
export const refreshItemSchema = z.object({
  id: z.string(),
  step: z.enum(REFRESH_STEPS),
  /** Null for the film. */
  sceneId: idSchema.nullable(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** Sentences without full stop for users; empty when only `after` makes the item stale. */
  reasons: z.string().array(),
  /** Ids of the items whose refresh makes this one stale too. */
  after: z.string().array(),
  zaps: z.number(),
  /** Reason why the item can't be made again now, for users; null when it can. */
  problem: z.string().nullable(),
});
export type RefreshItem = z.infer<typeof refreshItemSchema>;

/** Everything that is stale in a project, in the order of making it again. */
export const refreshBillSchema = z.object({
  items: refreshItemSchema.array(),
  /** Number of scenes whose images the user's subscription still includes today. */
  includedImages: z.int(),
});
export type RefreshBill = z.infer<typeof refreshBillSchema>;
