import { chatPrice, LIMITS } from '@storyreel/contracts';
import { given, stateOf } from '../../testing/given-when-then';
import { throughSnapshots } from '../../testing/through-snapshots';
import { foldTwice, recorded } from '../../testing/view-spec';
import { chatMessageView } from './chat-message.view';
import { settleChatReactor, writeReplyReactor } from './write-chat-reply';
import { chatAggregate, replyPaidBy } from './chat';
import type { ChatEvent, ChatEventOf } from './chat';
import { decideClear, decideDelete, decidePost, decideRetry, decideStop } from './chat-commands';
import { decideComplete, decideFailReply, decideGrow, decideStart } from './reply-steps';

const CONTENT = 'Who is Mara?';
const REPLY = { replyId: 'r1', holdId: 'h1' };
const posted = (n = 1): ChatEventOf<'ChatMessagePosted'> => ({
  type: 'ChatMessagePosted',
  data: {
    attemptId: `a${n}`,
    requestHash: `hash${n}`,
    messageId: `m${n}`,
    replyId: `r${n}`,
    holdId: `h${n}`,
    content: CONTENT,
    projectId: 'p',
  },
});
const started: ChatEvent = { type: 'ChatReplyStarted', data: { ...REPLY, provider: 'openai' } };
const grew = (offset: number, text: string): ChatEvent => ({ type: 'ChatReplyGrew', data: { ...REPLY, offset, text } });
const failed: ChatEvent = { type: 'ChatReplyFailed', data: { ...REPLY, error: 'away' } };
const end = { outputTokens: 0, usd: 0.1, isCutOff: false };
const retry = { attemptId: 'again', requestHash: 'hash', replyId: 'r1', holdId: 'h9' };
const retried: ChatEvent = { type: 'ChatReplyRetried', data: retry };
const completed: ChatEvent = {
  type: 'ChatReplyCompleted',
  data: { ...REPLY, offset: 5, text: 'keeps the light.', isCutOff: false, units: 30, usd: 0.1 },
};
const whole = [posted(), started, grew(0, 'Mara '), completed];
const stopped = (units: number): ChatEvent => ({ type: 'ChatReplyStopped', data: { ...REPLY, units } });

describe('posting a message', () => {
  it('adds the message and a place for its reply', () => {
    given(chatAggregate, [])
      .when((state) => decidePost(posted(), state))
      .then([posted()]);
  });

  it('does nothing when it was posted before, even if it is deleted by now', () => {
    given(chatAggregate, whole)
      .when((state) => decidePost(posted(), state))
      .then([]);
    const cleared: ChatEvent = { type: 'ChatCleared', data: { messageIds: ['m1', 'r1'] } };
    given(chatAggregate, [...whole, cleared])
      .when((state) => decidePost(posted(), state))
      .then([]);
  });

  it('is refused while a reply is running, and when another request has used its id', () => {
    given(chatAggregate, [posted()])
      .when((state) => decidePost(posted(2), state))
      .refused('already_in_progress');
    const other = { data: { ...posted().data, requestHash: 'other' } };
    given(chatAggregate, whole)
      .when((state) => decidePost(other, state))
      .refused('idempotency_key_reused');
  });

  it('is refused when the chat is full', () => {
    const full = Array.from({ length: LIMITS.messagesPerChat / 2 }, (_, n) => [
      posted(n),
      { ...failed, data: { replyId: `r${n}`, holdId: `h${n}`, error: 'away' } },
    ]).flat();
    given(chatAggregate, full)
      .when((state) => decidePost(posted(9_999), state))
      .refused('limit_reached');
    const room: ChatEvent[] = ['m3', 'r3'].map((messageId) => ({ type: 'ChatMessageDeleted', data: { messageId } }));
    given(chatAggregate, [...full, ...room])
      .when((state) => decidePost(posted(9_999), state))
      .then([posted(9_999)]);
  });
});

describe('a reply', () => {
  it('starts once it is requested, and not after it has ended', () => {
    given(chatAggregate, [posted()])
      .when((state) => decideStart(state, REPLY, 'openai'))
      .then([started]);
    given(chatAggregate, whole)
      .when((state) => decideStart(state, REPLY, 'openai'))
      .then([]);
  });

  it('grows only by following pieces, of the present attempt', () => {
    const past = [posted(), started, grew(0, 'Mara ')];
    const grow = (offset: number, holdId = 'h1') =>
      given(chatAggregate, past).when((state) => decideGrow(state, { ...REPLY, holdId }, { offset, text: 'is' }));
    grow(5).then([grew(5, 'is')]);
    grow(0).then([]);
    grow(7).then([]);
    grow(5, 'another').then([]);
  });

  it('starts again from the beginning when it is restarted', () => {
    given(chatAggregate, [posted(), started, grew(0, 'Mara '), started])
      .when((state) => decideGrow(state, REPLY, { offset: 0, text: 'Tom' }))
      .then([grew(0, 'Tom')]);
  });

  it('costs the tokens of its question and its own, counted by the provider or by us, up to its limit', () => {
    const past = [posted(), started, grew(0, 'Mara ')];
    const units = (outputTokens: number): number => {
      const rest = { offset: 5, text: 'keeps the light.' };
      const [event] = decideComplete(stateOf(chatAggregate, past), REPLY, rest, { ...end, outputTokens });
      return event?.type === 'ChatReplyCompleted' ? event.data.units : -1;
    };
    expect(units(500)).toBe(chatPrice(3 + 500).units);
    expect(units(0)).toBe(chatPrice(3 + 6).units);
    expect(units(1_000_000)).toBe(chatPrice(3 + 1_000).units);
  });

  it('has one outcome, the first', () => {
    const rest = { offset: 0, text: 'x' };
    given(chatAggregate, [posted(), failed])
      .when((state) => decideComplete(state, REPLY, rest, end))
      .then([]);
    given(chatAggregate, whole)
      .when((state) => decideFailReply(state, REPLY, 'late'))
      .then([]);
  });

  it('that is stopped costs nothing before the provider is asked, and then the text so far', () => {
    const stop = (state: typeof chatAggregate.initial) => decideStop({ data: { replyId: 'r1' } }, state);
    given(chatAggregate, [posted()])
      .when(stop)
      .then([stopped(0)]);
    const { units } = chatPrice(3 + 2);
    given(chatAggregate, [posted(), started, grew(0, 'Mara ')])
      .when(stop)
      .then([stopped(units)]);
    given(chatAggregate, whole).when(stop).then([]);
    given(chatAggregate, []).when(stop).refused('not_found');
  });

  it('that has failed is retried under a new hold, once per request', () => {
    given(chatAggregate, [posted(), failed])
      .when((state) => decideRetry({ data: retry }, state))
      .then([retried]);
    given(chatAggregate, [posted(), failed, retried])
      .when((state) => decideRetry({ data: retry }, state))
      .then([]);
    expect(replyPaidBy(stateOf(chatAggregate, [posted(), failed, retried]), 'h9')).toBe('r1');
    expect(replyPaidBy(stateOf(chatAggregate, [posted(), failed, retried]), 'h1')).toBeNull();
  });

  it('is not retried when it is complete, running, or without its question', () => {
    const again = (state: typeof chatAggregate.initial) => decideRetry({ data: retry }, state);
    given(chatAggregate, whole).when(again).refused('conflict');
    given(chatAggregate, [posted()]).when(again).refused('already_in_progress');
    const without: ChatEvent = { type: 'ChatMessageDeleted', data: { messageId: 'm1' } };
    given(chatAggregate, [posted(), failed, without]).when(again).refused('conflict');
  });
});

describe('a deletion', () => {
  const remove = (messageId: string) => (state: typeof chatAggregate.initial) =>
    decideDelete({ data: { messageId } }, state);

  it('removes one message', () => {
    given(chatAggregate, whole)
      .when(remove('m1'))
      .then([{ type: 'ChatMessageDeleted', data: { messageId: 'm1' } }]);
    given(chatAggregate, []).when(remove('m1')).refused('not_found');
  });

  it.each(['m1', 'r1'])('of %s ends the running reply', (id) => {
    given(chatAggregate, [posted()])
      .when(remove(id))
      .then([stopped(0), { type: 'ChatMessageDeleted', data: { messageId: id } }]);
  });

  it('of all messages ends the reply as well, and does nothing in an empty chat', () => {
    const cleared: ChatEvent = { type: 'ChatCleared', data: { messageIds: ['m1', 'r1'] } };
    given(chatAggregate, [posted()])
      .when((state) => decideClear({}, state))
      .then([stopped(0), cleared]);
    given(chatAggregate, [...whole, cleared])
      .when((state) => decideClear({}, state))
      .then([]);
  });
});

describe('the state of a chat', () => {
  it('is the same through snapshots', () => {
    const events = [...whole, posted(2), stopped(0), failed, retried];
    expect(throughSnapshots(chatAggregate, events)).toEqual(stateOf(chatAggregate, events));
  });

  it('contains no texts: a full one with the longest messages is small', () => {
    const long = '灯'.repeat(LIMITS.chatMessageBytes / 3);
    const full = Array.from({ length: LIMITS.messagesPerChat / 2 }, (_, n): ChatEvent[] => {
      const id = (name: string) => `${name}${n}`.padEnd(36, '0');
      const data = { ...posted().data, attemptId: id('a'), messageId: id('m'), replyId: id('r'), holdId: id('h') };
      return [
        { type: 'ChatMessagePosted', data: { ...data, content: long } },
        { type: 'ChatReplyFailed', data: { replyId: id('r'), holdId: id('h'), error: 'away' } },
      ];
    }).flat();
    expect(Buffer.byteLength(JSON.stringify(stateOf(chatAggregate, full)))).toBeLessThan(250_000);
  });
});

describe('the rows of a chat', () => {
  const rowsOf = (...events: ChatEvent[]) =>
    foldTwice(
      chatMessageView as Parameters<typeof foldTwice>[0],
      events.map((event, index) => recorded(event, index)),
    );

  it('follow a reply from pending to complete', () => {
    expect(rowsOf(posted()).get('r1')).toMatchObject({ status: 'pending', content: '', place: 1, projectId: 'p' });
    expect(rowsOf(posted(), started, grew(0, 'Mara ')).get('r1')).toMatchObject({
      status: 'writing',
      content: 'Mara ',
    });
    expect(rowsOf(...whole).get('r1')).toMatchObject({ status: 'complete', content: 'Mara keeps the light.' });
    expect(rowsOf(...whole).get('m1')).toMatchObject({ role: 'user', content: CONTENT, place: 0 });
  });

  it('keep the text of a failed or stopped reply, until it is retried', () => {
    const past = [posted(), started, grew(0, 'Mara ')];
    expect(rowsOf(...past, failed).get('r1')).toMatchObject({ status: 'failed', content: 'Mara ', error: 'away' });
    expect(rowsOf(...past, stopped(9)).get('r1')).toMatchObject({ status: 'stopped', content: 'Mara ' });
    expect(rowsOf(...past, failed, retried).get('r1')).toMatchObject({ status: 'pending', content: '', error: null });
  });

  it('are removed when a message is deleted or all are', () => {
    const deleted: ChatEvent = { type: 'ChatMessageDeleted', data: { messageId: 'm1' } };
    expect([...rowsOf(...whole, deleted).keys()]).toEqual(['r1']);
    expect(rowsOf(...whole, { type: 'ChatCleared', data: { messageIds: ['m1', 'r1'] } }).size).toBe(0);
  });
});

describe('the reaction to an event', () => {
  it.each([posted(), retried])('of $type is a job that writes the reply', (event) => {
    const { replyId, holdId } = event.data as typeof REPLY;
    const [job] = writeReplyReactor.react(recorded(event, 1, { streamId: 'chat-c' }));
    expect(job).toMatchObject({ queue: 'chat-replies', dedupKey: holdId, payload: { chatId: 'c', replyId, holdId } });
  });

  it.each([
    [completed, { action: 'settle', holdId: 'h1', units: 30, usd: 0.1 }],
    [stopped(9), { action: 'settle', holdId: 'h1', units: 9 }],
    [stopped(0), { action: 'release', holdId: 'h1', reason: 'stopped' }],
    [failed, { action: 'release', holdId: 'h1', reason: 'away' }],
  ])('books the usage: %j', (event, payload) => {
    expect(settleChatReactor.react(recorded(event, 1))).toMatchObject([{ queue: 'zaps', payload }]);
  });
});
