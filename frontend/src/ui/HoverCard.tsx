import styled from '@emotion/styled';
import { Popover, HoverCard as Primitive } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { PointerEvent, ReactNode } from 'react';
import { useFloatingContainer } from './Tooltip';
import { space, tokens } from './tokens';

const Panel = styled(Primitive.Content)`
  z-index: 55;
  width: 280px;
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
`;

/**
 * A card that opens 700 ms after hover or focus begins, and closes 300 ms after it ends. Its content is not
 * interactive.
 */
export function HoverCard({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Root openDelay={700} closeDelay={300}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={useFloatingContainer()}>
        <Panel sideOffset={8} collisionPadding={8}>
          {content}
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

const OPEN_AFTER = 300;
const CLOSE_AFTER = 300;

const PopoverPanel = styled(Popover.Content)`
  z-index: 55;
  width: min(280px, calc(100vw - 32px));
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
`;

export interface HoverPopoverProps {
  /** Accessible name of the card. */
  label: string;
  content: ReactNode;
  /** The button that opens the card; exactly one element. */
  children: ReactNode;
}

/**
 * A card with controls. It opens while a mouse rests on the button, and also by click, touch or key, which move the
 * focus into it. (HoverCard is for content without controls.)
 */
export function HoverPopover({ label, content, children }: HoverPopoverProps) {
  const [open, setOpen] = useState(false);
  /**
   * True for a card that was opened by hovering. Such a card does not take the focus, and closes when the mouse leaves.
   */
  const hovered = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const later = (change: () => void, ms: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(change, ms);
  };
  const mouse = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      if (open) return clearTimeout(timer.current);
      later(() => {
        hovered.current = true;
        setOpen(true);
      }, OPEN_AFTER);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      if (!open) return clearTimeout(timer.current);
      if (hovered.current) later(() => setOpen(false), CLOSE_AFTER);
    },
  };

  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        clearTimeout(timer.current);
        // A click on the button pins a card that was opened by hovering.
        const pins = !next && hovered.current;
        hovered.current = false;
        if (!pins) setOpen(next);
      }}
    >
      <Popover.Trigger asChild {...mouse}>
        {children}
      </Popover.Trigger>
      <Popover.Portal container={useFloatingContainer()}>
        <PopoverPanel
          {...mouse}
          aria-label={label}
          sideOffset={8}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            if (hovered.current) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            if (hovered.current) event.preventDefault();
            hovered.current = false;
          }}
          onEscapeKeyDown={() => {
            hovered.current = false;
          }}
          onInteractOutside={() => {
            hovered.current = false;
          }}
        >
          {content}
        </PopoverPanel>
      </Popover.Portal>
    </Popover.Root>
  );
}
