import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { Tooltip as Primitive } from 'radix-ui';
import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { space, tokens } from './tokens';

const FloatingContext = createContext<HTMLElement | null>(null);

/**
 * Container of menus, lists and tooltips: the page's landmark, or the dialog that contains their control. Screen
 * readers find them there, and the dialog does not cover them.
 */
export const FloatingContainer = FloatingContext.Provider;
export const useFloatingContainer = (): HTMLElement | undefined => use(FloatingContext) ?? undefined;

/**
 * Blocks clicks on the page while rendered, so that a click which closes a menu does not also act on the element below
 * it.
 */
export function PageShield() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.shielded = '';
    return () => {
      delete dataset.shielded;
    };
  }, []);
  return null;
}

const appear = keyframes`from { opacity: 0; transform: translateY(2px); }`;
const Bubble = styled(Primitive.Content)`
  z-index: 60;
  max-width: 280px;
  padding: ${space(1.5)} ${space(2.5)};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.text1};
  color: ${tokens.surface1};
  font-size: ${tokens.caption};
  line-height: 1.4;
  box-shadow: ${tokens.shadow};
  animation: ${appear} ${tokens.fast};
`;

/**
 * Provides the delays of all tooltips in the app: a tooltip opens after 700 ms, or at once within 300 ms of the
 * previous one.
 */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Primitive.Provider>
  );
}

export interface TooltipProps {
  /** Content of the tooltip; no tooltip is shown when it is empty. */
  content: ReactNode;
  /** One element that accepts a ref and events. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  // Renders the same elements with and without content, so that the children do not remount.
  const [open, setOpen] = useState(false);
  return (
    <Primitive.Root open={open && Boolean(content)} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={useFloatingContainer()}>
        <Bubble side={side} sideOffset={6} collisionPadding={8}>
          {content}
        </Bubble>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
