import { z } from 'zod';
import { day, idSchema, instant, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { pageQuerySchema } from '../common/paging';

/** What an entry of a wallet does. */
export const LEDGER_KINDS = ['grant', 'purchase', 'reservation', 'settlement', 'release', 'refund', 'budget'] as const;
export const ledgerKindSchema = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKindSchema>;

/** An instant, or a day, which is its midnight (UTC). */
export const momentSchema = z.union([day, instant]);

/** `from` counts, `to` does not, so that months follow each other without an entry in both. */
export const periodSchema = z.object({ from: momentSchema.optional(), to: momentSchema.optional() });
export type Period = z.output<typeof periodSchema>;

/** A user's id or e-mail address, whole. */
const userRef = text(LIMITS.email).min(1);

/** All that is given has to hold. */
export const ledgerFilterSchema = periodSchema.extend({
  user: userRef.optional(),
  projectId: idSchema.optional(),
  kind: ledgerKindSchema.optional(),
  provider: text(100).min(1).optional(),
  model: text(100).min(1).optional(),
  jobId: idSchema.optional(),
  priceVersion: text(100).min(1).optional(),
});
export type LedgerFilter = z.output<typeof ledgerFilterSchema>;
export const ledgerQuerySchema = ledgerFilterSchema.extend(pageQuerySchema.shape);
export type LedgerQuery = z.output<typeof ledgerQuerySchema>;

/** `email` is null for an account that the log does not know. */
export const auditUserSchema = z.object({ id: z.string(), email: z.string().nullable() });
export type AuditUser = z.infer<typeof auditUserSchema>;
/** `title` is null for a project that the log does not know. */
export const auditProjectSchema = z.object({ id: idSchema, title: z.string().nullable(), deleted: z.boolean() });
export type AuditProject = z.infer<typeof auditProjectSchema>;

/** One entry of one wallet. Amounts are zaps, with up to four decimals. */
export const ledgerLineSchema = z.object({
  /** The event's. */
  id: idSchema,
  /** The place in the whole log. */
  position: z.string(),
  /** The place in its wallet, from 0. */
  revision: z.int(),
  at: instant,
  kind: ledgerKindSchema,
  user: auditUserSchema,
  /** What the entry changes: what can be spent, what is held for work under way, what has been earned. */
  available: z.number(),
  held: z.number(),
  revenue: z.number(),
  description: z.string(),
  /** Why it was released or refunded. */
  reason: z.string().nullable(),
  project: auditProjectSchema.nullable(),
  sceneId: idSchema.nullable(),
  jobId: z.string().nullable(),
  /** Opens the charge that the entry belongs to. */
  holdId: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  operation: z.string().nullable(),
  priceVersion: z.string().nullable(),
  /** What a provider asked for a settlement, or a customer paid for a purchase; null where no dollars move. */
  usd: z.number().nullable(),
  /** Of the entry in its wallet's chain. */
  hash: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

/** Sums of everything that a filter lets through. Zaps, and positive. */
export const ledgerTotalsSchema = z.object({
  entries: z.int(),
  wallets: z.int(),
  granted: z.number(),
  purchased: z.number(),
  reserved: z.number(),
  spent: z.number(),
  released: z.number(),
  refunded: z.number(),
  /** What customers paid, sandbox purchases left out. */
  paidUsd: z.number(),
  /** What providers asked for. */
  providerUsd: z.number(),
  /** What is spent and not refunded, at the price of a zap, less what providers asked for. */
  marginUsd: z.number(),
  /** Of the entries that have one. */
  priceVersions: z.array(z.string()),
});
export type LedgerTotals = z.infer<typeof ledgerTotalsSchema>;

export const walletListQuerySchema = pageQuerySchema.extend({
  /** A part of the e-mail address, or the whole id. */
  search: text(LIMITS.email).optional(),
});
/** A wallet as it is, or as it was at a moment. */
export const walletBalanceAtSchema = z.object({
  user: auditUserSchema,
  at: instant,
  available: z.number(),
  held: z.number(),
  spent: z.number(),
  granted: z.number(),
  purchased: z.number(),
  refunded: z.number(),
  entries: z.int(),
  /** Of the newest entry; null in an empty wallet. */
  head: z.object({ revision: z.int(), hash: z.string(), at: instant }).nullable(),
});
export type WalletBalanceAt = z.infer<typeof walletBalanceAtSchema>;

export const atQuerySchema = z.object({
  at: momentSchema.optional().describe('Now, when absent. That moment counts.'),
});

export const LEDGER_ACCOUNTS = ['available', 'held', 'revenue', 'grants', 'purchases', 'refunds'] as const;
/** All wallets together: what each account holds. Sound books sum to zero. */
export const trialBalanceSchema = z.object({
  at: instant,
  entries: z.int(),
  wallets: z.int(),
  accounts: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), zaps: z.number() })),
  sum: z.number(),
});
export type TrialBalance = z.infer<typeof trialBalanceSchema>;

/** Zaps that are reserved and neither settled nor released yet. */
export const auditHoldSchema = z.object({
  holdId: z.string(),
  user: auditUserSchema,
  zaps: z.number(),
  reservedAt: instant,
  /** When they come back at the latest. */
  deadline: instant,
  ageSeconds: z.int(),
  /** The deadline is over. */
  overdue: z.boolean(),
  description: z.string(),
  project: auditProjectSchema.nullable(),
  sceneId: idSchema.nullable(),
  jobId: z.string(),
  provider: z.string(),
  model: z.string(),
  operation: z.string(),
});
export type AuditHold = z.infer<typeof auditHoldSchema>;

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const;
export const exportQuerySchema = ledgerFilterSchema.extend({ format: z.enum(EXPORT_FORMATS) });
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
