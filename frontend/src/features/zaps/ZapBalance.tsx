import styled from '@emotion/styled';
import { createLink } from '@tanstack/react-router';
import { Zap } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Skeleton, space, tokens, Tooltip, VisuallyHidden } from '../../ui';
import { useBalance } from './api';
import { formatBalance, zapsInWords } from './format';

const DURATION_MS = 600;
const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/**
 * Animates a number towards its new value, which makes spending visible. Changes it at once when reduced motion is set.
 */
export function useAnimatedNumber(target: number | undefined): number | undefined {
  const [shown, setShown] = useState(target);
  const latest = useRef(target);
  useEffect(() => {
    const from = latest.current;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (target === undefined || from === undefined || from === target || still) {
      latest.current = target;
      setShown(target);
      return;
    }
    let frame = 0;
    let startedAt: number | null = null;
    const step = (now: number) => {
      startedAt ??= now;
      const progress = Math.min(1, (now - startedAt) / DURATION_MS);
      const value = progress === 1 ? target : from + (target - from) * easeOut(progress);
      latest.current = value;
      setShown(value);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}

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

/** Shows the remaining zaps, counting down when some are spent. */
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
            {/* Screen readers get only the final value, not every step. */}
            <span aria-hidden>{formatBalance(shown)}</span>
            <VisuallyHidden>{formatBalance(balance)} zaps</VisuallyHidden>
          </>
        )}
      </Pill>
    </Tooltip>
  );
}
