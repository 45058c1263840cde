import styled from '@emotion/styled';
import { createLink } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { Skeleton, space, tokens, Tooltip, VisuallyHidden } from '../../ui';
import { formatBalance, zapsInWords } from './format';
import { useBalance } from './queries';
import { useAnimatedNumber } from './useSoftNumber';

const Anchor = styled.a`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 32px;
  padding: 0 ${space(3)} 0 ${space(2)};
  border: 1px solid ${tokens.line};
  border-radius: 16px;
  background: ${tokens.surface1};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  text-decoration: none;
  white-space: nowrap;
  &:hover {
    background: ${tokens.surface2};
  }
  & svg {
    fill: ${tokens.accent};
    color: ${tokens.accentInk};
  }
`;
const Pill = createLink(Anchor);

/** The zaps that are left, counting down softly when some are spent. */
export function ZapBalance() {
  const { data: balance, isError } = useBalance();
  const shown = useAnimatedNumber(balance);
  return (
    <Tooltip content={balance === undefined ? null : zapsInWords(balance)} side="bottom">
      <Pill to="/credits" search={{}} data-testid="zap-balance">
        <Zap size={16} aria-hidden />
        {isError && balance === undefined ? (
          <span>
            – <VisuallyHidden>Couldn't load the balance</VisuallyHidden>
          </span>
        ) : shown === undefined || balance === undefined ? (
          <>
            <Skeleton width="32px" height="14px" />
            <VisuallyHidden>Zap balance</VisuallyHidden>
          </>
        ) : (
          <>
            {/* A screen reader hears the value, not every step to it. */}
            <span aria-hidden>{formatBalance(shown)}</span>
            <VisuallyHidden>{formatBalance(balance)} zaps</VisuallyHidden>
          </>
        )}
      </Pill>
    </Tooltip>
  );
}
