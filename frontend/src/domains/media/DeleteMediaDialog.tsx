import { useState } from 'react';
import { ConfirmDialog, FINAL, RESTORABLE } from '../../ui';
import { isUsable, type MediaAsset } from './slots';

interface DeleteMediaDialogProps {
  asset: MediaAsset | null;
  onClose: () => void;
  /** Resolves to whether it is gone. */
  onConfirm: (asset: MediaAsset) => Promise<boolean>;
  /** Gives the focus back. */
  onClosed: () => void;
}

/** Asks before an image or a video goes; stays open when the deletion failed. */
export function DeleteMediaDialog({ asset, onClose, onConfirm, onClosed }: DeleteMediaDialogProps) {
  const [pending, setPending] = useState(false);
  const confirm = async () => {
    if (!asset) return;
    setPending(true);
    const gone = await onConfirm(asset);
    setPending(false);
    if (gone) onClose();
  };
  return (
    <ConfirmDialog
      open={asset !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Confirm Deletion"
      body={`Are you sure you want to delete this image/video? ${asset && !isUsable(asset) ? FINAL : RESTORABLE}`}
      confirmLabel="Delete"
      destructive
      pending={pending}
      onConfirm={() => void confirm()}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
    />
  );
}
