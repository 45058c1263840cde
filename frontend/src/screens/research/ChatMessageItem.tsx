import styled from '@emotion/styled';
import type { ChatMessage } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { retryReply } from '../../domains/chat/ask';
import { CostButton } from '../../domains/zaps/CostButton';
import { IconButton, Row, space, tokens } from '../../ui';
import { chatCost } from './chat-cost';
import { MessageText } from './MessageText';

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

const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

export interface ChatMessageItemProps {
  message: ChatMessage;
  /** What it answers, as far as that is known. */
  question: string | undefined;
  /** Another reply is under way. */
  busy: boolean;
  onDelete: (id: string) => void;
}

export const ChatMessageItem = memo(function ChatMessageItem({
  message,
  question,
  busy,
  onDelete,
}: ChatMessageItemProps) {
  const queryClient = useQueryClient();
  const { id, role, content, createdAt, projectId, status, error } = message;
  const isMine = role === 'user';
  return (
    <Item data-role={role} aria-label={isMine ? 'You' : 'AI Assistant'}>
      <Head>
        <span>
          <b>{isMine ? 'You' : 'AI Assistant'}</b> <time dateTime={createdAt}>{time.format(new Date(createdAt))}</time>
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
