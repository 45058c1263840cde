import styled from '@emotion/styled';
import { useRef, useState, type ReactNode } from 'react';
import { logError } from '../../platform/log';
import { Button, tokens, Tooltip, type ButtonVariant } from '../../ui';
import { PriceRoom, PriceTag } from './PriceTag';
import type { Price } from './usePrice';

/* A disabled button takes no pointer events: the tooltip's trigger is around it, reachable by keyboard too. */
const Around = styled.span`
  display: inline-flex;
  border-radius: ${tokens.radius};
`;

export interface PaidButtonProps {
  price: Price;
  onAction: () => Promise<void> | void;
  loadingText?: ReactNode;
  /** The action is under way although this button did not start it. */
  executing?: boolean;
  disabled?: boolean;
  /** Why it is disabled, as a tooltip. */
  disabledReason?: string;
  icon?: ReactNode;
  variant?: ButtonVariant;
  size?: 'small' | 'medium' | 'large';
  children: ReactNode;
}

/** A button for a paid action: shows its price in zaps and is disabled while it cannot be paid. */
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
  // State lags behind a double click; the ref does not.
  const actingNow = useRef(false);
  const busy = executing || acting || (price.unknown && price.isAsking);

  async function act(): Promise<void> {
    if (actingNow.current) return;
    // No price, no paid click.
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
