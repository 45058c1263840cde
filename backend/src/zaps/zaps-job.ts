import { z } from 'zod';

/** Bookkeeping that events ask for; see the processes that make such jobs. */
export const ZAPS_QUEUE = 'zaps';

export const zapsJobSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('grant') }),
  /** usd: what the provider asked for; units: what was used of what is held. Absent: as reserved. */
  z.object({
    action: z.literal('settle'),
    holdId: z.string(),
    usd: z.number().optional(),
    units: z.number().optional(),
  }),
  z.object({ action: z.literal('purchase'), purchaseId: z.string(), zaps: z.number() }),
  z.object({ action: z.literal('release'), holdId: z.string(), reason: z.string() }),
]);
export type ZapsJob = z.infer<typeof zapsJobSchema>;
