import styled from '@emotion/styled';
import { Button, Stack } from '../../ui';
import { formatZaps } from './format';

const PriceText = styled.p`
  font-variant-numeric: tabular-nums;
`;

interface PriceLineProps {
  /** Undefined while it is not known. */
  zaps: number | undefined;
  /** What belongs to the price, right behind the word zaps. */
  note?: string;
  /** Why it cannot be paid, or is not known. */
  reason?: string | false;
  /** Asks for the price again. */
  retry?: (() => unknown) | false;
}

/** What a confirmation costs, as every one of them says it, below what it does and to how many. */
export function PriceLine({ zaps, note = '', reason, retry }: PriceLineProps) {
  return (
    <Stack gap={3}>
      <PriceText role="status">{zaps !== undefined && `Cost: ${formatZaps(zaps)} zaps${note}`}</PriceText>
      {reason && <p>{reason}</p>}
      {retry && <Button onClick={() => void retry()}>Try Loading the Price Again</Button>}
    </Stack>
  );
}
