import { z } from 'zod';
import { idSchema } from './fields';

/** What a deletion answers. */
export const deletedResponseSchema = z.object({ id: idSchema });
/** How a node of the installation is. */
export const nodeStatusSchema = z.object({ status: z.string() });
