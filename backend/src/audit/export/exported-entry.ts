import type { LedgerEntry } from '../ledger/entry-of';

export type ExportedEntry = LedgerEntry & { email: string | null };
