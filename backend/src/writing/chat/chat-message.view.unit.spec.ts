import { NOW, OWNER } from '../../testing/given-when-then';
import { foldTwice, recorded } from '../../testing/view-spec';
import type { ChatEvent, ChatEventOf } from './chat';
import { chatMessageView } from './chat-message.view';

const [QUESTION, REPLY, HOLD] = ['question', 'reply', 'hold'];
const PROJECT = '22222222-2222-4222-8222-222222222222';
const attempt = { replyId: REPLY, holdId: HOLD };

const posted: ChatEvent = {
  type: 'ChatMessagePosted',
  data: {
    ...attempt,
    messageId: QUESTION,
    projectId: PROJECT,
    content: 'Who lights the lamp?',
    attemptId: 'attempt',
    requestHash: 'hash',
  },
};
const started: ChatEvent = { type: 'ChatReplyStarted', data: { ...attempt, provider: 'sandbox' } };
const grew = (offset: number, text: string): ChatEvent => ({
  type: 'ChatReplyGrew',
  data: { ...attempt, offset, text },
});
const completed = (offset: number, text: string): ChatEvent => {
  const data: ChatEventOf<'ChatReplyCompleted'>['data'] = {
    ...attempt,
    offset,
    text,
    isCutOff: false,
    units: 1,
    usd: 0,
  };
  return { type: 'ChatReplyCompleted', data };
};
const failed: ChatEvent = { type: 'ChatReplyFailed', data: { ...attempt, error: 'No answer.' } };
const stopped: ChatEvent = { type: 'ChatReplyStopped', data: { ...attempt, units: 1 } };
const retried: ChatEvent = { type: 'ChatReplyRetried', data: { ...attempt, attemptId: 'again', requestHash: 'hash' } };

const rowsOf = (...events: ChatEvent[]) =>
  foldTwice(
    chatMessageView,
    events.map((event, index) => recorded(event, index, { streamId: 'chat-id' })),
  );
const replyAfter = (...events: ChatEvent[]) => rowsOf(posted, ...events).get(REPLY);

describe('a question', () => {
  it('adds two messages, the reply after it', () => {
    const common = { userId: OWNER, projectId: PROJECT, error: null, createdAt: NOW };
    expect([...rowsOf(posted).values()]).toEqual([
      { ...common, id: QUESTION, place: 0, role: 'user', content: 'Who lights the lamp?', status: 'complete' },
      { ...common, id: REPLY, place: 1, role: 'assistant', content: '', status: 'pending' },
    ]);
  });

  it('comes after all earlier messages', () => {
    const later = recorded(posted, 7);
    expect([...foldTwice(chatMessageView, [later]).values()].map(({ place }) => place)).toEqual([14, 15]);
  });
});

describe('a reply', () => {
  it('grows by each following piece, and keeps the earlier text', () => {
    expect(replyAfter(started)).toMatchObject({ content: '', status: 'pending' });
    expect(replyAfter(started, grew(0, 'The'))).toMatchObject({ content: 'The', status: 'writing' });
    expect(replyAfter(started, grew(0, 'The'), grew(3, ' keeper'))).toMatchObject({ content: 'The keeper' });
    const whole = replyAfter(started, grew(0, 'The'), completed(3, ' keeper.'));
    expect(whole).toMatchObject({ content: 'The keeper.', status: 'complete', error: null });
  });

  it('starts again when it is retried', () => {
    expect(replyAfter(started, grew(0, 'The'), started)).toMatchObject({ content: '', status: 'pending' });
    expect(replyAfter(started, grew(0, 'The'), failed)).toMatchObject({
      content: 'The',
      status: 'failed',
      error: 'No answer.',
    });
    expect(replyAfter(started, grew(0, 'The'), failed, retried)).toMatchObject({
      content: '',
      status: 'pending',
      error: null,
    });
  });

  it('keeps its text when it is stopped', () => {
    expect(replyAfter(started, grew(0, 'The'), stopped)).toMatchObject({ content: 'The', status: 'stopped' });
  });

  it('does not change the question', () => {
    const question = rowsOf(posted).get(QUESTION);
    expect(rowsOf(posted, started, grew(0, 'The'), failed).get(QUESTION)).toEqual(question);
  });

  it.each([started, grew(0, 'The'), completed(0, 'The'), failed, stopped, retried])(
    'that was deleted is not restored by $type',
    (event) => {
      const deleted: ChatEvent = { type: 'ChatMessageDeleted', data: { messageId: REPLY } };
      expect([...rowsOf(posted, deleted, event).keys()]).toEqual([QUESTION]);
    },
  );
});

describe('messages', () => {
  it('are deleted one by one, and all named ones when the chat is cleared', () => {
    expect([...rowsOf(posted, { type: 'ChatMessageDeleted', data: { messageId: QUESTION } }).keys()]).toEqual([REPLY]);
    const cleared: ChatEvent = { type: 'ChatCleared', data: { messageIds: [QUESTION, REPLY] } };
    expect(rowsOf(posted, completed(0, 'The'), cleared).size).toBe(0);
  });
});
