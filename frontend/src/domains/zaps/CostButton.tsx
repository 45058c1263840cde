import type { EstimateRequest } from '@storyreel/contracts';
import { NO_ESTIMATE } from './format';
import { PaidButton, type PaidButtonProps } from './PaidButton';
import { usePrice } from './usePrice';

export interface CostButtonProps extends Omit<PaidButtonProps, 'price'> {
  /** What to ask the price of; null: not known yet, and the button waits. */
  cost: EstimateRequest | null;
}

/** A button for a paid action whose price the server says. */
export function CostButton({ cost, disabled = false, disabledReason, ...button }: CostButtonProps) {
  const price = usePrice(cost);
  const reason = (disabled ? disabledReason : undefined) ?? (cost === null ? NO_ESTIMATE : undefined);
  return <PaidButton {...button} price={price} disabled={disabled} disabledReason={reason} />;
}
