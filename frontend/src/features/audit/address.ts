import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { textSearch } from '../../platform/text-search';

/** What the address of the audit screen carries: which part is shown, and the filter, so that a view can be shared. */
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

/** What the address of the screen says, and a way to change parts of it: undefined takes a part away. */
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
