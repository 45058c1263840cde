import styled from '@emotion/styled';
import { ZAP_PACKAGES } from '@storyreel/contracts';
import { Zap } from 'lucide-react';
import { Badge, Button, EmptyState, Skeleton, space, tokens, Unreadable } from '../../ui';
import { zapsInWords } from '../../domains/zaps/format';
import { useInstallation } from '../../domains/accounts/queries';
import { useBalance } from '../../domains/zaps/queries';
import { useAddZaps } from '../../domains/zaps/useAddZaps';
import { useCheckout } from '../../domains/zaps/checkout';

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
const Popular = styled.div`
  display: flex;
  height: 24px;
  /* Below each other, the packages need not line up. */
  @media (max-width: 519.98px) {
    &:empty {
      display: none;
    }
  }
`;
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

interface ZapPackage {
  zaps: number;
  /** Dollars. */
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
  );
}
