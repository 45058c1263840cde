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

/** Leaves an Escape pressed in a dialog to that dialog, so that a toast over the dialog does not handle the key. */
export function passEscapeOn(event: KeyboardEvent): void {
  const { target } = event;
  const isInDialog = target instanceof Element && target.closest('[data-dialog]') !== null;
  if (!isInDialog || target.closest('[data-radix-popper-content-wrapper]')) return;
  event.preventDefault();
  passedOn.add(event);
}

/** Closes a dialog on an Escape that a toast did not handle. */
export const onPassedEscape =
  (close: () => void) =>
  ({ key, nativeEvent }: ReactKeyboardEvent): void => {
    if (key === 'Escape' && passedOn.has(nativeEvent)) close();
  };

/** The open dialogs, the topmost last. */
const open: symbol[] = [];

/** Makes the browser's Back button close the topmost open dialog instead of leaving the page. */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  // Undefined when a dialog is rendered without a router.
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

/** Styles of a dialog's backdrop; a higher layer covers lower ones. */
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
/** Styles of a dialog's panel, on the same layer as its backdrop. */
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
  &[data-size='side'],
  &[data-size='full'] {
    inset: 0 0 0 auto;
    width: min(480px, 100vw);
    max-height: none;
    transform: none;
    border-width: 0 0 0 1px;
    border-radius: 0;
    animation: ${fade} ${tokens.fast};
  }
  &[data-size='full'] {
    width: 100vw;
    border: 0;
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
  /* Reserves the scrollbar's width, so that a row does not wrap when the scrollbar appears. */
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
  /** side: a drawer at the right edge, which fills a narrow window. full: fills every window. */
  size?: 'medium' | 'large' | 'side' | 'full';
  /** Called before the focus returns to the opener; preventDefault keeps the focus where it is. */
  onCloseAutoFocus?: (event: Event) => void;
  /** Element that gets the focus when the dialog opens; by default the first control. */
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
  // An explicit undefined stops Radix's warning about the missing description.
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
            // Radix returns the focus only to its own trigger elements.
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

/** Returns the focus after closing, for dialogs without a trigger element. */
export function useFocusReturn(open: boolean): (event: Event) => void {
  const opener = useRef<Element | null>(null);
  // Layout effects run before the dialog takes the focus.
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return (event) => {
    if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
    event.preventDefault();
    opener.current.focus();
  };
}
