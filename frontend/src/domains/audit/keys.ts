import type { ExportFormat, LedgerFilter, Payment, Period, SpendingQuery, Verification } from '@storyreel/contracts';
import { addressOf } from '../../platform/query-client';

/** Who asks: finance about anybody, or a creator about what is theirs. */
export type Asker = 'finance' | 'creator';

/** All that finance reads begins so. */
export const AUDIT = '/api/audit';
const baseOf = (asker: Asker): string => (asker === 'finance' ? AUDIT : '/api/credits');

export interface SpendingQuestion extends Period {
  by: SpendingQuery['by'];
}

export const auditKeys = {
  ledger: (filter: LedgerFilter) => [`${AUDIT}/ledger`, filter] as const,
  totals: (filter: LedgerFilter) => [`${AUDIT}/ledger/totals`, filter] as const,
  wallets: (search: string) => [`${AUDIT}/wallets`, { search: search || undefined }] as const,
  walletAt: (userId: string, at: string | undefined) =>
    [`${AUDIT}/wallets/${encodeURIComponent(userId)}`, { at }] as const,
  trialBalance: (at: string | undefined) => [`${AUDIT}/trial-balance`, { at }] as const,
  holds: [`${AUDIT}/holds`] as const,
  charge: (asker: Asker, holdId: string) => [`${baseOf(asker)}/charges/${encodeURIComponent(holdId)}`] as const,
  spending: (asker: Asker, question: SpendingQuestion) => [`${baseOf(asker)}/spending`, question] as const,
  payments: (state: Payment['state'] | undefined) => [`${AUDIT}/payments`, { state }] as const,
  verification: [`${AUDIT}/verifications/latest`] as const,
  /** As it was with this newest one; the address is the same. */
  verifications: (latest: Pick<Verification, 'id' | 'state'> | null | undefined) =>
    [`${AUDIT}/verifications`, {}, latest?.id, latest?.state] as const,
  heads: [`${AUDIT}/heads`] as const,
  access: [`${AUDIT}/access`] as const,
  reconciliations: [`${AUDIT}/reconciliations`] as const,
  reconciliation: (id: string) => [`${AUDIT}/reconciliations/${encodeURIComponent(id)}`] as const,
};

/** Where the entries that a filter lets through can be downloaded. */
export const exportAddress = (filter: LedgerFilter, format: ExportFormat): string =>
  addressOf([`${AUDIT}/export`, { ...filter, format }]);
