import styled from '@emotion/styled';
import type { EstimateRequest } from '@storyreel/contracts';
import { Zap } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { logError } from '../../platform/log';
import { Button, space, Stack, tokens, Tooltip, VisuallyHidden } from '../../ui';
import type { ButtonVariant } from '../../ui';
import { formatZaps, NO_ESTIMATE } from './format';
import { usePrice } from './price';
import type { Price } from './price';

const Cost = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  padding-left: ${space(2)};
  border-left: 1px solid currentColor;
  font-variant-numeric: tabular-nums;
  line-height: 1;
`;

/**
 * Reserves the space of the price until it is known, since a button that grows would push its neighbours onto the next
 * line.
 */
const PriceRoom = styled.span`
  width: 48px;
`;

/** The price of a button's action, shown at the end of the button. */
export function PriceTag({ zaps }: { zaps: number }) {
  return (
    <Cost>
      <Zap size={16} aria-hidden />
      {formatZaps(zaps)}
      <VisuallyHidden> zaps</VisuallyHidden>
    </Cost>
  );
}

/* A disabled button receives no pointer events, so a wrapper triggers the tooltip; it can also be reached by keyboard. */
const Around = styled.span`
  display: inline-flex;
  border-radius: ${tokens.radius};
`;

interface PaidButtonProps {
  price: Price;
  onAction: () => Promise<void> | void;
  loadingText?: ReactNode;
  /** True when the action is already in progress, started elsewhere. */
  executing?: boolean;
  disabled?: boolean;
  /** Why the button is disabled, shown as a tooltip. */
  disabledReason?: string;
  icon?: ReactNode;
  variant?: ButtonVariant;
  size?: 'small' | 'medium' | 'large';
  children: ReactNode;
}

/** A button for a paid action. Shows the price in zaps, and is disabled when the balance does not cover it. */
export function PaidButton({
  price,
  onAction,
  loadingText,
  executing = false,
  disabled = false,
  disabledReason,
  icon,
  variant = 'secondary',
  size,
  children,
}: PaidButtonProps) {
  const { zaps } = price;
  const [acting, setActing] = useState(false);
  // A ref, because a state update comes too late to block a double click.
  const actingNow = useRef(false);
  const busy = executing || acting || (price.unknown && price.isAsking);

  async function act(): Promise<void> {
    if (actingNow.current) return;
    // While the price is unknown, a click only loads the price.
    if (price.unknown) return void (await price.ask());
    actingNow.current = true;
    setActing(true);
    try {
      await onAction();
    } catch (error) {
      logError('A paid action failed', error);
    } finally {
      actingNow.current = false;
      setActing(false);
    }
  }

  const isDisabled = disabled || price.waiting || price.short;
  const reason = price.reason ?? (isDisabled ? disabledReason : undefined);
  const unreachable = isDisabled && reason !== undefined;
  return (
    <Tooltip content={reason}>
      <Around
        role={unreachable ? 'group' : undefined}
        aria-label={unreachable ? reason : undefined}
        tabIndex={unreachable ? 0 : undefined}
      >
        <Button
          variant={variant}
          size={size}
          icon={icon}
          loading={busy}
          disabled={isDisabled}
          aria-description={reason}
          onClick={() => void act()}
        >
          {busy && loadingText ? loadingText : children}
          {!busy && zaps !== undefined && zaps > 0 && <PriceTag zaps={zaps} />}
          {!busy && zaps === undefined && price.isAsking && <PriceRoom data-price-room />}
        </Button>
      </Around>
    </Tooltip>
  );
}

export interface CostButtonProps extends Omit<PaidButtonProps, 'price'> {
  /** The estimate to request; null while it is not known, and the button waits. */
  cost: EstimateRequest | null;
}

/** A button for a paid action whose price the server knows. */
export function CostButton({ cost, disabled = false, disabledReason, ...button }: CostButtonProps) {
  const price = usePrice(cost);
  const reason = (disabled ? disabledReason : undefined) ?? (cost === null ? NO_ESTIMATE : undefined);
  return <PaidButton {...button} price={price} disabled={disabled} disabledReason={reason} />;
}

const PriceText = styled.p`
  font-variant-numeric: tabular-nums;
`;

interface PriceLineProps {
  /** Price in zaps; undefined while unknown. */
  zaps: number | undefined;
  /** An addition to the price, directly after the word 'zaps'. */
  note?: string;
  /** Why the price is not covered or not known. */
  reason?: string | false;
  /** Loads the price again. */
  retry?: (() => unknown) | false;
}

/** The price line of all confirmations, below the action and its count. */
export function PriceLine({ zaps, note = '', reason, retry }: PriceLineProps) {
  return (
    <Stack gap={3}>
      <PriceText role="status">{zaps !== undefined && `Cost: ${formatZaps(zaps)} zaps${note}`}</PriceText>
      {reason && <p>{reason}</p>}
      {retry && <Button onClick={() => void retry()}>Try Loading the Price Again</Button>}
    </Stack>
  );
}
