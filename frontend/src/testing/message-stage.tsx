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

/** A complete scene: texts, two images and a video. */
export const SCENE = sceneWith(images(2), { videos: [videoItem('v0')], mainVideoId: 'v0' });

export interface Stage extends RenderedApp {
  server: MediaServer;
  /** Makes every request of this method, or to this path, fail from now on. */
  refuse: (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path?: string) => void;
  /** Renders a hook within the app's providers. */
  run: <T>(hook: () => T) => Promise<{ readonly current: T }>;
}

/** Prepares each test of a file: fake timers, and a log that hides the errors which the test provokes. */
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

/** Renders toasts with a server but without a screen. Time stands still until the test advances it. */
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

/** Maximum wait for a toast: the time of three attempts to save a text. */
const PATIENCE_MS = 12_000;
const STEP_MS = 100;

/** Advances time until the toast with this title is on screen. */
export async function toastTitled(title: string): Promise<HTMLElement> {
  for (let waited = 0; waited <= PATIENCE_MS; waited += STEP_MS) {
    await pass(STEP_MS);
    const toasts = [...document.querySelectorAll<HTMLElement>('li[data-variant]')];
    const found = toasts.find((toast) => within(toast).queryByText(title));
    if (found) return found;
  }
  throw new Error(`No toast has the title '${title}'`);
}

/** Presses Undo in the toast with this title. */
export async function undo(title: string): Promise<void> {
  fireEvent.click(within(await toastTitled(title)).getByRole('button', { name: 'Undo' }));
}

/** A toast from the message lists, and the action that causes it. The description is '' when the lists have none. */
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

/** Starts a batch that describes the scenes. */
export async function describeScenes({ run, server }: Stage, sceneIds = [SCENE_ID]): Promise<void> {
  const batch = await run(() => useStartBatch(server.project));
  await act(() => batch.current.descriptions(sceneIds));
}
/** Starts a batch that generates images for the scene. */
export async function queueAll({ run, server }: Stage): Promise<void> {
  const batch = await run(() => useStartBatch(server.project));
  await act(() => batch.current.images([SCENE_ID], 0));
}
/** Answers the request that starts a batch with `started`, and later polls with `later`. */
export function answerBatches({ server }: Stage, started: Batch, later: Batch = started): void {
  server.on('POST', '/api/batches', () => ({ status: 201, json: started }));
  server.on('GET', '/api/batches', () => ({ json: [later] }));
}
