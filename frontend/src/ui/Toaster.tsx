import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { Toast as Primitive } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { StyledButton } from './Button';
import { StyledIconButton } from './IconButton';
import { TOAST_DURATION, TOAST_SWIPE_THRESHOLD, toastStore } from './toast-store';
import { mobile, space, tokens } from './tokens';

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
  ${mobile} {
    width: 100vw;
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

/** The primitive wants a swipe to be longer than this, to a fraction of a pixel; ours may be just as long. */
const LONGER_THAN = TOAST_SWIPE_THRESHOLD - 0.001;

/** The notification area; F8 moves the focus here. */
export function Toaster() {
  const entry = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
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
          data-variant={entry.variant ?? 'default'}
        >
          <Words>
            <Primitive.Title className="title">{entry.title}</Primitive.Title>
            {entry.description && (
              <Primitive.Description className="description">{entry.description}</Primitive.Description>
            )}
          </Words>
          {entry.action && (
            <Primitive.Action asChild altText={`${entry.action.label}: press F8 to reach this notification`}>
              <StyledButton type="button" data-variant="secondary" data-size="small" onClick={entry.action.onClick}>
                {entry.action.label}
              </StyledButton>
            </Primitive.Action>
          )}
          <Primitive.Close asChild>
            <StyledIconButton type="button" aria-label="Dismiss">
              <X size={16} aria-hidden />
            </StyledIconButton>
          </Primitive.Close>
        </Panel>
      )}
      <Viewport hotkey={HOTKEY} />
    </Primitive.Provider>
  );
}
const HOTKEY = ['F8'];
