import {
  RECONCILED_PROVIDERS,
  reconciliationSchema,
  reconciliationSummarySchema,
  type ReconcileRequest,
} from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { AUDIT, auditKeys, FRESH, useAuditList } from './api';
import { apiRequest } from '../../platform/http/api-client';
import { postOnce } from '../../platform/http/idempotency-keys';
import { addressOf, getQueryFn } from '../../platform/cache/query-client';
import { reasonOf } from '../../platform/http/failures';
import { tellFailure, useCommand } from '../../ui';

/** Reads reconciliations, newest first. */
export const useReconciliations = () => useAuditList(auditKeys.reconciliations, reconciliationSummarySchema);
export const useReconciliation = (id: string) =>
  useQuery({ ...FRESH, queryKey: auditKeys.reconciliation(id), queryFn: getQueryFn(reconciliationSchema) });

export interface Comparison extends Pick<ReconcileRequest, 'provider' | 'from' | 'to'> {
  /** The provider's statement; null to compare with the provider's API. */
  statement: File | null;
}
export const PROVIDERS = RECONCILED_PROVIDERS;

/** Recognises JSON Lines by the file name, since browsers know no MIME type for it. Any other file is sent as CSV. */
const typed = (file: File): Blob =>
  new Blob([file], { type: /\.(jsonl|ndjson)$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv' });

/** Compares the ledger with the provider's records; `onDone` receives the report's id. */
export const useReconcile = (onDone: (id: string) => void) =>
  useCommand({
    run: ({ statement, ...period }: Comparison) => {
      const answers = { schema: reconciliationSchema };
      if (!statement) return postOnce('reconcile', `${AUDIT}/reconciliations`, period, answers);
      const path = addressOf([`${AUDIT}/reconciliations/statement`, period]);
      return apiRequest('POST', path, typed(statement), answers);
    },
    onDone: (queryClient, report) => {
      queryClient.setQueryData(auditKeys.reconciliation(report.id), report);
      onDone(report.id);
      return queryClient.invalidateQueries({ queryKey: auditKeys.reconciliations });
    },
    failure: (error) => tellFailure("The comparison didn't start", reasonOf(error)),
  });
