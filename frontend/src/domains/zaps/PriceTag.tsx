import styled from '@emotion/styled';
import { Zap } from 'lucide-react';
import { space, VisuallyHidden } from '../../ui';
import { formatZaps } from './format';

const Cost = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;
  padding-left: ${space(2)};
  border-left: 1px solid currentColor;
  font-variant-numeric: tabular-nums;
  line-height: 1;
`;

/** Keeps a price's room until it is known: a button that grew would push its neighbours onto the next line. */
export const PriceRoom = styled.span`
  width: 48px;
`;

/** What a button's action costs, at the end of the button. */
export function PriceTag({ zaps }: { zaps: number }) {
  return (
    <Cost>
      <Zap size={16} aria-hidden />
      {formatZaps(zaps)}
      <VisuallyHidden> zaps</VisuallyHidden>
    </Cost>
  );
}
