import type { Batch, Project } from '@storyreel/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router';
import { act, fireEvent, renderHook, within } from '@testing-library/react';
import { createContext, use, type ReactNode } from 'react';
import { useStartBatch } from '../features/batches/useStartBatch';
import { readSearch } from '../features/projects/search';
import { images, projectWith, SCENE_ID, sceneWith, videoItem } from './media-fixtures';
import { MediaServer } from './media-server';
import { leaveApp, renderApp, type RenderedApp } from './render-app';
import { pass } from './stopped-time';

export { pass };

/** A scene that has everything: words, two images and a video. */
export const SCENE = sceneWith(images(2), { videos: [videoItem('v0')], mainVideoId: 'v0' });

export interface Stage extends RenderedApp {
  server: MediaServer;
  /** Every call of this method fails from now on. */
  refuse: (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path?: string) => void;
  /** Runs a hook as a screen does. */
  run: <T>(hook: () => T) => Promise<{ readonly current: T }>;
}

/** For each test of a file: time that stands still, and a log that swallows the failures which are provoked. */
export function setStage(): void {
  let logged: jest.SpyInstance;
  beforeEach(() => {
    jest.useFakeTimers();
    logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterEach(() => {
    leaveApp();
    logged.mockRestore();
    jest.useRealTimers();
  });
}

const Content = createContext<ReactNode>(null);
const Slot = () => use(Content);

/** The notification area and a server, without any screen; time stands still until it is moved. */
export function openStage(scene = SCENE, project: Partial<Project> = {}): Stage {
  const server = new MediaServer(scene, projectWith(project));
  const app = renderApp(null, { fakeTimers: true });
  const routeTree = createRootRoute({ component: Slot, validateSearch: readSearch });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={app.queryClient}>
      <Content value={children}>
        <RouterProvider router={router} />
      </Content>
    </QueryClientProvider>
  );
  return {
    ...app,
    show: (ui) => app.show(<RouterContextProvider router={router}>{ui}</RouterContextProvider>),
    server,
    refuse: (method, path = '*') => void server.fail(method, path, 500),
    async run(hook) {
      const { result } = renderHook(hook, { wrapper });
      await pass(10);
      return result;
    },
  };
}

/** The longest that something may take before its toast: three tries to save a text. */
const PATIENCE_MS = 12_000;
const STEP_MS = 100;

/** Lets time pass until the toast with this title is on screen. */
export async function toastTitled(title: string): Promise<HTMLElement> {
  for (let waited = 0; waited <= PATIENCE_MS; waited += STEP_MS) {
    await pass(STEP_MS);
    const toasts = [...document.querySelectorAll<HTMLElement>('li[data-variant]')];
    const found = toasts.find((toast) => within(toast).queryByText(title));
    if (found) return found;
  }
  throw new Error(`No toast has the title '${title}'`);
}

/** Takes back what the toast with this title tells. */
export async function undo(title: string): Promise<void> {
  fireEvent.click(within(await toastTitled(title)).getByRole('button', { name: 'Undo' }));
}

/** A message of the catalogues, and what makes the app show it; a text of '' where the catalogue names none. */
export type Message = [title: string, description: string | RegExp, provoke: (stage: Stage) => Promise<unknown>];

export async function expectToast(
  variant: 'default' | 'destructive',
  [title, description, provoke]: Message,
): Promise<void> {
  await provoke(openStage());
  const toast = await toastTitled(title);
  expect(toast.querySelector('.title')?.textContent).toBe(title);
  const text = toast.querySelector('.description')?.textContent ?? '';
  if (description instanceof RegExp) expect(text).toMatch(description);
  else if (description !== '') expect(text).toBe(description);
  expect(toast.dataset.variant).toBe(variant);
}

/** Has the scenes described, as one batch. */
export async function describeScenes({ run, server }: Stage, sceneIds = [SCENE_ID]): Promise<void> {
  const batch = await run(() => useStartBatch(server.project));
  await act(() => batch.current.descriptions(sceneIds));
}
/** Asks for images of the scene, as a batch. */
export async function queueAll({ run, server }: Stage): Promise<void> {
  const batch = await run(() => useStartBatch(server.project));
  await act(() => batch.current.images([SCENE_ID], 0));
}
/** A batch is started, of which the server says what it answers then, and what has become of it when it is asked. */
export function answerBatches({ server }: Stage, started: Batch, later: Batch = started): void {
  server.on('POST', '/api/batches', () => ({ status: 201, json: started }));
  server.on('GET', '/api/batches', () => ({ json: [later] }));
}
