import styled from '@emotion/styled';
import { AlertDialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { DialogFooter, dialogOverlay, dialogPanel, onPassedEscape, useBackCloses } from './Dialog';
import { space, tokens } from './tokens';

const Overlay = styled(Primitive.Overlay)(dialogOverlay(50));
const Panel = styled(Primitive.Content)(dialogPanel(50, 440));
const Words = styled.div`
  padding: ${space(6)};
  overflow-y: auto;
`;
const Title = styled(Primitive.Title)`
  font-size: ${tokens.heading3};
`;
const Body = styled.div`
  margin-top: ${space(2)};
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  body: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  onConfirm: () => void;
  /** True while the confirmed action is running; the dialog then stays open and ignores clicks. */
  pending?: boolean;
  /** True to disable the confirm button; the body gives the reason. */
  disabled?: boolean;
  onCloseAutoFocus?: (event: Event) => void;
}

/** A confirmation dialog. Cancel and Escape close it, and its owner does once the action is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  cancelLabel = 'Cancel',
  destructive = false,
  onConfirm,
  pending = false,
  disabled = false,
  onCloseAutoFocus,
}: ConfirmDialogProps) {
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Overlay />
        <Panel data-dialog onKeyDown={onPassedEscape(() => onOpenChange(false))} onCloseAutoFocus={onCloseAutoFocus}>
          <Words>
            <Title>{title}</Title>
            <Primitive.Description asChild>
              <Body>{body}</Body>
            </Primitive.Description>
          </Words>
          <DialogFooter>
            <Primitive.Cancel asChild>
              <Button variant="secondary">{cancelLabel}</Button>
            </Primitive.Cancel>
            <Button
              variant={destructive ? 'danger' : 'primary'}
              loading={pending}
              disabled={disabled}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </DialogFooter>
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

/**
 * Last sentences of delete confirmations: for things that Recently Deleted lists, and for things that cannot be
 * restored.
 */
export const RESTORABLE = 'You can restore it from Recently Deleted.';
export const FINAL = 'This action cannot be undone.';
