import { z } from 'zod';
import { idSchema, instant } from '../common/fields';

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
