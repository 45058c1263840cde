import { z } from 'zod';

/** What opens screens and calls beyond those that everybody has: finance reads all ledgers, developers all runs. */
export const ROLES = ['finance', 'developer'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;
