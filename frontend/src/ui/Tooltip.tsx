import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { Tooltip as Primitive } from 'radix-ui';
import { createContext, use, useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { space, tokens } from './tokens';

const FloatingContext = createContext<HTMLElement | null>(null);

/**
 * Where menus, lists and tooltips are put: inside the page's landmark, or inside the dialog that they were opened in, so
 * that a screen reader finds them there and a dialog does not hide them.
 */
export const FloatingContainer = FloatingContext.Provider;
export const useFloatingContainer = (): HTMLElement | undefined => use(FloatingContext) ?? undefined;

/** While it is rendered the page takes no clicks: one that closes a menu must not also do something below it. */
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

/** One for the whole application: 700 ms until a tooltip opens, at once within 300 ms of the last one. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Primitive.Provider>
  );
}

export interface TooltipProps {
  /** Without content there is no tooltip. */
  content: ReactNode;
  /** One element that takes a ref and events. */
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  // Always the same elements around the children: a tooltip that comes or goes must not make them anew.
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
