import { z } from 'zod';
import { day, idempotencyKeySchema, idSchema, instant } from '../common/fields';

/** Providers whose predictions can be compared. */
export const RECONCILED_PROVIDERS = ['replicate'] as const;
/** Days that one reconciliation may cover. */
export const MAX_RECONCILED_DAYS = 62;
/** Bytes of an uploaded statement. */
export const MAX_STATEMENT_BYTES = 20 * 1024 * 1024;
export const MAX_STATEMENT_LINES = 200_000;
/** How many differences of each kind, bad lines and rows by day an answer names; the counts are of all. */
export const MAX_NAMED_DIFFERENCES = 500;
export const MAX_NAMED_BAD_LINES = 20;
export const MAX_DAY_ROWS = 1_000;

const period = {
  provider: z.enum(RECONCILED_PROVIDERS),
  /** First and last day (UTC), both included. */
  from: day,
  to: day,
};
const inOrder = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && Date.parse(to) - Date.parse(from) < MAX_RECONCILED_DAYS * 86_400_000;
const ORDER = { message: `must be in order, and ${MAX_RECONCILED_DAYS} days at most`, path: ['to'] };

/** POST /api/audit/reconciliations asks the provider itself what it did; the answer is kept. */
export const reconcileRequestSchema = z
  .object({ ...period, idempotencyKey: idempotencyKeySchema.optional() })
  .refine(inOrder, ORDER);
export type ReconcileRequest = z.infer<typeof reconcileRequestSchema>;

/**
 * POST /api/audit/reconciliations/statement?provider=&from=&to= takes a statement as its body: text/csv with a header
 * line that names the columns id, model, created and usd, or application/x-ndjson with the same in each line.
 */
export const statementQuerySchema = z.object(period).refine(inOrder, ORDER);
export type StatementQuery = z.infer<typeof statementQuerySchema>;

/** Predictions, and their dollars: of a provider that tells none, what we expected of those that we know. */
export const reconciledTotalSchema = z.object({ count: z.int(), usd: z.number() });

/**
 * unknown_to_us: the provider names it and our log does not. unknown_to_them: the other way round.
 * other_cost: both name it, with other dollars.
 */
export const DIFFERENCE_KINDS = ['unknown_to_us', 'unknown_to_them', 'other_cost'] as const;
export const differenceSchema = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  predictionId: z.string(),
  /** YYYY-MM-DD, UTC: ours, where we know it. */
  day: z.string(),
  model: z.string(),
  /** The generation job that it was for; null where we do not know it. */
  jobId: z.string().nullable(),
  ourUsd: z.number().nullable(),
  /** Null where the provider does not tell costs, as in its list of predictions. */
  theirUsd: z.number().nullable(),
});
export type Difference = z.infer<typeof differenceSchema>;

export const badLineSchema = z.object({ line: z.int(), reason: z.string() });

export const reconciliationSummarySchema = z.object({
  id: idSchema,
  provider: z.string(),
  /** provider: its list of predictions, which tells no costs. statement: an uploaded one. */
  source: z.enum(['provider', 'statement']),
  from: day,
  to: day,
  at: instant,
  /** The id of who reconciled. */
  by: z.string(),
  ours: reconciledTotalSchema,
  theirs: reconciledTotalSchema,
  /** How many both name, with the same cost where it is told. */
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
  /** The first ones of each kind; the counts above are of all. */
  differences: z.array(differenceSchema).max(MAX_NAMED_DIFFERENCES * DIFFERENCE_KINDS.length),
  namedBadLines: z.array(badLineSchema).max(MAX_NAMED_BAD_LINES),
});
export type Reconciliation = z.infer<typeof reconciliationSchema>;
