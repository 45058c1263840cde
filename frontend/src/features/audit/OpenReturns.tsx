import { useQuery } from '@tanstack/react-query';
import { getQueryFn } from '../../platform/cache/query-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { Badge, VisuallyHidden } from '../../ui';

const REFRESH_MS = 60_000;

/** Refunded purchases that wait for finance. Providers report them at any time, and no push does. */
const useOpenReturns = () =>
  useQuery({
    queryKey: ['/api/audit/returns/open'] as const,
    queryFn: getQueryFn(lazySchema('openReturnsSchema')),
    refetchInterval: REFRESH_MS,
  });

/** Shows the number of open questions to finance only; renders nothing when there are none. */
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
