import { act, screen, waitFor } from '@testing-library/react';
import { keptTexts } from '../../platform/autosave/kept-texts';
import type { AppServer } from '../../testing/app-server';
import { leaveApp } from '../../testing/render-app';
import type { RenderedAddress } from '../../testing/render-address';
import { stylesServer, page, open } from '../../testing/styles-stage';

let server: AppServer;
beforeEach(() => {
  server = stylesServer();
});
afterEach(leaveApp);

describe('the unsaved draft of a style', () => {
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const bringBack = () => screen.queryByRole('button', { name: 'Restore Unsaved Text' });
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  async function openDialog(user: RenderedAddress['user'], button: string): Promise<void> {
    await user.click(page().getByRole('button', { name: button }));
    await screen.findByRole('dialog');
  }
  async function leave(user: RenderedAddress['user'], button = 'Add New Style', by = 'Cancel'): Promise<void> {
    await openDialog(user, button);
    await user.type(name(), 'Charcoal');
    if (by === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: by }));
    await closed();
  }

  it.each(['Cancel', 'Close', 'Escape'])('is offered, not inserted, after %s', async (by) => {
    const { user } = await open();
    await leave(user, 'Add New Style', by);
    await openDialog(user, 'Add New Style');
    expect(name().value).toBe('');
    const offers = screen.getByRole('listitem').closest('ul');
    expect([offers?.getAttribute('role'), offers?.parentElement?.getAttribute('role')]).toEqual([null, 'status']);
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('Charcoal');
    expect(bringBack()).toBeNull();
  });

  it('is offered in its own dialog only', async () => {
    const { user } = await open();
    await leave(user, 'Edit Ink');
    for (const button of ['Add New Style', 'Edit Wash']) {
      await openDialog(user, button);
      expect(bringBack()).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await closed();
    }
    await openDialog(user, 'Edit Ink');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('InkCharcoal');
  });

  it('is gone once it was discarded', async () => {
    const { user } = await open();
    await leave(user);
    await openDialog(user, 'Add New Style');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(bringBack()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    await openDialog(user, 'Add New Style');
    expect(bringBack()).toBeNull();
  });

  it('is gone once it was saved, also when the dialog was closed before the answer arrived', async () => {
    let answer = (): void => undefined;
    server.on('PUT', '/api/styles/:id', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { json: server.styles[0] };
    });
    const { user } = await open();
    await openDialog(user, 'Edit Ink');
    await user.type(name(), 'Charcoal');
    await user.click(screen.getByRole('button', { name: 'Update Style' }));
    await waitFor(() => expect(server.sent('PUT', /styles/)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    await openDialog(user, 'Edit Ink');
    expect(bringBack()).not.toBeNull();
    answer();
    await waitFor(() => expect(bringBack()).toBeNull());
    screen.getByRole('dialog');
  });

  it('stays in the dialog when the save is refused, and is offered after it was closed', async () => {
    server.fail('PUT', '/api/styles/:id', 503);
    const { user } = await open();
    await openDialog(user, 'Edit Ink');
    await user.type(name(), 'Charcoal');
    await user.click(screen.getByRole('button', { name: 'Update Style' }));
    await screen.findByText('Failed to update style. Please try again.');
    expect(name().value).toBe('InkCharcoal');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    await openDialog(user, 'Edit Ink');
    expect(bringBack()).not.toBeNull();
  });

  it('replaces the form’s content, which is offered in turn', async () => {
    const { user } = await open();
    await leave(user);
    await openDialog(user, 'Add New Style');
    await user.type(name(), 'Chalk');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('Charcoal');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('Chalk');
  });

  it('is not offered when it cannot be read', async () => {
    const { user } = await open();
    for (const text of ['{', '{"name":"Charcoal"}']) act(() => keptTexts.keepReplaced('style/new', text, 'newer save'));
    await openDialog(user, 'Add New Style');
    expect(bringBack()).toBeNull();
  });
});
