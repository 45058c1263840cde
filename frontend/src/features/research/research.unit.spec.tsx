import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { keptTexts } from '../../platform/autosave/kept-texts';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeSocket } from '../../testing/fake-socket';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { toastStore } from '../../ui/toast-store';
import { chatCost } from './ChatComposer';
import { FAILING_QUESTION, REPLY } from '../../testing/storyreel/serve-chat';
import { declared } from '../../testing/unread-styles';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer([projectNumbered(1), projectNumbered(2)]);
});
afterEach(leaveApp);

const ONE = `/research?project=${projectId(1)}`;
const chat = () => within(screen.getByRole('region', { name: 'AI Research Assistant' }));
const input = (): HTMLTextAreaElement => chat().getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const send = () => chat().getByRole('button', { name: /^Send/ });
const said = () =>
  chat()
    .queryAllByRole('article')
    .map((article) => article.querySelector('p, strong')?.textContent);
const isDisabled = (field: HTMLElement): boolean => field.hasAttribute('disabled');
const firstDeletion = () => chat().getAllByRole('button', { name: 'Delete message' })[0] ?? input();
const posts = () => server.sent('POST', '/api/chat');

async function open(address = ONE): Promise<RenderedAddress> {
  const app = renderAddress(address);
  await screen.findByRole('heading', { name: 'Research' });
  await waitFor(() => expect(chat().queryByLabelText('Loading messages')).toBeNull());
  return app;
}
/** Types a message and waits until it can be sent. */
async function write(user: RenderedAddress['user'], text: string): Promise<void> {
  await user.type(input(), text);
  await waitFor(() => expect(isDisabled(send())).toBe(false));
}
/** Lets the worker finish the pending replies, and pushes the change. */
async function answered(): Promise<void> {
  const waits = () => server.data.chat.some(({ row }) => row.status === 'pending' || row.status === 'writing');
  await waitFor(() => expect(waits()).toBe(true));
  server.doWork();
  await act(async () => fakeSocket.push({ type: 'chatChanged', position: '1' }));
  await waitFor(() => expect(chat().queryByText('AI is thinking...')).toBeNull());
}

describe('the research screen', () => {
  it('has a title, three cards and the chat [CHAT-01]', async () => {
    await open();
    for (const name of ['Research Sources', 'Character Notes', 'World Building', 'AI Research Assistant'])
      screen.getByRole('heading', { name });
    chat().getByText('Ask about your story');
  });

  it('reads and writes the chat of its project only [CHAT-02]', async () => {
    const { user, go } = await open();
    await write(user, 'Of one');
    await user.click(send());
    await answered();
    expect(posts()).toMatchObject([{ body: { role: 'user', content: 'Of one', projectId: projectId(1) } }]);
    const shown = (text: string) => waitFor(() => chat().getByText(text));
    act(() => go(`/research?project=${projectId(2)}`));
    await shown('Ask about your story');
    act(() => go('/research'));
    await shown('Ask about your story');
    act(() => go(ONE));
    await shown('Of one');
  });
});

describe('sending', () => {
  it('is pending until the reply is complete: it says so, and the input is disabled [CHAT-05]', async () => {
    const { user } = await open();
    await write(user, 'Who is Mara?');
    await user.click(send());
    await chat().findByText('AI is thinking...');
    await waitFor(() => expect(isDisabled(input())).toBe(true));
    expect(isDisabled(send())).toBe(true);
    await answered();
    await chat().findByText(/keeps the/);
    expect(said()).toEqual(['Who is Mara?', REPLY.replaceAll('*', '')]);
    expect(isDisabled(input())).toBe(false);
    expect(input().value).toBe('');
  });

  it('happens on Enter; Shift+Enter adds a line, and Enter belongs to a composition [CHAT-07]', async () => {
    const { user } = await open();
    await write(user, 'One{Shift>}{Enter}{/Shift}two');
    expect(input().value).toBe('One\ntwo');
    fireEvent.keyDown(input(), { key: 'Enter', isComposing: true });
    expect(posts()).toHaveLength(0);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(posts()).toMatchObject([{ body: { content: 'One\ntwo' } }]));
  });

  it('has an input that grows up to 150 px [CHAT-08]', async () => {
    await open();
    expect(declared(input(), 'max-height')).toBe('150px');
  });

  it('is disabled without text, without zaps and while it is pending [CHAT-09]', async () => {
    const { user } = await open();
    expect(isDisabled(send())).toBe(true);
    await user.type(input(), '  ');
    expect(isDisabled(send())).toBe(true);
    await write(user, 'Who?');
    server.balance = 0.2;
    await act(async () => fakeSocket.push({ type: 'balanceChanged', position: '1' }));
    await waitFor(() => expect(isDisabled(send())).toBe(true));
    expect(send().getAttribute('aria-description')).toMatch(/^Insufficient zaps/);
    await user.type(input(), '{Enter}');
    expect(posts()).toHaveLength(0);
    server.balance = 100;
    await act(async () => fakeSocket.push({ type: 'balanceChanged', position: '2' }));
    await waitFor(() => expect(isDisabled(send())).toBe(false));
    await user.click(send());
    await waitFor(() => expect(isDisabled(send())).toBe(true));
  });

  it('is priced by a quarter of the characters as tokens [CHAT-10]', async () => {
    const about = { provider: 'openai', model: 'gpt-4', operation: 'chat_completion' };
    expect(chatCost('x'.repeat(41))).toEqual({ ...about, usage: { tokens: 11 } });
    const { user } = await open();
    await write(user, 'x'.repeat(41));
    await waitFor(() => expect(send().textContent).toContain('0.01'));
  });

  it('that fails keeps the text and shows the reason', async () => {
    const { user } = await open();
    await write(user, 'Who is Mara?');
    server.fail('POST', '/api/chat', 503, 'Away.');
    await user.click(send());
    await screen.findByText('Failed to send message');
    expect(input().value).toBe('Who is Mara?');
    expect(isDisabled(input())).toBe(false);
  });
});

describe('the messages', () => {
  const grew = (messageId: string, offset: number, text: string) =>
    act(async () => fakeSocket.push({ type: 'chatReplyGrew', messageId, offset, text, position: '9' }));
  async function asked(): Promise<RenderedAddress & { replyId: string }> {
    const app = await open();
    await write(app.user, 'Who is Mara?');
    await app.user.click(send());
    await chat().findByText('Who is Mara?');
    await waitFor(() => expect(server.data.chat).toHaveLength(2));
    return { ...app, replyId: server.data.chat[1]?.row.id ?? '' };
  }

  it('are scrolled to their end 100 ms after a new one [CHAT-06]', async () => {
    await asked();
    const list = chat().getByRole('region', { name: 'Messages' });
    const places: number[] = [];
    Object.defineProperty(list, 'scrollHeight', { value: 5_000 });
    Object.defineProperty(list, 'scrollTop', { get: () => places.at(-1) ?? 0, set: (top: number) => places.push(top) });
    jest.useFakeTimers();
    try {
      server.doWork();
      const [message] = server.data.chat;
      if (message) server.data.chat.push({ ...message, row: { ...message.row, id: server.data.nextId() } });
      act(() => fakeSocket.push({ type: 'chatChanged', position: '1' }));
      await act(() => jest.advanceTimersByTimeAsync(0));
      while (chat().getAllByRole('article').length < 3) await act(() => jest.advanceTimersByTimeAsync(1));
      const before = places.length;
      await act(() => jest.advanceTimersByTimeAsync(90));
      expect(places.length).toBe(before);
      await act(() => jest.advanceTimersByTimeAsync(10));
      expect(places.at(-1)).toBe(5_000);
    } finally {
      jest.useRealTimers();
    }
  });

  it('show a reply as it grows; a repeated push counts once, and a missed one is read', async () => {
    const { replyId } = await asked();
    await grew(replyId, 0, 'Mara ');
    await grew(replyId, 5, 'keeps');
    await grew(replyId, 5, 'keeps');
    await chat().findByText('Mara keeps');
    const reply = server.data.chat[1];
    if (reply) reply.row = { ...reply.row, status: 'writing', content: 'Mara keeps the light of' };
    await grew(replyId, 23, ' Gull Point');
    await chat().findByText('Mara keeps the light of');
  });

  it('have a button that stops the reply; the text so far stays', async () => {
    const { user, replyId } = await asked();
    const reply = server.data.chat[1];
    if (reply) reply.row = { ...reply.row, status: 'writing', content: 'Mara ' };
    await grew(replyId, 0, 'Mara ');
    await user.click(chat().getByRole('button', { name: 'Stop' }));
    await chat().findByText('Stopped.');
    expect(said()).toEqual(['Who is Mara?', 'Mara']);
    expect(isDisabled(input())).toBe(false);
  });

  it('that failed show the reason and are retried', async () => {
    const { user } = await open();
    await write(user, FAILING_QUESTION);
    await user.click(send());
    await chat().findByText(FAILING_QUESTION);
    await answered();
    await chat().findByText(/connection to the text model was lost/);
    const stored = server.data.chat[1];
    if (stored) stored.question = 'Another';
    await waitFor(() => expect(isDisabled(chat().getByRole('button', { name: /^Try Again/ }))).toBe(false));
    await user.click(chat().getByRole('button', { name: /^Try Again/ }));
    await chat().findByText('AI is thinking...');
    await answered();
    await chat().findByText(/keeps the/);
  });

  it('are polled while no pushes arrive', async () => {
    await asked();
    act(() => fakeSocket.disconnect());
    server.doWork();
    await chat().findByText(/keeps the/, {}, { timeout: 5_000 });
  });

  it('are deleted one by one, after a confirmation [CHAT-11]', async () => {
    const { user } = await asked();
    await answered();
    await chat().findByText(/keeps the/);
    await user.click(firstDeletion());
    const dialog = within(await screen.findByRole('alertdialog'));
    dialog.getByText('Are you sure you want to delete this message?');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(said()).toHaveLength(2));
    await user.click(firstDeletion());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(said()).toHaveLength(1));
    expect(server.data.chat).toHaveLength(1);
  });

  it('are cleared after a confirmation [CHAT-12]', async () => {
    const { user } = await asked();
    await answered();
    await user.click(chat().getByRole('button', { name: 'Clear Chat' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    const question = 'Are you sure you want to clear all chat messages? This action cannot be undone.';
    dialog.getByText(question);
    await user.click(dialog.getByRole('button', { name: 'Clear' }));
    await chat().findByText('Ask about your story');
    expect(server.data.chat).toEqual([]);
    expect(server.sent('DELETE', '/api/chat').at(-1)?.query.get('projectId')).toBe(projectId(1));
  });

  it('that could not be cleared are logged and reported in the dialog, by no toast [CHAT-13] [CHAT-14]', async () => {
    const { user } = await asked();
    await answered();
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    server.fail('DELETE', '/api/chat', 500);
    await user.click(chat().getByRole('button', { name: 'Clear Chat' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Clear' }));
    await screen.findByText("Couldn't clear the chat. Please try again.");
    expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^Failed to clear chat: 500 .+/), expect.anything());
    expect(toastStore.snapshot().filter(({ open }) => open)).toEqual([]);
    logged.mockRestore();
  });

  it('that could not be read show an error, and are read again [CHAT-15]', async () => {
    server.fail('GET', '/api/chat', 503);
    const { user } = renderAddress(ONE);
    await screen.findByText('Failed to fetch messages');
    server.on('GET', '/api/chat', () => ({ json: [] }));
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await chat().findByText('Ask about your story');
  });
});

describe('an unsent message', () => {
  it('is offered to the next visit', async () => {
    await keptTexts.open(server.user?.id ?? '');
    const { user, go } = await open();
    await write(user, 'Half a question');
    act(() => go('/styles'));
    await screen.findByRole('heading', { name: 'Visual Styles' });
    act(() => go(ONE));
    await user.click(await screen.findByRole('button', { name: 'Restore Unsaved Text' }));
    expect(input().value).toBe('Half a question');
  });
});
