import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { textSearch } from '../../platform/text-search';

/** Reads the audit screen's address, which contains the view and the filter so that both can be shared. */
export const readAuditSearch = textSearch([
  'view',
  'charge',
  'at',
  'wallet',
  'report',
  'payments',
  'from',
  'to',
  'user',
  'projectId',
  'kind',
  'provider',
  'model',
  'jobId',
  'priceVersion',
]);
export type AuditSearch = ReturnType<typeof readAuditSearch>;

/** Returns the address's values and a function that changes some of them; undefined removes a value. */
export function useAuditAddress() {
  const search: AuditSearch = useSearch({ from: '/audit' });
  const navigate = useNavigate();
  const change = useCallback(
    (part: AuditSearch) =>
      void navigate({ to: '/audit', search: (before) => ({ ...before, ...part }), resetScroll: false }),
    [navigate],
  );
  return { search, change };
}
