import { createBrowserHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { leaveApp, renderApp } from '../testing/render-app';
import { ConfirmDialog, Dialog } from '.';

const history = createBrowserHistory();
const router = createRouter({ routeTree: createRootRoute(), history });
afterEach(leaveApp);
afterAll(() => history.destroy());

function Page() {
  const [isOpen, setOpen] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Scene">
        <button type="button" onClick={() => setAsks(true)}>
          Delete
        </button>
      </Dialog>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Sure?"
        body="Really"
        confirmLabel="Yes"
        onConfirm={() => {}}
      />
    </>
  );
}
const back = () => act(async () => window.history.back());
const place = () => window.location.search;

describe('Back', () => {
  it('closes the topmost dialog and stays on the tab, and leaves it when none is open', async () => {
    for (const tab of ['?tab=story', '?tab=scenes']) {
      history.push(`/${tab}`);
      await waitFor(() => expect(place()).toBe(tab));
    }
    const { user } = renderApp(
      <RouterContextProvider router={router}>
        <Page />
      </RouterContextProvider>,
    );
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await back();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    screen.getByRole('dialog', { name: 'Scene' });
    await waitFor(() => expect(place()).toBe('?tab=scenes'));
    await back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(place()).toBe('?tab=scenes'));
    await back();
    await waitFor(() => expect(place()).toBe('?tab=story'));
  });
});
