import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useId, useLayoutEffect, useRef } from 'react';
import { useExternalStore } from '../platform/store';
import { TextButton } from './ActionButtons';
import { StyledButton, StyledIconButton } from './Button';
import { passEscapeOn } from './Dialog';
import { TOAST_DURATION, TOAST_SWIPE_THRESHOLD, toastStore } from './toast-store';
import type { ToastEntry } from './toast-store';
import { mobile, space, tokens } from './tokens';

/** Returns true if one element overlaps another on screen. */
function covers(upper: Element, lower: Element): boolean {
  const [a, b] = [upper.getBoundingClientRect(), lower.getBoundingClientRect()];
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

const enter = keyframes`from { opacity: 0; transform: translateY(12px); }`;
const leave = keyframes`to { opacity: 0; }`;

const Viewport = styled(Primitive.Viewport)`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  position: fixed;
  right: 0;
  bottom: 0;
  z-index: 70;
  width: min(420px, 100vw);
  margin: 0;
  padding: ${space(4)};
  /* A modal dialog disables the page's pointer events, but a toast's Undo must still work. */
  pointer-events: auto;
  &:empty {
    pointer-events: none;
  }
  /* A large dialog has its buttons in the corner where toasts usually appear, so they move to the left. */
  body:has([data-dialog]) &,
  &[data-aside='true'] {
    right: auto;
    left: 0;
  }
  ${mobile} {
    width: 100vw;
    /* On a phone a dialog spans the whole width: at the bottom, toasts would cover its buttons. */
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

/** The primitive requires a swipe longer than its threshold, while a swipe of exactly our threshold should count. */
const LONGER_THAN = TOAST_SWIPE_THRESHOLD - 0.001;

function ToastPanel({ entry }: { entry: ToastEntry }) {
  const titleId = useId();
  const { undo } = entry;
  const action = undo ? { label: 'Undo', onClick: () => void undo() } : entry.action;
  return (
    <Panel
      open={entry.open}
      onOpenChange={(open) => {
        if (!open) toastStore.dismiss(entry.id);
      }}
      duration={entry.duration ?? TOAST_DURATION}
      onEscapeKeyDown={passEscapeOn}
      data-variant={entry.variant ?? 'default'}
    >
      <Words>
        <Primitive.Title id={titleId} className="title">
          {entry.title}
        </Primitive.Title>
        {entry.description && (
          <Primitive.Description className="description">{entry.description}</Primitive.Description>
        )}
        {entry.details && <p className="description">{entry.details}</p>}
        {entry.link && (
          <TextButton type="button" onClick={entry.link.onClick}>
            {entry.link.label}
          </TextButton>
        )}
      </Words>
      {action && (
        <Primitive.Action asChild altText={`${action.label}: press F8 to reach this notification`}>
          {/* Several toasts may have an Undo button, which the title distinguishes. */}
          <StyledButton
            type="button"
            data-variant="secondary"
            data-size="small"
            aria-describedby={titleId}
            onClick={action.onClick}
          >
            {action.label}
          </StyledButton>
        </Primitive.Action>
      )}
      <Primitive.Close asChild>
        <StyledIconButton type="button" aria-label="Dismiss">
          <X size={16} aria-hidden />
        </StyledIconButton>
      </Primitive.Close>
    </Panel>
  );
}

/** Shows the toasts; F8 moves the focus to them. */
export function Toaster() {
  const entries = useExternalStore(toastStore.subscribe, toastStore.snapshot);
  const viewport = useRef<HTMLOListElement>(null);
  // Runs before paint, since a toast that jumps would distract more than one that covers something.
  useLayoutEffect(() => {
    if (!viewport.current || !entries.some(({ open }) => open)) return;
    viewport.current.dataset.aside = 'false';
    const area = viewport.current;
    const spokenOf = entries.flatMap(({ open, about }) => (open && about?.()) || []);
    // Measures the viewport rather than the panels, because the panels enter from below and move up.
    if (spokenOf.some((element) => covers(area, element))) area.dataset.aside = 'true';
  }, [entries]);
  return (
    <Primitive.Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={LONGER_THAN}>
      {entries.map((entry) => (
        <ToastPanel key={entry.id} entry={entry} />
      ))}
      <Viewport ref={viewport} hotkey={HOTKEY} />
    </Primitive.Provider>
  );
}
const HOTKEY = ['F8'];
