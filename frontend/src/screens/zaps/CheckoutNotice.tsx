import styled from '@emotion/styled';
import type { Checkout } from '@storyreel/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button, space, Spinner, tokens } from '../../ui';
import { useCheckoutState } from '../../domains/zaps/checkout';
import { formatZaps } from '../../domains/zaps/format';

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

/** Back from the page where zaps are paid: what has become of it, until it is closed. */
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
