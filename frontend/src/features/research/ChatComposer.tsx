import styled from '@emotion/styled';
import { chatPrice, isBlank, LIMITS, mostChatTokens, tokensOf, toZaps } from '@storyreel/contracts';
import type { EstimateRequest } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useKeptForm } from '../../platform/autosave/useKeptForm';
import { isForInputMethod } from '../../platform/input-method';
import { useDebouncedValue } from '../../platform/useDebouncedValue';
import { fitsLimit, LengthNote, mobile, space, tokens } from '../../ui';
import type { TextLimit } from '../../ui';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { KeptOffers } from '../../ui/KeptTexts';
import { CostButton } from '../zaps/PaidButton';
import { useBalance } from '../zaps/api';
import { formatZaps, insufficientZaps } from '../zaps/format';
import { usePrice } from '../zaps/price';
import { postMessage } from './api';

/** Returns the request that estimates a message's price. */
export const chatCost = (text: string): EstimateRequest => ({
  provider: 'openai',
  model: 'gpt-4',
  operation: 'chat_completion',
  usage: { tokens: tokensOf(text) },
});

const Form = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: ${space(2)} ${space(3)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Input = styled(GrowingTextarea)`
  max-height: 150px;
  overflow-y: auto;
  resize: none;
`;
const Note = styled.p`
  margin-top: ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

const LIMIT: TextLimit = { max: LIMITS.chatMessageBytes, unit: 'bytes' };
/** Milliseconds without typing before the price is estimated. */
const REST_MS = 300;

export interface ChatComposerProps {
  projectId: string | null;
  /** True while a message is being sent or a reply is in progress. */
  pending: boolean;
  onSending: (sending: boolean) => void;
}

/** Field for writing a message. The text stays until the server has received it. */
export function ChatComposer({ projectId, pending, onSending }: ChatComposerProps) {
  const queryClient = useQueryClient();
  const noteId = useId();
  const [text, setText] = useState('');
  const kept = useKeptForm(`chat/${projectId ?? 'none'}`, '', text);
  const balance = useBalance().data;
  const rested = useDebouncedValue(text.trim(), REST_MS);
  const cost = chatCost(rested);
  const price = usePrice(cost);
  const most = toZaps(chatPrice(mostChatTokens(text.trim())).units);
  const short = balance !== undefined && balance < most;
  const maySend = !isBlank(text) && !pending && !short && fitsLimit(text, LIMIT);
  const { formRef, returnFocus } = useFocusAfter(pending);

  async function send(): Promise<void> {
    const content = text.trim();
    returnFocus();
    onSending(true);
    const posted = await postMessage(queryClient, projectId, content);
    onSending(false);
    if (!posted) return;
    kept.saved(text);
    setText('');
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || isForInputMethod(event)) return;
    event.preventDefault();
    // Sends the message only when its maximum price is displayed and the balance covers it.
    if (maySend && !price.unknown && !price.short) void send();
  }
  return (
    <div>
      <Form ref={formRef}>
        <Input
          aria-label="Message"
          rows={1}
          dir="auto"
          value={text}
          disabled={pending}
          placeholder="Ask about your story…"
          aria-describedby={noteId}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <CostButton
          cost={cost}
          variant="primary"
          icon={<SendHorizontal size={16} aria-hidden />}
          disabled={!maySend}
          disabledReason={short ? insufficientZaps(most, balance) : undefined}
          onAction={send}
        >
          Send
        </CostButton>
      </Form>
      <Note id={noteId}>
        Enter sends, Shift+Enter makes a new line. The cost depends on length: {formatZaps(most)} zaps at most.
      </Note>
      <LengthNote text={text} limit={LIMIT} />
      <KeptOffers kept={kept} read={(value) => value} excerptOf={(value) => value} onBringBack={setText} />
    </div>
  );
}

/** Restores the focus after a message was sent by keyboard, since a disabled field loses the focus. */
function useFocusAfter(pending: boolean) {
  const formRef = useRef<HTMLDivElement>(null);
  const wanted = useRef(false);
  useEffect(() => {
    if (pending || !wanted.current) return;
    wanted.current = false;
    formRef.current?.querySelector('textarea')?.focus();
  }, [pending]);
  return {
    formRef,
    returnFocus: () => {
      wanted.current = formRef.current?.contains(document.activeElement) ?? false;
    },
  };
}
