import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { AuditSearch } from '../../domains/audit/search';

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
