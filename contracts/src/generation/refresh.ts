import { z } from 'zod';
import { idSchema } from '../common/fields';
import { REFRESH_STEPS } from './stale';

/** A result whose inputs have changed since it was made, with the price of making it again. */
export const refreshItemSchema = z.object({
  id: z.string(),
  step: z.enum(REFRESH_STEPS),
  /** Null for the film. */
  sceneId: idSchema.nullable(),
  title: z.string(),
  thumbnail: z.string().nullable(),
  /** Sentences for users, without a full stop; empty when only `after` makes the item stale. */
  reasons: z.string().array(),
  /** Ids of the items whose refresh makes this one stale too. */
  after: z.string().array(),
  zaps: z.number(),
  /** Reason, shown to users, why the item can't be made again now; null when it can. */
  problem: z.string().nullable(),
});
export type RefreshItem = z.infer<typeof refreshItemSchema>;

/** Everything stale in a project, in the order in which it is made again. */
export const refreshBillSchema = z.object({
  items: refreshItemSchema.array(),
  /** Number of scenes whose images the user's plan still includes today. */
  includedImages: z.int(),
});
export type RefreshBill = z.infer<typeof refreshBillSchema>;
