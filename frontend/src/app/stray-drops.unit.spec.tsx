import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, render, screen } from '@testing-library/react';
import { createQueryClient } from '../platform/cache/query-client';
import { AppServer } from '../testing/app-server';
import { fakeWindow } from '../testing/fake-window';
import { completeBrowser, leaveApp } from '../testing/render-app';
import { App } from './App';
import { createAppRouter } from './router';

afterEach(leaveApp);

it('keeps the page when a file is dropped outside of a drop area, and accepts other drops', async () => {
  fakeWindow();
  completeBrowser();
  new AppServer();
  const router = createAppRouter(createMemoryHistory(), false);
  const { unmount } = render(<App queryClient={createQueryClient()} router={router} />);
  const [place] = await screen.findAllByRole('heading');
  if (!place) throw new Error('Nothing is shown');
  /** Returns true if the browser's default action is kept, which opens a dropped file and inserts dropped text. */
  const goesOn = (kind: 'dragOver' | 'drop', type: string) =>
    fireEvent[kind](place, { dataTransfer: { types: [type], files: [], dropEffect: 'copy' } });
  expect([goesOn('dragOver', 'Files'), goesOn('drop', 'Files')]).toEqual([false, false]);
  expect([goesOn('dragOver', 'text/plain'), goesOn('drop', 'text/plain')]).toEqual([true, true]);
  unmount();
  expect(goesOn('drop', 'Files')).toBe(true);
});
