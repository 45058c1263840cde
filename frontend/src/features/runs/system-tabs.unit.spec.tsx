import type { SystemView, TailEvent } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp, renderApp } from '../../testing/render-app';
import { TailTab } from './TailTab';
import { ViewsTab } from './ViewsTab';

let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
});
afterEach(() => leaveApp());

const REBUILD = {
  ...{ state: 'done' as const, share: 1, startedAt: '2026-11-20T12:00:00.000Z', endedAt: '2026-11-20T12:00:03.000Z' },
  ...{ startedBy: 'kim', rows: 1200, different: 2, keys: ['a', 'b'], error: null },
};
const view = (name: string, part: Partial<SystemView> = {}): SystemView => ({
  ...{ name, version: 2, stopped: null, rebuild: null },
  ...part,
});

it('rebuilds a view after a confirmation, and shows how the last rebuild ended', async () => {
  let views = [view('charge', { stopped: 'No such type' }), view('project_list')];
  const asked: string[] = [];
  server.on('GET', '/api/runs/views', () => ({ json: views }));
  server.on('POST', '/api/runs/views/project_list/rebuild', () => {
    asked.push('project_list');
    views = [view('charge'), view('project_list', { rebuild: REBUILD })];
    return { json: views };
  });
  const { user } = renderApp(<ViewsTab />);
  const table = within(await screen.findByRole('table', { name: 'Views' }));
  table.getByText('No such type');
  expect(table.getAllByText('Never')).toHaveLength(2);
  await user.click(table.getByRole('button', { name: 'Rebuild project_list…' }));
  expect(asked).toEqual([]);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Rebuild' }));
  await screen.findByText('1,200 rows, 2 differed: a, b');
  expect(asked).toEqual(['project_list']);
});

it('shows the progress of a rebuild, and why one failed', async () => {
  const running = { ...REBUILD, state: 'running' as const, share: 0.4, endedAt: null, rows: null, different: null };
  const failed = { ...REBUILD, state: 'failed' as const, error: 'The disk is full.' };
  const views = [view('a', { rebuild: { ...running, keys: [] } }), view('b', { rebuild: failed })];
  server.on('GET', '/api/runs/views', () => ({ json: views }));
  renderApp(<ViewsTab />);
  expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('40');
  expect(screen.getByRole('button', { name: 'Rebuild a…' })).toHaveProperty('disabled', true);
  screen.getByText(/The disk is full\./);
});

it('tails the log, newest first, and pauses', async () => {
  const event = (n: number): TailEvent => ({
    ...{ position: String(n), at: '2026-11-20T12:00:00.000Z', stream: `project-${n}`, revision: '0' },
    ...{ type: `Event${n}`, actor: 'kim', ownerId: 'kim', data: `{"n":${n}}` },
  });
  const asked: (string | null)[] = [];
  server.on('GET', '/api/runs/tail', ({ query }) => {
    const after = query.get('after');
    asked.push(after);
    return { json: after === null ? [event(1), event(2)] : after === '2' ? [event(3)] : [] };
  });
  const { user } = renderApp(<TailTab />);
  await screen.findByText('Event3', undefined, { timeout: 5_000 });
  const rows = within(screen.getByRole('table', { name: 'Events' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => /Event\d/.exec(row.textContent)?.[0])).toEqual(['Event3', 'Event2', 'Event1']);
  expect(asked.slice(0, 2)).toEqual([null, '2']);
  await user.click(screen.getByRole('button', { name: 'Pause' }));
  screen.getByText('Paused.');
});
