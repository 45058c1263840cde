import styled from '@emotion/styled';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { clearChat } from '../../domains/chat/remove';
import { ConfirmDialog, FINAL, space, tokens } from '../../ui';

const Fault = styled.p`
  margin-top: ${space(3)};
  color: ${tokens.danger};
`;

export interface ClearChatDialogProps {
  projectId: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function ClearChatDialog({ projectId, open, onOpenChange }: ClearChatDialogProps) {
  const queryClient = useQueryClient();
  const [clearing, setClearing] = useState(false);
  const [failed, setFailed] = useState(false);

  function change(next: boolean): void {
    setFailed(false);
    onOpenChange(next);
  }
  async function clear(): Promise<void> {
    setClearing(true);
    setFailed(false);
    const cleared = await clearChat(queryClient, projectId);
    setClearing(false);
    if (cleared) change(false);
    else setFailed(true);
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title="Clear Chat"
      body={
        <>
          Are you sure you want to clear all chat messages? {FINAL}
          {failed && <Fault role="alert">Couldn&apos;t clear the chat. Please try again.</Fault>}
        </>
      }
      confirmLabel="Clear"
      destructive
      pending={clearing}
      onConfirm={() => void clear()}
    />
  );
}
