import styled from '@emotion/styled';
import type { ChatMessage } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { useState } from 'react';
import { stopReply } from '../../domains/chat/ask';
import { Button, Row, space, Spinner, tokens } from '../../ui';
import { ChatMessageItem } from './ChatMessageItem';
import { DeleteMessageDialog } from './DeleteMessageDialog';
import { useScrollToEnd } from './useScrollToEnd';

const List = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: start;
  gap: ${space(4)};
  max-height: min(60vh, 640px);
  min-height: 160px;
  padding: ${space(1)};
  overflow-y: auto;
  overscroll-behavior: contain;
`;
const Thinking = styled(Row)`
  color: ${tokens.text2};
`;

export interface ChatMessagesProps {
  projectId: string | null;
  messages: ChatMessage[];
  /** The reply that is under way. */
  reply: ChatMessage | undefined;
  pending: boolean;
  /** Reads what was said before; null when that is all. */
  earlier: (() => Promise<unknown>) | null;
}

export function ChatMessages({ projectId, messages, reply, pending, earlier }: ChatMessagesProps) {
  const queryClient = useQueryClient();
  const { listRef, keepPlace } = useScrollToEnd(messages);
  const [deleting, setDeleting] = useState<string | null>(null);
  return (
    <>
      <List ref={listRef} role="region" aria-label="Messages" tabIndex={0}>
        {earlier && (
          <div>
            <Button size="small" variant="ghost" onClick={() => void keepPlace(earlier)}>
              Show Earlier Messages
            </Button>
          </div>
        )}
        {messages.map((message, index) => {
          if (message.status === 'pending') return null;
          return (
            <ChatMessageItem
              key={message.id}
              message={message}
              question={messages[index - 1]?.role === 'user' ? messages[index - 1]?.content : undefined}
              busy={pending}
              onDelete={setDeleting}
            />
          );
        })}
      </List>
      <div role="status">
        {pending && (
          <Thinking gap={3}>
            <Spinner size={16} label={null} />
            AI is thinking...
            {reply && (
              <Button
                size="small"
                icon={<Square size={14} aria-hidden />}
                onClick={() => void stopReply(queryClient, reply.id)}
              >
                Stop
              </Button>
            )}
          </Thinking>
        )}
      </div>
      <DeleteMessageDialog projectId={projectId} messageId={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}
