import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useLayoutEffect, useRef } from 'react';
import { StyledButton } from './Button';
import { covers } from './covers';
import { passEscapeOn } from './dialog-escape';
import { StyledIconButton } from './IconButton';
import { TOAST_DURATION, TOAST_SWIPE_THRESHOLD, type ToastEntry, toastStore } from './toast-store';
import { mobile, space, tokens } from './tokens';
import { useOutside } from '../platform/useOutside';

const enter = keyframes`from { opacity: 0; transform: translateY(12px); }`;
const leave = keyframes`to { opacity: 0; }`;

const Viewport = styled(Primitive.Viewport)`
  position: fixed;
  right: 0;
  bottom: 0;
  z-index: 70;
  width: min(420px, 100vw);
  margin: 0;
  padding: ${space(4)};
  /* A modal dialog switches the page's pointer events off; a toast's Undo must still work. */
  pointer-events: auto;
  &:empty {
    pointer-events: none;
  }
  /* The buttons of a dialog are at its right end, which a large one has under the usual corner. */
  body:has([data-dialog]) &,
  &[data-aside='true'] {
    right: auto;
    left: 0;
  }
  ${mobile} {
    width: 100vw;
    /* At the bottom it would cover the buttons of a dialog, which has the whole width here. */
    body:has([data-dialog]) &,
    &[data-aside='true'] {
      top: 0;
      bottom: auto;
    }
  }
`;
const Panel = styled(Primitive.Root)`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  padding: ${space(3)} ${space(2)} ${space(3)} ${space(4)};
  border: 1px solid ${tokens.line};
  border-left: 4px solid ${tokens.lineStrong};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  touch-action: pan-y;
  &[data-variant='destructive'] {
    border-left-color: ${tokens.danger};
  }
  &[data-variant='destructive'] .title {
    color: ${tokens.danger};
  }
  &[data-state='open'] {
    animation: ${enter} ${tokens.slow};
  }
  &[data-state='closed'] {
    animation: ${leave} ${tokens.fast};
  }
  &[data-swipe='move'] {
    transform: translateX(var(--radix-toast-swipe-move-x));
  }
  &[data-swipe='cancel'] {
    transform: translateX(0);
    transition: transform ${tokens.slow};
  }
  &[data-swipe='end'] {
    transform: translateX(var(--radix-toast-swipe-end-x));
  }
`;
const Words = styled.div`
  flex: 1;
  min-width: 0;
  overflow-wrap: anywhere;
  & .title {
    font-weight: 600;
  }
  & .description {
    color: ${tokens.text2};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space(2)};
  &:empty {
    display: none;
  }
`;

/** One button for the newest thing, and one for all of them when there are several. */
function actionsOf({ action, undos, afterUndo }: ToastEntry): NonNullable<ToastEntry['action']>[] {
  const undo = { label: afterUndo ? 'Undo Another' : 'Undo', onClick: () => toastStore.undo() };
  const undoAll = { label: 'Undo All', onClick: () => void toastStore.undoAll() };
  return [...(action ? [action] : []), ...(undos.length > 0 ? [undo] : []), ...(undos.length > 1 ? [undoAll] : [])];
}

/** The primitive wants a swipe to be longer than this, to a fraction of a pixel; ours may be just as long. */
const LONGER_THAN = TOAST_SWIPE_THRESHOLD - 0.001;

/** The notification area; F8 moves the focus here. */
export function Toaster() {
  const entry = useOutside(toastStore.subscribe, toastStore.snapshot);
  const viewport = useRef<HTMLOListElement>(null);
  // Before it is painted: a toast that jumps would be noticed more than what it covers.
  useLayoutEffect(() => {
    if (!viewport.current || !entry?.open) return;
    viewport.current.dataset.aside = 'false';
    const spokenOf = entry.about?.();
    // Where it comes to rest: the panel itself begins lower and moves there.
    if (spokenOf && covers(viewport.current, spokenOf)) viewport.current.dataset.aside = 'true';
  }, [entry]);
  return (
    <Primitive.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={LONGER_THAN}>
      {entry && (
        <Panel
          key={entry.id}
          open={entry.open}
          onOpenChange={(open) => {
            if (!open) toastStore.dismiss(entry.id);
          }}
          duration={entry.duration ?? TOAST_DURATION}
          onEscapeKeyDown={passEscapeOn}
          data-variant={entry.variant ?? 'default'}
        >
          <Words>
            <Primitive.Title className="title">{entry.title}</Primitive.Title>
            {entry.description && (
              <Primitive.Description className="description">{entry.description}</Primitive.Description>
            )}
          </Words>
          <Actions>
            {actionsOf(entry).map(({ label, onClick }) => (
              <Primitive.Action key={label} asChild altText={`${label}: press F8 to reach this notification`}>
                <StyledButton type="button" data-variant="secondary" data-size="small" onClick={onClick}>
                  {label}
                </StyledButton>
              </Primitive.Action>
            ))}
          </Actions>
          <Primitive.Close asChild>
            <StyledIconButton type="button" aria-label="Dismiss">
              <X size={16} aria-hidden />
            </StyledIconButton>
          </Primitive.Close>
        </Panel>
      )}
      <Viewport ref={viewport} hotkey={HOTKEY} />
    </Primitive.Provider>
  );
}
const HOTKEY = ['F8'];
