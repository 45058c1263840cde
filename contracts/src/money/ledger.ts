import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { day, idSchema, instant, text } from '../common/fields';
import { LIMITS } from '../common/limits';

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

/** How many findings an answer names; `badCount` counts all of them. */
export const MAX_NAMED_FINDINGS = 100;

/**
 * Something in the ledger that is not as the log's own rules say. For each wallet the first one is named, since
 * whatever comes after a broken link proves nothing.
 */
export const findingSchema = z.object({
  /**
   * entry: an event of a wallet. head: what was signed is no longer in its chain. signature: the signed heads
   * themselves. row: what a screen shows differs from the events.
   */
  what: z.enum(['entry', 'head', 'signature', 'row']),
  /** Whose wallet; null where it is about no single one. */
  ownerId: z.string().nullable(),
  /** The first bad revision of the wallet's stream; null where it is about no event. */
  revision: z.int().nullable(),
  /** The day (UTC) of the signed heads that tell. */
  day: z.string().nullable(),
  /** A row's table and key. */
  row: z.string().nullable(),
  reason: z.string(),
});
export type Finding = z.infer<typeof findingSchema>;

/** running; sound or unsound when it has looked at everything; failed when it could not. */
export const verificationStateSchema = z.enum(['running', 'sound', 'unsound', 'failed']);

export const verificationSchema = z.object({
  id: idSchema,
  state: verificationStateSchema,
  startedAt: instant,
  startedBy: z.object({ id: z.string(), email: z.string().nullable() }),
  endedAt: instant.nullable(),
  /** How much of the log has been read, from 0 to 1. */
  progress: z.number().min(0).max(1),
  eventsRead: z.int(),
  wallets: z.int(),
  /** Entries of all wallets. */
  entries: z.int(),
  /** Days whose signed heads were compared. */
  signedDays: z.int(),
  badCount: z.int(),
  bad: z.array(findingSchema).max(MAX_NAMED_FINDINGS),
  /** Why it failed; null unless it did. */
  error: z.string().nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;

/** One of a list, which does not name what it found. */
export const verificationSummarySchema = verificationSchema.omit({ bad: true });
export type VerificationSummary = z.infer<typeof verificationSummarySchema>;
/** So many are listed, the newest. */
export const MAX_LISTED_VERIFICATIONS = 100;

/** Null before the first one. */
export const latestVerificationSchema = z.object({ latest: verificationSchema.nullable() });
export type LatestVerification = z.infer<typeof latestVerificationSchema>;

/** The heads of all wallets' chains on a day, signed. */
export const signedHeadsSchema = z.object({
  /** YYYY-MM-DD, UTC. */
  day: z.string(),
  signedAt: instant,
  /** The place in the log up to which entries count. */
  position: z.string(),
  wallets: z.int(),
  /** SHA-256 of what was signed, in hexadecimal; the next signed heads name it. */
  hash: z.string(),
  previousHash: z.string().nullable(),
  /** Ed25519 over the hash's text, in base64. */
  signature: z.string(),
  /** SPKI, in base64. */
  publicKey: z.string(),
});
export type SignedHeadsSummary = z.infer<typeof signedHeadsSchema>;
