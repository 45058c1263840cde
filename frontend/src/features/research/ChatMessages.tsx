import styled from '@emotion/styled';
import type { ChatMessage } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Square, Trash2 } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { dateFormat } from '../../platform/time/written-dates';
import { Button, ConfirmDialog, IconButton, Row, space, Spinner, tokens } from '../../ui';
import { CostButton } from '../zaps/PaidButton';
import { chatCost } from './ChatComposer';
import { MessageText } from './MessageText';
import { deleteMessage, retryReply, stopReply } from './api';

const Item = styled.article`
  justify-self: start;
  max-width: min(100%, 76ch);
  min-width: 0;
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  &[data-role='user'] {
    justify-self: end;
    background: ${tokens.surface2};
  }
`;
const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Question = styled.p`
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Note = styled(Row)`
  margin-top: ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  &[data-failed='true'] {
    color: ${tokens.danger};
  }
`;

const time = dateFormat({ dateStyle: 'short', timeStyle: 'short' });

export interface ChatMessageItemProps {
  message: ChatMessage;
  /** The question that this message answers, if known. */
  question: string | undefined;
  /** True while another reply is in progress. */
  busy: boolean;
  onDelete: (id: string) => void;
}

const ChatMessageItem = memo(function ChatMessageItem({ message, question, busy, onDelete }: ChatMessageItemProps) {
  const queryClient = useQueryClient();
  const { id, role, content, createdAt, projectId, status, error } = message;
  const isMine = role === 'user';
  return (
    <Item data-role={role} aria-label={isMine ? 'You' : 'AI Assistant'}>
      <Head>
        <span>
          <b>{isMine ? 'You' : 'AI Assistant'}</b> <time dateTime={createdAt}>{time(createdAt)}</time>
        </span>
        <IconButton label="Delete message" icon={<Trash2 size={16} />} onClick={() => onDelete(id)} />
      </Head>
      {isMine ? (
        <Question dir="auto">{content}</Question>
      ) : (
        content !== '' && <MessageText projectId={projectId} text={content} />
      )}
      {status === 'stopped' && <Note gap={2}>Stopped.</Note>}
      {status === 'failed' && (
        <Note gap={3} data-failed="true" role="alert">
          {error}
          <CostButton
            cost={chatCost(question ?? '')}
            size="small"
            icon={<RotateCcw size={16} aria-hidden />}
            disabled={busy || question === undefined}
            disabledReason={
              question === undefined ? 'The message it answers was deleted.' : 'Another reply is being written.'
            }
            onAction={() => retryReply(queryClient, id)}
          >
            Try Again
          </CostButton>
        </Note>
      )}
    </Item>
  );
});

export interface DeleteMessageDialogProps {
  projectId: string | null;
  /** Id of the message; null while the dialog is closed. */
  messageId: string | null;
  onClose: () => void;
}

function DeleteMessageDialog({ projectId, messageId, onClose }: DeleteMessageDialogProps) {
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

/** Milliseconds before a list of messages scrolls to its new end. */
export const SCROLL_DELAY_MS = 100;
/** Distance from the end, in pixels, up to which the list follows a growing reply. */
const NEAR_END = 120;

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR_END;

export interface ScrolledList {
  listRef: RefObject<HTMLDivElement | null>;
  /** Loads earlier messages without moving the visible ones. */
  keepPlace(load: () => Promise<unknown>): Promise<void>;
}

/** Scrolls to new messages. Follows a growing reply only if the list is scrolled to its end. */
function useScrollToEnd(messages: readonly ChatMessage[]): ScrolledList {
  const listRef = useRef<HTMLDivElement>(null);
  const seen = useRef<string | undefined>(undefined);
  const last = messages.at(-1);
  const lastId = last?.id;
  const length = last?.content.length;

  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    if (seen.current === lastId && !isNearEnd(list)) return;
    seen.current = lastId;
    const timer = setTimeout(() => {
      list.scrollTop = list.scrollHeight;
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lastId, length]);

  async function keepPlace(load: () => Promise<unknown>): Promise<void> {
    const list = listRef.current;
    const below = list ? list.scrollHeight - list.scrollTop : 0;
    await load();
    requestAnimationFrame(() => {
      if (list) list.scrollTop = list.scrollHeight - below;
    });
  }
  return { listRef, keepPlace };
}

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
  /** The reply in progress. */
  reply: ChatMessage | undefined;
  pending: boolean;
  /** Loads earlier messages; null when all are loaded. */
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
