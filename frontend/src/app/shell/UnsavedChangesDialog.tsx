import { ConfirmDialog } from '../../ui';

export interface UnsavedChangesDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** The code loads separately, because the dialog is only needed when a logout finds edits that it cannot save. */
export function UnsavedChangesDialog({ onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Some changes are not saved"
      body="They haven't reached the server. They stay in this browser, and you get them back when you sign in here again."
      confirmLabel="Log Out"
      cancelLabel="Stay"
      onConfirm={onLeave}
    />
  );
}
