import { z } from 'zod';
import { idSchema } from './fields';

/** What a deletion answers. */
export const deletedResponseSchema = z.object({ id: idSchema });
/** How a node of the installation is. */
export const nodeStatusSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  /** What needs looking after, a sentence each. */
  problems: z.array(z.string()).optional(),
});
export type NodeStatus = z.infer<typeof nodeStatusSchema>;
