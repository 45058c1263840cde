import { useQuery } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { Badge, VisuallyHidden } from '../../ui';

const REFRESH_MS = 60_000;

/** Reads the refunded purchases that wait for a decision by finance; polled, because no push reports them. */
const useOpenReturns = () =>
  useQuery({
    queryKey: ['/api/audit/returns/open'] as const,
    queryFn: getQueryFn(lazySchema('openReturnsSchema')),
    refetchInterval: REFRESH_MS,
  });

/** Shows finance the number of refunded purchases that need a decision; nothing when there are none. */
export function OpenReturns() {
  const { data } = useOpenReturns();
  if (!data?.open) return null;
  return (
    <Badge tone="danger">
      {data.open}
      <VisuallyHidden> to decide</VisuallyHidden>
    </Badge>
  );
}
