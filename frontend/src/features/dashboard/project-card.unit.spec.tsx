import { screen, waitFor, within } from '@testing-library/react';
import { apiRequest } from '../../platform/http/api-client';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { batchWith } from '../../testing/batch-fixtures';
import { fakeWindow } from '../../testing/fake-window';
import { images, sceneWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { declared } from '../../testing/unread-styles';

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  server = new AppServer([projectNumbered(1, { title: 'Beta', status: 'in-progress', sceneCount: 3 })]);
});
afterEach(leaveApp);

async function openCard(): Promise<RenderedAddress & { card: ReturnType<typeof within>; element: HTMLElement }> {
  const app = renderAddress();
  const element = await screen.findByRole('article');
  return { ...app, element, card: within(element) };
}
const opened = ({ address }: RenderedAddress) => address().includes('project=');

describe('a project card', () => {
  it('shows its status and the number of its scenes [PROJ-13]', async () => {
    const { card } = await openCard();
    card.getByText('In Progress');
    card.getByText('3 scenes');
  });

  it('shows its thumbnail, and without one a placeholder [PROJ-14]', async () => {
    const { card, element } = await openCard();
    const frame = card.getByRole('link', { name: 'Open Beta' });
    expect(frame.textContent).toBe('Preview');
    expect(declared(frame, 'aspect-ratio')).toMatch(/^9 ?\/ ?16$/);
    expect(element.querySelector('img')).toBeNull();
    leaveApp();
    server.data.addScene(sceneWith([{ url: '/api/media/t.png' }], { projectId: projectId(1), order: 999 }));
    const again = await openCard();
    expect(again.element.querySelector('img')?.getAttribute('src')).toBe('/api/media/t.png');
  });

  it('has editable texts, with placeholders for empty ones [PROJ-15]', async () => {
    server.change(projectId(1), { title: '', description: '' });
    const { user, card } = await openCard();
    await user.click(card.getByText('Click to add title...'));
    await user.keyboard('New words{Enter}');
    await waitFor(() => expect(server.find(projectId(1)).title).toBe('New words'));
    await user.click(card.getByText('Click to add description...'));
    await user.keyboard('First line{Enter}second line');
    await user.tab();
    await waitFor(() => expect(server.find(projectId(1)).description).toBe('First line\nsecond line'));
  });

  it('shows an edit at once, and keeps it with a message and Retry while the server refuses it [PROJ-48]', async () => {
    server.fail('PATCH', '/api/projects/:id', 500);
    const { user, card } = await openCard();
    await user.click(card.getByText('Beta'));
    await user.keyboard(' two{Enter}');
    await card.findByText('Beta two');
    await screen.findByText('Save Failed');
    screen.getByText('Failed to save changes. Please try again.');
    card.getByText('Beta two');
    card.getByText('Failed to save');
    card.getByRole('button', { name: 'Retry' });
  });

  it('names its next step, from its content, and leads to the tab for it', async () => {
    const scene = { projectId: projectId(1), order: 999 };
    const next = async () => (await screen.findByRole('link', { name: /^Next: / })).textContent;
    server.data.holdScenes(projectId(1), []);
    await openCard();
    expect(await next()).toBe('Next: Create Scenes in Beta');
    leaveApp();
    // With a description but no image prompt, no image can be generated yet.
    server.data.holdScenes(projectId(1), [sceneWith([], { ...scene, imagePrompt: '' })]);
    await openCard();
    expect(await next()).toBe('Next: Create Descriptions in Beta');
    leaveApp();
    server.data.holdScenes(projectId(1), [sceneWith([], scene)]);
    const app = await openCard();
    await app.user.click(app.card.getByRole('link', { name: 'Next: Generate Images in Beta' }));
    await waitFor(() => expect(app.address()).toBe(`/?project=${projectId(1)}&tab=build`));
  });

  it('says that a batch is doing the next step already', async () => {
    server.data.holdScenes(projectId(1), [sceneWith([], { projectId: projectId(1), order: 999 })]);
    server.on('GET', '/api/batches', () => ({ json: [batchWith({ projectId: projectId(1) })] }));
    const { card } = await openCard();
    const link = await card.findByRole('link', { name: 'In progress: Generate Images in Beta' });
    expect(link.getAttribute('href')).toBe(`/?project=${projectId(1)}&tab=build`);
  });

  it('says that a film is being made', async () => {
    const part = { projectId: projectId(1), order: 999, narration: '' };
    server.data.holdScenes(projectId(1), [sceneWith(images(1), part)]);
    const idempotencyKey = 'the-first-film';
    await apiRequest('POST', `/api/projects/${projectId(1)}/films`, { quality: 'draft', idempotencyKey });
    const { card } = await openCard();
    await card.findByRole('link', { name: 'In progress: Make the Film in Beta' });
  });

  it('names no step once its owner has set it to complete', async () => {
    server.change(projectId(1), { status: 'complete' });
    const { card } = await openCard();
    expect(card.queryByRole('link', { name: /^Next: / })).toBeNull();
  });

  it('opens the project on a click [PROJ-16]', async () => {
    const app = await openCard();
    await app.user.click(app.card.getByText('3 scenes'));
    await waitFor(() => expect(opened(app)).toBe(true));
  });

  it('does not open it when the click lands on a button, a field or the menu [PROJ-17]', async () => {
    const app = await openCard();
    const { user, card } = app;
    await user.click(card.getByRole('button', { name: 'Beta' }));
    await user.click(card.getByRole('textbox'));
    await user.keyboard('{Escape}');
    await user.click(card.getByRole('button', { name: 'About 1' }));
    await user.click(card.getByRole('textbox'));
    await user.keyboard('{Escape}');
    await user.click(card.getByRole('button', { name: 'Actions for Beta' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Set as Draft' }));
    await waitFor(() => expect(server.find(projectId(1)).status).toBe('draft'));
    expect(opened(app)).toBe(false);
  });

  it('has a menu with six entries [PROJ-18]', async () => {
    const app = await openCard();
    await app.user.click(app.card.getByRole('button', { name: 'Actions for Beta' }));
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items).toEqual(['Edit', 'Set as Draft', 'Set as In Progress', 'Set as Complete', 'Duplicate', 'Delete']);
    await app.user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    await waitFor(() => expect(opened(app)).toBe(true));
  });

  const STATUSES = ['draft', 'in-progress', 'complete'] as const;
  const LABELS = { draft: 'Draft', 'in-progress': 'In Progress', complete: 'Complete' } as const;
  it.each(STATUSES.flatMap((from) => STATUSES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'is set from %s to %s by its menu [PROJ-19, PROJ-27]',
    async (from, to) => {
      server.change(projectId(1), { status: from });
      const { user, card } = await openCard();
      card.getByText(LABELS[from]);
      await user.click(card.getByRole('button', { name: 'Actions for Beta' }));
      await user.click(await screen.findByRole('menuitem', { name: `Set as ${LABELS[to]}` }));
      await waitFor(() => expect(server.find(projectId(1)).status).toBe(to));
      await within(await screen.findByRole('article')).findByText(LABELS[to]);
    },
  );

  it('is duplicated by its menu', async () => {
    const { user, card } = await openCard();
    await user.click(card.getByRole('button', { name: 'Actions for Beta' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
    expect(server.titles()).toEqual(['Beta (Copy)', 'Beta']);
  });
});
