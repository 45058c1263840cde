import { waitFor } from '@testing-library/react';
import { ApiError } from '../platform/http/api-client';
import { leaveApp, renderApp } from '../testing/render-app';
import { toastStore } from './toast-store';
import { useCommand } from './useCommand';
import type { Command } from './useCommand';

type Rename = Command<string, number>;
const refused = new ApiError(400, JSON.stringify({ code: 'bad_request', message: 'Too long.' }), 'Bad Request');

/** Runs the command once and returns its steps in order, its state at the end and the toast. */
async function outcomeOf(command: Partial<Rename>, answer: Promise<number>) {
  const steps: string[] = [];
  let state: { isPending: boolean; error: Error | null; mutate: (name: string) => void } | undefined;
  const step = (name: string, ...values: unknown[]) => void steps.push([name, ...values].join(' '));
  function Host() {
    state = useCommand<string, number>({
      run: (name) => (step('run', name), answer),
      onDone: (_queryClient, count, name) => step('onDone', count, name),
      refresh: (_queryClient, name) => step('refresh', name),
      ...command,
    });
    return null;
  }
  renderApp(<Host />);
  const current = () => state;
  current()?.mutate('Reef');
  await waitFor(() => expect(steps).toContain('run Reef'));
  await waitFor(() => expect(current()?.isPending).toBe(false));
  const [shown] = toastStore.snapshot().filter(({ open }) => open);
  return { steps, error: current()?.error, toast: shown && { title: shown.title, description: shown.description } };
}

let logged: jest.SpyInstance;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  leaveApp();
  logged.mockRestore();
});

describe('a command', () => {
  it.each<[string, Partial<Rename>, object | undefined]>([
    ['no toast', {}, undefined],
    ['a title', { success: 'Renamed' }, { title: 'Renamed' }],
    [
      'words',
      { success: (count, name) => ({ title: name, description: `${count}` }) },
      { title: 'Reef', description: '2' },
    ],
  ])('that succeeds refreshes after its answer is kept, with %s', async (_what, command, toast) => {
    const outcome = await outcomeOf(command, Promise.resolve(2));
    expect(outcome).toEqual({ steps: ['run Reef', 'onDone 2 Reef', 'refresh Reef'], error: null, toast });
    expect(logged).not.toHaveBeenCalled();
  });

  it.each<[string, Rename['failure'], Error, object | undefined]>([
    ['its error only', undefined, refused, undefined],
    ["the server's reason", "Couldn't rename", refused, { title: "Couldn't rename", description: 'Too long.' }],
    [
      'its words',
      ["Couldn't rename", 'Still Cove.'],
      new TypeError(),
      { title: "Couldn't rename", description: 'Still Cove.' },
    ],
    [
      "the server's reason instead of its words",
      ['No', 'Still Cove.'],
      refused,
      { title: 'No', description: 'Too long.' },
    ],
    ["the caller's report", () => undefined, refused, undefined],
  ])('that fails refreshes too, with %s', async (_what, failure, error, toast) => {
    const answer = Promise.reject(error);
    answer.catch(() => undefined);
    expect(await outcomeOf({ failure }, answer)).toEqual({ steps: ['run Reef', 'refresh Reef'], error, toast });
  });
});
