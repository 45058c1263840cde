import { z } from 'zod';
import { idSchema, instant } from '../common/fields';
import { auditUserSchema } from './ledger';

/** That somebody with a role looked at other people's records. */
export const accessEntrySchema = z.object({
  id: idSchema,
  at: instant,
  reader: auditUserSchema,
  /** Such as ledger, charge or run. */
  what: z.string(),
  /** Whose they are; null for those of many people. */
  owner: auditUserSchema.nullable(),
  /** Which of them: ids, or the filter of a list. */
  detail: z.record(z.string(), z.string()),
});
export type AccessEntry = z.infer<typeof accessEntrySchema>;
