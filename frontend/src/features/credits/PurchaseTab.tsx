import styled from '@emotion/styled';
import { ZAP_PACKAGES } from '@storyreel/contracts';
import type { Checkout } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { ApiError, apiRequest } from '../../platform/http/api-client';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import {
  Badge,
  Button,
  EmptyState,
  Skeleton,
  space,
  Spinner,
  tellFailure,
  tokens,
  Unreadable,
  useCommand,
} from '../../ui';
import { useInstallation } from '../account/api';
import { refreshBalance, useBalance, zapKeys } from '../zaps/api';
import { formatZaps, zapsInWords } from '../zaps/format';

/** Buys a package; a retry after a lost response does not buy another one. */
export const useAddZaps = () =>
  useCommand({
    run: (amount: number) =>
      idempotencyKeys.once('add-zaps', amount, (idempotencyKey) =>
        apiRequest(
          'POST',
          '/api/credits/add-zaps',
          { amount, idempotencyKey },
          { schema: lazySchema('addZapsResponseSchema') },
        ),
      ),
    onDone: refreshBalance,
    success: ({ amount }) => ({ title: 'Zaps Added', description: `${amount} zaps have been added to your account.` }),
    failure: (error) =>
      tellFailure('Failed to Add Zaps', (error instanceof ApiError && error.serverMessage) || 'Unable to add zaps.'),
  });

/** Starts a purchase and redirects to the payment page. */
const useCheckout = (leave: (url: string) => void = (url) => window.location.assign(url)) =>
  useCommand({
    run: (amount: number) =>
      idempotencyKeys.once('checkout', amount, (idempotencyKey) =>
        apiRequest(
          'POST',
          '/api/credits/checkout',
          { amount, idempotencyKey },
          { schema: lazySchema('checkoutResponseSchema') },
        ),
      ),
    onDone: (_queryClient, { url }) => leave(url),
    failure: (error) =>
      tellFailure(
        "Couldn't open the payment page",
        (error instanceof ApiError && error.serverMessage) || 'Nothing was charged. Please try again.',
      ),
  });

/** Reads a purchase's state, which a push message refetches. */
const useCheckoutState = (id: string | undefined) =>
  useQuery({
    queryKey: [...zapKeys.checkout, id],
    queryFn: ({ signal }) =>
      apiRequest('GET', `/api/credits/checkouts/${id}`, undefined, {
        schema: lazySchema('checkoutSchema'),
        signal,
      }),
    enabled: id !== undefined,
  });

const Packages = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr));
  gap: ${space(4)};
`;
const Pack = styled.li`
  display: grid;
  gap: ${space(1)};
  align-content: start;
  padding: ${space(5)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  &[data-popular='true'] {
    border-color: ${tokens.lineStrong};
    box-shadow: ${tokens.shadowLift};
  }
  & h3 {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    font-size: ${tokens.heading3};
    font-variant-numeric: tabular-nums;
  }
  & h3 svg {
    fill: ${tokens.accent};
    color: ${tokens.accentInk};
  }
  & .price {
    margin-top: ${space(2)};
    font-size: ${tokens.heading2};
    font-weight: 650;
    font-variant-numeric: tabular-nums;
    letter-spacing: -0.02em;
  }
  & .each {
    margin-bottom: ${space(4)};
    color: ${tokens.text2};
    font-variant-numeric: tabular-nums;
  }
`;
const FreeNote = styled.p`
  margin-bottom: ${space(4)};
  color: ${tokens.text2};
`;
const Popular = styled.div`
  display: flex;
  height: 24px;
  /* Stacked packages need no empty line to align them. */
  @media (max-width: 519.98px) {
    &:empty {
      display: none;
    }
  }
`;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

interface ZapPackage {
  zaps: number;
  /** Price in dollars. */
  usd: number;
  popular: boolean;
}

export function PurchaseTab({ packages = ZAP_PACKAGES }: { packages?: readonly ZapPackage[] }) {
  const { isPending: balancePending } = useBalance();
  const { data: installation, isError, refetch } = useInstallation();
  const sandbox = useAddZaps();
  const checkout = useCheckout();
  const { mutate: add, isPending: adding, variables } = installation?.purchases === 'stripe' ? checkout : sandbox;
  if (isError && !installation) return <Unreadable level={3} what="the packages" retry={refetch} />;
  if (balancePending || !installation) {
    return (
      <Packages as="div" aria-busy="true">
        {packages.map(({ zaps }) => (
          <Skeleton key={zaps} height="216px" radius={tokens.radiusCard} />
        ))}
      </Packages>
    );
  }
  if (packages.length === 0 || installation.purchases === 'none') {
    return (
      <EmptyState
        level={3}
        drawing="coins"
        title="No packages available"
        line="Zaps can't be purchased at the moment."
      />
    );
  }
  return (
    <>
      {installation.purchases === 'sandbox' && (
        <FreeNote>This is the sandbox: Add Zaps adds them at once, and nothing is charged.</FreeNote>
      )}
      <Packages>
        {packages.map(({ zaps, usd, popular }) => (
          <Pack key={zaps} data-popular={popular} aria-label={`${zaps} zaps`}>
            <Popular>{popular && <Badge tone="accent">Most Popular</Badge>}</Popular>
            <h3>
              <Zap size={20} aria-hidden />
              {zapsInWords(zaps)}
            </h3>
            <p className="price">{dollars.format(usd)}</p>
            <p className="each">{dollars.format((usd / zaps) * 100)} per 100 zaps</p>
            <Button
              variant={popular ? 'primary' : 'secondary'}
              loading={adding && variables === zaps}
              disabled={adding}
              onClick={() => add(zaps)}
            >
              Add Zaps
            </Button>
          </Pack>
        ))}
      </Packages>
    </>
  );
}

const Notice = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)} ${space(5)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  & p {
    flex: 1;
    min-width: min(100%, 240px);
  }
`;

const WORDS: Record<Checkout['state'], (zaps: string) => string> = {
  open: (zaps) => `Waiting for the payment to be confirmed. Your ${zaps} zaps will appear here.`,
  credited: (zaps) => `Thank you. ${zaps} zaps have been added to your account.`,
  failed: () => "The purchase wasn't completed. Nothing was charged.",
  held: () => "We're reviewing your payment before adding the zaps.",
};

/** Shows the state of the purchase after the user returns from the payment page, until dismissed. */
export function CheckoutNotice() {
  const { checkout: id, paid } = useSearch({ from: '/credits' });
  const navigate = useNavigate();
  const { data } = useCheckoutState(id);
  if (id === undefined || !data) return null;
  const left = paid === 'no' && data.state === 'open';
  const words = left ? 'You left the payment page. Nothing was charged.' : WORDS[data.state](formatZaps(data.zaps));
  return (
    <Notice role="status">
      {data.state === 'open' && !left && <Spinner label={null} />}
      <p>{words}</p>
      <Button size="small" onClick={() => void navigate({ to: '/credits', search: {}, replace: true })}>
        Close
      </Button>
    </Notice>
  );
}
