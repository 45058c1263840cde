import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { day, idSchema, instant, text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** Kinds of entries in a wallet. */
export const LEDGER_KINDS = [
  'grant',
  'purchase',
  'reservation',
  'settlement',
  'release',
  'refund',
  'reversal',
  'budget',
] as const;
export const ledgerKindSchema = z.enum(LEDGER_KINDS);
export type LedgerKind = z.infer<typeof ledgerKindSchema>;

/** An instant, or a day, which means its midnight (UTC). */
export const momentSchema = z.union([day, instant]);

/** `from` is inclusive, `to` exclusive, so that no entry falls into two consecutive months. */
export const periodSchema = z.object({ from: momentSchema.optional(), to: momentSchema.optional() });
export type Period = z.output<typeof periodSchema>;

/** A user's complete id or e-mail address. */
const userRef = text(LIMITS.email).min(1);

/** Entries must match all given fields. */
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

/** `email` is null for an account that is not in the log. */
export const auditUserSchema = z.object({ id: z.string(), email: z.string().nullable() });
export type AuditUser = z.infer<typeof auditUserSchema>;
/** `title` is null for a project that is not in the log. */
export const auditProjectSchema = z.object({ id: idSchema, title: z.string().nullable(), deleted: z.boolean() });
export type AuditProject = z.infer<typeof auditProjectSchema>;

/** One entry of one wallet. Amounts are zaps, with up to four decimals. */
export const ledgerLineSchema = z.object({
  /** Id of the event. */
  id: idSchema,
  /** Position in the whole log. */
  position: z.string(),
  /** Revision within its wallet, from 0. */
  revision: z.int(),
  at: instant,
  kind: ledgerKindSchema,
  user: auditUserSchema,
  /** Changes by the entry: of the spendable zaps, of the zaps held for work in progress, and of the revenue. */
  available: z.number(),
  held: z.number(),
  revenue: z.number(),
  description: z.string(),
  /** Reason of a release or a refund. */
  reason: z.string().nullable(),
  project: auditProjectSchema.nullable(),
  sceneId: idSchema.nullable(),
  jobId: z.string().nullable(),
  /** The charge that the entry belongs to. */
  holdId: z.string().nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  operation: z.string().nullable(),
  priceVersion: z.string().nullable(),
  /**
   * The provider's price of a settlement, the customer's payment for a purchase, or, negative, the money returned for it;
   * null when no dollars move.
   */
  usd: z.number().nullable(),
  /** Person who made the refund or set the budget; null for other entries. */
  madeBy: auditUserSchema.nullable(),
  /** Second person, who approved a large refund. */
  approvedBy: auditUserSchema.nullable(),
  /** Hash of the entry in its wallet's chain. */
  hash: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;

/** Sales and their cost, in dollars. Refunded zaps count in neither `paidUsd` nor `listUsd`. */
export const marginSchema = z.object({
  /**
   * Dollars that customers paid for the spent zaps. A wallet spends its oldest zaps first. Zaps of grants and of
   * sandbox purchases count as unpaid, those of a package at its own price.
   */
  paidUsd: z.number(),
  /** List price of the spent zaps. */
  listUsd: z.number(),
  /** Provider costs as the price book expects them. */
  expectedUsd: z.number(),
  /** Dollars billed by providers, as far as their statements were compared; failed runs included. */
  billedUsd: z.number(),
  /** Expected cost of the runs that no compared statement contains. */
  unbilledUsd: z.number(),
  /** Paid, minus billed and unbilled cost. */
  marginUsd: z.number(),
});
export type Margin = z.infer<typeof marginSchema>;

/** Totals of all entries that match a filter, as positive zaps. */
export const ledgerTotalsSchema = z.object({
  entries: z.int(),
  wallets: z.int(),
  granted: z.number(),
  purchased: z.number(),
  reserved: z.number(),
  spent: z.number(),
  /** Zaps freed by releases, because the work was not done. */
  released: z.number(),
  /** Zaps freed by settlements that used less than was reserved. */
  returned: z.number(),
  refunded: z.number(),
  /** Payments by customers for packages; nobody paid for sandbox purchases. */
  purchasedUsd: z.number(),
  /** Zaps taken back by reversals of purchases, and the money returned for these purchases. */
  reversed: z.number(),
  reversedUsd: z.number(),
  margin: marginSchema,
  /** Price book versions of the entries that have one. */
  priceVersions: z.array(z.string()),
});
export type LedgerTotals = z.infer<typeof ledgerTotalsSchema>;

export const walletListQuerySchema = pageQuerySchema.extend({
  /** A part of the e-mail address, or the complete id. */
  search: text(LIMITS.email).optional(),
  at: momentSchema.optional(),
});
export type WalletListQuery = z.output<typeof walletListQuerySchema>;
/** A wallet now or at an earlier moment. */
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
  /** The newest entry of the chain; null in an empty wallet. */
  head: z.object({ revision: z.int(), hash: z.string(), at: instant }).nullable(),
});
export type WalletBalanceAt = z.infer<typeof walletBalanceAtSchema>;

export const atQuerySchema = z.object({
  at: momentSchema.optional().describe('The moment of the balances; now when absent.'),
});

export const LEDGER_ACCOUNTS = ['available', 'held', 'revenue', 'grants', 'purchases', 'refunds'] as const;
/** Trial balance of all wallets: the total of each account. In consistent books the sum is zero. */
export const trialBalanceSchema = z.object({
  at: instant,
  entries: z.int(),
  wallets: z.int(),
  accounts: z.array(z.object({ account: z.enum(LEDGER_ACCOUNTS), zaps: z.number() })),
  sum: z.number(),
});
export type TrialBalance = z.infer<typeof trialBalanceSchema>;

/** A hold: zaps that are reserved and neither settled nor released yet. */
export const auditHoldSchema = z.object({
  holdId: z.string(),
  user: auditUserSchema,
  zaps: z.number(),
  reservedAt: instant,
  /** Time at which the hold is released at the latest. */
  deadline: instant,
  ageSeconds: z.int(),
  /** True when the deadline has passed. */
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

/** Id of the acting user for commands at the installation's command line, where people have no account. */
export const COMMAND_LINE_ID = '00000000-0000-4000-8000-000000000c1e';

export const accessQuerySchema = pageQuerySchema.extend({
  ...periodSchema.shape,
  person: text(LIMITS.email)
    .min(1)
    .optional()
    .describe('The id or a part of the e-mail address of the reader or the owner.'),
});
export type AccessQuery = z.output<typeof accessQuerySchema>;

/** Record of an access to other people's data by somebody with a role. */
export const accessEntrySchema = z.object({
  id: idSchema,
  at: instant,
  reader: auditUserSchema,
  /** Kind of data, such as ledger, charge or run; 'role granted' and 'role revoked' for a change of a role. */
  what: z.string(),
  /** Owner of the data; null when it belongs to many people. */
  owner: auditUserSchema.nullable(),
  /** Ids of the data, or the filter of a list. */
  detail: z.record(z.string(), z.string()),
});
export type AccessEntry = z.infer<typeof accessEntrySchema>;

/** Maximum number of findings in a response; `badCount` counts all of them. */
export const MAX_NAMED_FINDINGS = 100;

/**
 * A violation of the ledger's rules. Only the first one in each wallet is named, since entries after a broken link
 * prove nothing.
 */
export const findingSchema = z.object({
  /**
   * The kind of thing that is wrong. entry: an event of a wallet. head: a signed head that is no longer in its chain.
   * signature: the signed heads themselves. row: a displayed row that differs from the events. log: any event of the
   * log, or settings that hide events. delivery: a file that a completed job has delivered.
   */
  what: z.enum(['entry', 'head', 'signature', 'row', 'log', 'delivery']),
  /** Owner of the wallet; null when the finding concerns no single wallet. */
  ownerId: z.string().nullable(),
  /** The owner's e-mail address; null for an account that is not in the log. */
  email: z.string().nullable(),
  /** The stream of an event that is not a wallet's. */
  stream: z.string().nullable(),
  /** The first bad revision of the stream; null when the finding concerns no event. */
  revision: z.int().nullable(),
  /** The day (UTC) of the signed heads that prove the finding. */
  day: z.string().nullable(),
  /** Table and key of the row. */
  row: z.string().nullable(),
  reason: z.string(),
  /** The expected value; null when the reason is sufficient. */
  expected: z.string().nullable(),
  found: z.string().nullable(),
});
export type Finding = z.infer<typeof findingSchema>;

/** running; sound or unsound once everything is verified; failed when the verification itself failed. */
export const verificationStateSchema = z.enum(['running', 'sound', 'unsound', 'failed']);

export const verificationSchema = z.object({
  id: idSchema,
  state: verificationStateSchema,
  startedAt: instant,
  startedBy: z.object({ id: z.string(), email: z.string().nullable() }),
  endedAt: instant.nullable(),
  /** Share of the log read so far, from 0 to 1. */
  progress: z.number().min(0).max(1),
  eventsRead: z.int(),
  wallets: z.int(),
  /** Number of entries of all wallets. */
  entries: z.int(),
  /** Number of days whose signed heads were compared. */
  signedDays: z.int(),
  /** The days that are signed, from the first to the last, and the entries since; null when no day is signed. */
  signed: z.object({ from: z.string(), to: z.string(), at: instant, unsigned: z.int() }).nullable(),
  badCount: z.int(),
  bad: z.array(findingSchema).max(MAX_NAMED_FINDINGS),
  /** Reason of a failure; otherwise null. */
  error: z.string().nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** A verification in a list, without its findings. */
export const verificationSummarySchema = verificationSchema.omit({ bad: true });
export type VerificationSummary = z.infer<typeof verificationSummarySchema>;
/** Maximum verifications in a list, which contains the newest. */
export const MAX_LISTED_VERIFICATIONS = 100;

/** The newest verification; null before the first one. */
export const latestVerificationSchema = z.object({ latest: verificationSchema.nullable() });
export type LatestVerification = z.infer<typeof latestVerificationSchema>;

/** The signed heads of all wallets' chains on one day. */
export const signedHeadsSchema = z.object({
  /** YYYY-MM-DD, UTC. */
  day: z.string(),
  signedAt: instant,
  /** Position of the last included entry in the log. */
  position: z.string(),
  wallets: z.int(),
  /** SHA-256 of the signed text, in hexadecimal; the next signed heads contain it. */
  hash: z.string(),
  previousHash: z.string().nullable(),
  /** Ed25519 signature of the hash's text, in base64. */
  signature: z.string(),
  /** SPKI public key, in base64. */
  publicKey: z.string(),
});
export type SignedHeadsSummary = z.infer<typeof signedHeadsSchema>;
