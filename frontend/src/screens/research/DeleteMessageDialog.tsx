import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteMessage } from '../../domains/chat/remove';
import { ConfirmDialog } from '../../ui';

export interface DeleteMessageDialogProps {
  projectId: string | null;
  /** Null: nothing is asked. */
  messageId: string | null;
  onClose: () => void;
}

export function DeleteMessageDialog({ projectId, messageId, onClose }: DeleteMessageDialogProps) {
  const queryClient = useQueryClient();
  const [deleting, setDeleting] = useState(false);

  async function confirm(id: string): Promise<void> {
    setDeleting(true);
    await deleteMessage(queryClient, projectId, id);
    setDeleting(false);
    onClose();
  }
  return (
    <ConfirmDialog
      open={messageId !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete Message"
      body="Are you sure you want to delete this message?"
      confirmLabel="Delete"
      destructive
      pending={deleting}
      onConfirm={() => messageId !== null && void confirm(messageId)}
    />
  );
}
