import { ConfirmDialog } from '../../ui';

export interface UnsavedChangesDialogProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asked only when a logout finds changes that it cannot save, so its code comes then. */
export function UnsavedChangesDialog({ onStay, onLeave }: UnsavedChangesDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Some changes are not saved"
      body="They could not be sent to the server. They stay in this browser, and only you see them again when you sign in here."
      confirmLabel="Log out"
      cancelLabel="Stay"
      onConfirm={onLeave}
    />
  );
}
