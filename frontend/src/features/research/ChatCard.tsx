import styled from '@emotion/styled';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, Card, ConfirmDialog, EmptyState, FINAL, Skeleton, space, Stack, tokens, Unreadable } from '../../ui';
import { ChatComposer } from './ChatComposer';
import { ChatMessages } from './ChatMessages';
import { clearChat, isOpen, useChat } from './api';

const Fault = styled.p`
  margin-top: ${space(3)};
  color: ${tokens.danger};
`;

export interface ClearChatDialogProps {
  projectId: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function ClearChatDialog({ projectId, open, onOpenChange }: ClearChatDialogProps) {
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

const Frame = styled(Card)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
`;
const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  min-height: 36px;
`;
const Title = styled.h2`
  font-size: ${tokens.heading3};
`;

/** The chat about a project, or the chat without a project. */
export function ChatCard({ projectId }: { projectId: string | null }) {
  const titleId = useId();
  const chat = useChat(projectId);
  const [sending, setSending] = useState(false);
  const [clearing, setClearing] = useState(false);
  const messages = chat.data ?? [];
  const reply = messages.findLast(isOpen);
  return (
    <Frame aria-labelledby={titleId}>
      <Head>
        <Title id={titleId}>AI Research Assistant</Title>
        {messages.length > 0 && (
          <Button
            size="small"
            variant="ghost"
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => setClearing(true)}
          >
            Clear Chat
          </Button>
        )}
      </Head>
      {!chat.data && chat.isError && <Unreadable level={3} what="the messages" retry={chat.refetch} />}
      {!chat.data && !chat.isError && (
        <Stack gap={3} aria-busy="true" aria-label="Loading messages">
          <Skeleton height="44px" width="60%" radius={tokens.radius} />
          <Skeleton height="88px" width="80%" radius={tokens.radius} />
        </Stack>
      )}
      {chat.data && messages.length === 0 && !sending && (
        <EmptyState
          level={3}
          drawing="compass"
          title="Ask about your story"
          line="Ask about characters, places or length, and the assistant looks it up in your story."
        />
      )}
      {(messages.length > 0 || sending) && (
        <ChatMessages
          projectId={projectId}
          messages={messages}
          reply={reply}
          pending={sending || reply !== undefined}
          earlier={chat.hasNextPage ? chat.fetchNextPage : null}
        />
      )}
      <ChatComposer projectId={projectId} pending={sending || reply !== undefined} onSending={setSending} />
      <ClearChatDialog projectId={projectId} open={clearing} onOpenChange={setClearing} />
    </Frame>
  );
}
