import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { textSearch } from '../../platform/text-search';

/** Reads the audit screen's address: the part shown and the filter, so that a view can be shared. */
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

/** Returns the address's values and a setter for some of them; undefined removes one. */
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
