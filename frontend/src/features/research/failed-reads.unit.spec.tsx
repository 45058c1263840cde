import type { ChatMessage } from '@storyreel/contracts';
import { act, screen } from '@testing-library/react';
import { openStage, pass, setStage, toastTitled } from '../../testing/message-stage';
import { PROJECT_ID } from '../../testing/media-fixtures';
import { projectId } from '../../testing/app-server';
import { toast } from '../../ui';
import { useScenes } from '../scenes/api';
import { useChat } from './api';

setStage();

const WRITING: ChatMessage = {
  ...{ id: projectId(5), projectId: null, role: 'assistant', content: 'Mara', status: 'writing', error: null },
  createdAt: '2026-11-01T10:00:00.000Z',
};

it('shows once that a chat cannot be read while a reply is written, however often it is tried', async () => {
  const { server, run, refuse } = openStage();
  server.on('GET', '/api/chat', () => ({ json: [WRITING] }));
  await run(() => useChat(null));
  refuse('GET', '/api/chat');
  await toastTitled('Failed to fetch messages');
  const asked = server.sent('GET', '/api/chat').length;
  act(() => void toast({ title: 'Message deleted', undo: () => undefined, duration: 60_000 }));
  await pass(10_000);
  expect(server.sent('GET', '/api/chat').length).toBeGreaterThan(asked + 2);
  screen.getByText('Message deleted');
  expect(screen.queryByText('Failed to fetch messages')).toBeNull();
});

it.each<[string, string, string, () => unknown]>([
  ['messages', '/api/chat', 'Failed to fetch messages', () => useChat(PROJECT_ID)],
  ['scenes', '/api/scenes', 'Failed to fetch scenes.', () => useScenes(PROJECT_ID)],
])('shows why the server refuses %s', async (_what, path, title, read) => {
  const { server, run } = openStage();
  server.fail('GET', path, 409, 'The server says why.');
  await run(read);
  const told = await toastTitled(title);
  expect(told.querySelector('.description')?.textContent).toBe('The server says why.');
});
