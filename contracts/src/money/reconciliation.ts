import { z } from 'zod';
import { day, idempotencyKeySchema, idSchema, instant } from '../common/fields';

/** Providers whose predictions can be reconciled. */
export const RECONCILED_PROVIDERS = ['replicate'] as const;
/** Maximum number of days of one reconciliation. */
export const MAX_RECONCILED_DAYS = 62;
/** Maximum bytes of an uploaded statement. */
export const MAX_STATEMENT_BYTES = 20 * 1024 * 1024;
export const MAX_STATEMENT_LINES = 200_000;
/** Maximum number of differences of each kind, of bad lines and of rows by day in a response; the counts cover all. */
export const MAX_NAMED_DIFFERENCES = 500;
export const MAX_NAMED_BAD_LINES = 20;
export const MAX_DAY_ROWS = 1_000;

const period = {
  provider: z.enum(RECONCILED_PROVIDERS),
  /** First and last day (UTC), inclusive. */
  from: day,
  to: day,
};
const inOrder = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && Date.parse(to) - Date.parse(from) < MAX_RECONCILED_DAYS * 86_400_000;
const ORDER = { message: `must be in order, and ${MAX_RECONCILED_DAYS} days at most`, path: ['to'] };

/** POST /api/audit/reconciliations requests the provider's own records; the result is stored. */
export const reconcileRequestSchema = z
  .object({ ...period, idempotencyKey: idempotencyKeySchema.optional() })
  .refine(inOrder, ORDER);
export type ReconcileRequest = z.infer<typeof reconcileRequestSchema>;

/**
 * POST /api/audit/reconciliations/statement?provider=&from=&to= accepts a statement as its body: text/csv with a header
 * line that names the columns id, model, created and usd, or application/x-ndjson with the same fields in each line.
 */
export const statementQuerySchema = z.object(period).refine(inOrder, ORDER);
export type StatementQuery = z.infer<typeof statementQuerySchema>;

/**
 * Number and cost of predictions; for a provider that reports no costs, the expected cost of the predictions in our
 * log.
 */
export const reconciledTotalSchema = z.object({ count: z.int(), usd: z.number() });

/**
 * unknown_to_us: in the provider's records, not in our log. unknown_to_them: in our log, not in the provider's records.
 * other_cost: in both, with different dollars.
 */
export const DIFFERENCE_KINDS = ['unknown_to_us', 'unknown_to_them', 'other_cost'] as const;
export const differenceSchema = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  predictionId: z.string(),
  /** YYYY-MM-DD, UTC; from our log when the prediction is in it. */
  day: z.string(),
  model: z.string(),
  /** The generation job of the prediction; null when our log has none. */
  jobId: z.string().nullable(),
  ourUsd: z.number().nullable(),
  /** Null when the provider reports no costs, as in its list of predictions. */
  theirUsd: z.number().nullable(),
  /** Present state of our run; null when our log has none. */
  run: z
    .object({ state: z.enum(['queued', 'running', 'complete', 'failed']), error: z.string().nullable() })
    .nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const badLineSchema = z.object({ line: z.int(), reason: z.string() });

export const reconciliationSummarySchema = z.object({
  id: idSchema,
  provider: z.string(),
  /** provider: the provider's list of predictions, without costs. statement: an uploaded statement. */
  source: z.enum(['provider', 'statement']),
  from: day,
  to: day,
  at: instant,
  /** User id of the person who reconciled. */
  by: z.string(),
  ours: reconciledTotalSchema,
  theirs: reconciledTotalSchema,
  /** Number of predictions that both records contain, with the same cost if a cost is reported. */
  matched: z.int(),
  unknownToUs: z.int(),
  unknownToThem: z.int(),
  otherCost: z.int(),
  badLines: z.int(),
});
export type ReconciliationSummary = z.infer<typeof reconciliationSummarySchema>;

export const reconciliationSchema = reconciliationSummarySchema.extend({
  byDay: z
    .array(z.object({ day: z.string(), model: z.string(), ours: reconciledTotalSchema, theirs: reconciledTotalSchema }))
    .max(MAX_DAY_ROWS),
  /** The first differences of each kind; the counts above cover all. */
  differences: z.array(differenceSchema).max(MAX_NAMED_DIFFERENCES * DIFFERENCE_KINDS.length),
  namedBadLines: z.array(badLineSchema).max(MAX_NAMED_BAD_LINES),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
