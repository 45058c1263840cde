import type { HistoryEntry } from '@storyreel/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import type { RenderedAddress } from '../../testing/render-address';
import { leaveApp } from '../../testing/render-app';
import { sceneId, sceneWithImages } from '../../testing/workspace-server';
import { momentInWords, sessionName, sessionsOf } from './sessions';

const PROJECT = projectId(1);
const entry = (revision: number, changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  first: String(revision),
  revision: String(revision),
  startedAt: '2026-11-20T10:00:00.000Z',
  at: '2026-11-20T10:00:00.000Z',
  by: 'you',
  kind: 'texts',
  sceneId: null,
  what: `Step ${revision}`,
  details: [],
  zaps: null,
  way: 'undo',
  reason: null,
  ...changes,
});

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta', story: 'Once upon a time.' })]);
  server.data.holdScenes(PROJECT, [{ ...sceneWithImages(1, [{}]), title: 'Dawn' }]);
});
afterEach(leaveApp);

async function openProject(): Promise<RenderedAddress> {
  const app = renderAddress(`/?project=${PROJECT}&tab=scenes`);
  await screen.findByRole('button', { name: 'History' });
  return app;
}
async function openHistory(): Promise<RenderedAddress> {
  const app = await openProject();
  await app.user.click(screen.getByRole('button', { name: 'History' }));
  await screen.findByRole('dialog', { name: 'History' });
  return app;
}
const calls = (method: string, end: string) =>
  server.calls.filter((call) => call.method === method && call.path.endsWith(end));

describe('sessions of work', () => {
  it('end with a pause of 30 minutes', () => {
    const at = (time: string) => ({ startedAt: `2026-11-20T${time}:00.000Z`, at: `2026-11-20T${time}:00.000Z` });
    const steps = [entry(4, at('11:30')), entry(3, at('11:00')), entry(2, at('10:31')), entry(1, at('10:02'))];
    expect(sessionsOf(steps).map(({ entries }) => entries.map(({ revision }) => revision))).toEqual([
      ['4'],
      ['3', '2', '1'],
    ]);
  });

  it('are named by their day when it is recent', () => {
    const now = new Date(2026, 10, 20, 18).getTime();
    const on = (day: number) => ({
      from: new Date(2026, 10, day, 10).toISOString(),
      to: new Date(2026, 10, day, 11).toISOString(),
    });
    expect(sessionName(on(20), now)).toMatch(/^Today .* – /);
    expect(sessionName(on(19), now)).toMatch(/^Yesterday /);
    expect(sessionName(on(17), now)).toMatch(/^Tuesday /);
    expect(sessionName(on(3), now)).toMatch(/2026/);
    expect(momentInWords(on(20).to, now)).toMatch(/^today /);
    expect(momentInWords(on(17).to, now)).toMatch(/^Tuesday /);
  });
});

describe('the history of a project', () => {
  it('shows each change, its author, the state before and after, its zaps, and why it cannot be undone', async () => {
    server.data.history.push(
      entry(3, {
        what: 'An image for “Dawn” made',
        by: 'system',
        zaps: 4,
        way: 'none',
        reason: 'A provider was paid.',
      }),
      entry(2, { details: [{ label: 'Title', before: 'Old Dawn', after: 'New Dawn' }] }),
      entry(1, { what: 'Project created', way: 'none', reason: 'The project begins here.' }),
    );
    await openHistory();
    const [made, edited] = await screen
      .findAllByRole('listitem')
      .then((items) => items.filter((item) => item.closest('[role=dialog]')));
    expect(made?.textContent).toContain('Storyreel · 4 zaps · A provider was paid.');
    expect(made && within(made).queryByRole('button', { name: /^Undo/ })).toBeNull();
    expect(edited?.querySelector('del')?.textContent).toBe('Old');
    expect(edited?.querySelector('ins')?.textContent).toBe('New');
    expect(edited?.textContent).toContain('You');
  });

  it('undoes a step, and redoes it from the notification', async () => {
    server.data.history.push(entry(2), entry(1));
    const { user } = await openHistory();
    await user.click(await screen.findByRole('button', { name: 'Undo: Step 1' }));
    await screen.findByRole('button', { name: 'Redo: Step 1' });
    expect(calls('POST', '/undo').map(({ body }) => body)).toEqual([{ step: { first: '1', revision: '1' } }]);
    fireEvent.click(await screen.findByText('Redo', { selector: 'li[role] *, [data-toast] *, button' }));
    await screen.findByRole('button', { name: 'Undo: Step 1' });
  });

  it('is filtered by scene and by kind of work, and shows a message when it is empty', async () => {
    server.data.history.push(entry(2, { kind: 'story' }), entry(1, { sceneId: sceneId(1) }));
    const { user } = await openHistory();
    await screen.findByText('Step 2');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Scene' }), sceneId(1));
    await waitFor(() => expect(screen.queryByText('Step 2')).toBeNull());
    expect(screen.getByText('Step 1')).toBeTruthy();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind of work' }), 'film');
    await screen.findByText('Nothing of this kind yet');
  });

  it('shows for when a post was planned, and takes that back by a command of the post', async () => {
    const post = { id: '44444444-4444-4444-8444-444444444444', before: null, undo: 'delete' as const };
    const planned = { ...post, after: '2026-12-07T09:00:00.000Z' };
    server.data.history.push(
      entry(1, { what: 'Planned a post for YouTube', kind: 'posts', post: planned }),
      entry(1, { what: 'Project created', way: 'none' }),
    );
    const { user } = await openHistory();
    await screen.findByText(/^Planned a post for YouTube on .*2026/);
    expect(screen.getAllByRole('button', { name: /^Look at the project after/ })).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: /^Undo: Planned a post/ }));
    await waitFor(() => expect(calls('DELETE', `/social/posts/${post.id}`)).toHaveLength(1));
  });

  it('shows the steps from before an import with their authors, and no way back', async () => {
    const told = { way: 'none', earlier: { by: 'Ann' } } as const;
    server.data.history.push(entry(0, { what: 'Imported from a file of Ann', way: 'none' }), entry(0, told));
    await openHistory();
    const step = (await screen.findByText('Step 0')).closest('li');
    expect(step?.textContent).toContain('Ann');
    expect(within(step ?? document.body).queryByRole('button')).toBeNull();
  });

  it('loads more on request', async () => {
    for (let revision = 60; revision > 0; revision--) server.data.history.push(entry(revision));
    const { user } = await openHistory();
    await screen.findByText('Step 60');
    expect(screen.queryByText('Step 1')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show More' }));
    await screen.findByText('Step 1');
  });
});

describe('the keys for undo', () => {
  it('undo the newest step and redo it, and leave a text field its own undo', async () => {
    server.data.history.push(entry(2), entry(1));
    const { user } = await openProject();
    await user.keyboard('{Control>}z{/Control}');
    await screen.findByText('Undone');
    expect(server.data.history.map(({ way }) => way)).toEqual(['redo', 'undo']);
    await user.keyboard('{Meta>}{Shift>}z{/Shift}{/Meta}');
    await screen.findByText('Redone');
    expect(server.data.history.map(({ way }) => way)).toEqual(['undo', 'undo']);
    await user.click(screen.getByRole('textbox', { name: 'Project title' }));
    await user.keyboard('{Control>}z{/Control}');
    expect(calls('POST', '/undo')).toHaveLength(1);
  });

  it('show a message when there is nothing to undo', async () => {
    const { user } = await openProject();
    await user.keyboard('{Control>}z{/Control}');
    await screen.findByText('There is nothing to undo.');
  });
});

describe('an earlier state', () => {
  it('is shown read-only, and is restored after a confirmation', async () => {
    server.data.history.push(entry(2), entry(1));
    const { user } = await openHistory();
    await user.click(await screen.findByRole('button', { name: 'Look at the project after: Step 1' }));
    await screen.findByText(/^You are looking at the project as of .*\. Nothing can be changed here\.$/);
    expect(screen.getByText('Once upon a time.')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Scenes' }));
    await screen.findByText('1. Dawn at 1');
    expect(within(screen.getByRole('dialog')).queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Bring Back This Scene' }));
    await screen.findByText('Scene brought back');
    await user.click(screen.getByRole('button', { name: 'Restore This Version' }));
    const question = await screen.findByRole('alertdialog');
    await user.click(within(question).getByRole('button', { name: 'Restore This Version' }));
    await screen.findByText('Version restored');
    expect(calls('POST', '/restore-version').map(({ body }) => body)).toEqual([
      { revision: '1', sceneId: sceneId(1) },
      { revision: '1' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('follows the slider, and can be copied as a new project', async () => {
    server.data.history.push(entry(2), entry(1));
    const { user } = await openHistory();
    await user.click(await screen.findByRole('button', { name: 'Look at the project after: Step 2' }));
    await user.click(await screen.findByRole('tab', { name: 'Film' }));
    await screen.findByRole('group', { name: 'Preview of the film' });
    await user.click(screen.getByRole('tab', { name: 'Board' }));
    await screen.findByText('1. Dawn at 2');
    screen.getByRole('slider', { name: 'Moment' }).focus();
    await user.keyboard('{ArrowLeft}');
    await screen.findByText('1. Dawn at 1');
    await user.click(screen.getByRole('button', { name: 'Copy as New Project' }));
    await waitFor(() => expect(calls('POST', '/copy-version').map(({ body }) => body)).toEqual([{ revision: '1' }]));
    await waitFor(() => expect(server.data.projects).toHaveLength(2));
  });
});
