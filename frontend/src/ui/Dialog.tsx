import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { useRouter } from '@tanstack/react-router';
import type { RouterHistory } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent as ReactKeyboardEvent, ReactNode, RefObject } from 'react';
import { StyledIconButton } from './Button';
import { FloatingContainer } from './Tooltip';
import { mobile, space, tokens } from './tokens';

const passedOn = new WeakSet<Event>();

/**
 * A toast that came after a dialog lies over it, and takes its Escape. For the toast: leaves a key that was pressed in
 * a dialog to the dialog.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  const { target } = event;
  const isInDialog = target instanceof Element && target.closest('[data-dialog]') !== null;
  if (!isInDialog || target.closest('[data-radix-popper-content-wrapper]')) return;
  event.preventDefault();
  passedOn.add(event);
}

/** For the dialog: closes it on an Escape that a toast has passed on. */
export const onPassedEscape =
  (close: () => void) =>
  ({ key, nativeEvent }: ReactKeyboardEvent): void => {
    if (key === 'Escape' && passedOn.has(nativeEvent)) close();
  };

/** The dialogs that are open, the topmost last. */
const open: symbol[] = [];

/** While it is open, the browser's Back closes a dialog and leaves the page where it is. Of several it is the topmost. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  // A dialog can be drawn where nothing has an address.
  const router: { history: RouterHistory } | undefined = useRouter({ warn: false });
  const newest = useRef(close);
  useEffect(() => {
    newest.current = close;
  });
  useEffect(() => {
    if (!isOpen || !router) return;
    const self = Symbol('dialog');
    open.push(self);
    const unblock = router.history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action }) => {
        if (action !== 'BACK' || open.at(-1) !== self) return false;
        newest.current();
        return true;
      },
    });
    return () => {
      open.splice(open.indexOf(self), 1);
      unblock();
    };
  }, [isOpen, router]);
}

const fade = keyframes`from { opacity: 0; }`;
const rise = keyframes`from { opacity: 0; transform: translate(-50%, calc(-50% + 8px)); }`;

/** What lies over the page behind a dialog; the higher of two layers lies over the other. */
export const dialogOverlay = (layer: number) => `
  position: fixed;
  inset: 0;
  z-index: ${layer};
  background: ${tokens.overlay};
`;
export const DialogOverlay = styled(Primitive.Overlay)`
  ${dialogOverlay(40)}
  animation: ${fade} ${tokens.fast};
`;
/** A dialog itself, on the layer of its overlay. */
export const dialogPanel = (layer: number, width = 520) => `
  position: fixed;
  left: 50%;
  top: 50%;
  z-index: ${layer};
  display: flex;
  flex-direction: column;
  width: min(${width}px, calc(100vw - 32px));
  max-height: calc(100dvh - 32px);
  transform: translate(-50%, -50%);
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  &:focus { outline: none; }
`;
const Panel = styled(Primitive.Content)`
  ${dialogPanel(40)}
  animation: ${rise} ${tokens.slow};
  &[data-size='large'] {
    width: min(920px, calc(100vw - 32px));
  }
`;
const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(4)};
  padding: ${space(5)} ${space(5)} 0 ${space(6)};
`;
export const DialogTitle = styled(Primitive.Title)`
  font-size: ${tokens.heading3};
  overflow-wrap: anywhere;
`;
const Description = styled(Primitive.Description)`
  padding: ${space(1)} ${space(6)} 0;
  color: ${tokens.text2};
`;
const Body = styled.div`
  overflow-y: auto;
  /* What is beside one another must not wrap because a scrollbar comes. */
  scrollbar-gutter: stable;
  padding: ${space(4)} ${space(6)} ${space(6)};
`;
export const DialogFooter = styled.div`
  display: flex;
  justify-content: flex-end;
  flex-wrap: wrap;
  gap: ${space(2)};
  padding: ${space(4)} ${space(6)};
  border-top: 1px solid ${tokens.line};
  ${mobile} {
    padding: ${space(4)};
    & > * {
      flex: 1;
    }
  }
`;

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  size?: 'medium' | 'large';
  /** Called before focus goes back to what opened the dialog; preventDefault keeps it elsewhere. */
  onCloseAutoFocus?: (event: Event) => void;
  /** What has the focus first; else the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
}

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size,
  onCloseAutoFocus,
  initialFocus,
}: DialogProps) {
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const opener = useRef<Element | null>(null);
  useBackCloses(open, () => onOpenChange(false));
  // Radix warns about a dialog without a description unless it is told that there is none.
  const described = description ? {} : { 'aria-describedby': undefined };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <DialogOverlay />
        <Panel
          ref={setPanel}
          data-dialog
          data-size={size}
          onKeyDown={onPassedEscape(() => onOpenChange(false))}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={(event) => {
            onCloseAutoFocus?.(event);
            // Radix gives the focus back to its own triggers only.
            if (event.defaultPrevented || !(opener.current instanceof HTMLElement)) return;
            if (opener.current.isConnected && opener.current !== document.body) {
              event.preventDefault();
              opener.current.focus({ preventScroll: true });
            }
          }}
          {...described}
        >
          <Head>
            <DialogTitle>{title}</DialogTitle>
            <Primitive.Close asChild>
              <StyledIconButton aria-label="Close">
                <X size={20} aria-hidden />
              </StyledIconButton>
            </Primitive.Close>
          </Head>
          {description && <Description>{description}</Description>}
          <FloatingContainer value={panel}>
            <Body>{children}</Body>
            {footer && <DialogFooter>{footer}</DialogFooter>}
          </FloatingContainer>
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/** For a dialog that no trigger element opens: hands the focus back to what had it before. */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  // Before the dialog takes the focus, which it does after layout.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}
