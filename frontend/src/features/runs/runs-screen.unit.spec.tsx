import { type Run, RUN_KINDS, type RunDetail, runSchema } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { runWith } from '../../testing/run-fixtures';
import { pass } from '../../testing/stopped-time';

const idOf = (n: number): string => `70b70b70-0000-4000-8000-${String(n).padStart(12, '0')}`;
const run = (n: number, part: Partial<RunDetail> = {}): RunDetail => runWith({ id: idOf(n), ...part });
/** Returns the run as the list contains it, without the fields of the detail view. */
const listed = (detail: RunDetail): Run => runSchema.parse(detail);

let server: AppServer;
let runs: RunDetail[];
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  server.user = { ...ADA, roles: ['developer'] };
  runs = [];
  server.on('GET', '/api/runs', ({ query }) => {
    const isWanted = (name: 'state' | 'kind', value: string) => [null, value].includes(query.get(name));
    const found = runs.filter(({ state, kind }) => isWanted('state', state) && isWanted('kind', kind));
    return { json: found.map(listed) };
  });
  server.on('GET', '/api/runs/counts', () => ({ json: { queued: 0, running: 0, complete: 1, failed: 1 } }));
  for (const n of [1, 2]) {
    server.on('GET', `/api/runs/${idOf(n)}`, () => ({ json: runs.find(({ id }) => id === idOf(n)) }));
  }
});
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

const page = () => within(screen.getByRole('main'));
async function open(address: string, heading: string): Promise<RenderedAddress> {
  const app = renderAddress(address);
  await screen.findByRole('heading', { level: 1, name: heading });
  return app;
}
const rows = async () =>
  within(await page().findByRole('table', { name: 'Runs' }))
    .getAllByRole('row')
    .slice(1);

describe('the list of runs', () => {
  it('shows a message when it is empty, and an error with a retry when it cannot be read', async () => {
    server.fail('GET', '/api/runs', 400);
    const { user } = await open('/runs', 'Runs');
    const retry = await page().findByRole('button', { name: /try again|retry/i });
    server.on('GET', '/api/runs', () => ({ json: [] }));
    await user.click(retry);
    await page().findByRole('heading', { name: 'No runs' });
  });

  it('follows running ones, and reads nothing once all are over', async () => {
    jest.useFakeTimers();
    runs = [run(1, { state: 'running', endedAt: null })];
    renderAddress('/runs', { fakeTimers: true });
    const asked = () => server.sent('GET', '/api/runs').length;
    await pass(2_000);
    await page().findByText('Running');
    const before = asked();
    runs = [run(1)];
    await pass(5_000);
    await page().findByText('Complete');
    expect(asked()).toBe(before + 1);
    await pass(60_000);
    expect(asked()).toBe(before + 1);
  });

  it('is filtered by state and words from the keyboard, keeps the filter in the address, and opens a run', async () => {
    runs = [run(1), run(2, { kind: 'video', state: 'failed', error: 'Too dark.' })];
    const { user, address } = await open('/runs', 'Runs');
    expect(await rows()).toHaveLength(2);
    // On phones, there is no room for separate columns.
    expect((await rows())[1]?.querySelector('td')?.textContent).toMatch(/Clip.*ada@example.com/);
    await user.click(page().getByRole('radio', { name: 'Failed (1)' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toContain('state=failed');
    expect(document.activeElement).toBe(page().getByRole('radio', { name: 'Failed (1)' }));
    await user.type(page().getByRole('textbox', { name: 'Error contains' }), 'dark{Enter}');
    await waitFor(() => expect(server.sent('GET', '/api/runs').at(-1)?.query.get('error')).toBe('dark'));
    const link = within((await rows())[0] ?? document.body).getByRole('link');
    act(() => link.focus());
    await user.keyboard('{Enter}');
    await screen.findByText('Too dark.');
    expect(address()).toContain(`run=${idOf(2)}`);
  });

  it('names every kind of run in words, and shows only the runs of the chosen one', async () => {
    runs = RUN_KINDS.map((kind, n) => run(n + 1, { kind }));
    const { user, address } = await open('/runs', 'Runs');
    const words = (await rows()).map((row) => within(row).getAllByRole('cell')[2]?.textContent.trim());
    expect(words).toEqual([
      'Images',
      'Edited image',
      'Upscaled image',
      'Cast sheet',
      'Clip',
      'Narration',
      'Film',
      'Text',
      'Chat reply',
    ]);
    const kinds = () => page().getByRole('combobox', { name: 'Kind' });
    expect(
      within(kinds())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Any kind', ...words]);
    await user.selectOptions(kinds(), 'Film');
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(address()).toContain('kind=film');
    expect(document.activeElement).toBe(kinds());
  });
});

describe('grouped errors', () => {
  it('lead to the runs with the same failure', async () => {
    const group = { pattern: 'Too dark: #', runs: 7, people: 2, kinds: ['image'], newestRunId: idOf(1) };
    const times = { firstAt: '2026-11-01T10:00:00.000Z', lastAt: '2026-11-02T10:00:00.000Z' };
    server.on('GET', '/api/runs/errors', () => ({ json: [{ ...group, ...times }] }));
    const { user, address } = await open('/runs?view=errors', 'Runs');
    await user.click(await page().findByRole('link', { name: 'Too dark: #' }));
    await page().findByText('Only failed with: Too dark: #');
    expect(server.sent('GET', '/api/runs').at(-1)?.query.get('errorGroup')).toBe('Too dark: #');
    await user.click(page().getByRole('button', { name: 'Show All' }));
    expect(address()).not.toContain('errorGroup');
  });
});

describe('the details of a run', () => {
  it('show while it is running what failed, and when it is retried; it is canceled with a reason', async () => {
    const progress = {
      failedCalls: 2,
      lastError: 'Replicate could not be reached. (ECONNREFUSED)',
      lastErrorAt: '2026-11-01T10:00:00.000Z',
      nextTryAt: '2026-11-01T10:00:30.000Z',
    };
    runs = [run(1, { state: 'running', endedAt: null, attempts: 11, progress })];
    server.on('POST', `/api/runs/${idOf(1)}/end`, () => ({ json: { outcome: 'released' } }));
    const { user } = await open(`/runs?run=${idOf(1)}`, 'Images');
    const status = page()
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join();
    expect(status).toContain('Attempt 11, 2 failed calls · next try');
    expect(status).toContain('Last error: Replicate could not be reached. (ECONNREFUSED)');
    await user.click(page().getByRole('button', { name: 'Cancel Run…' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByRole('button', { name: 'Cancel Run' })).toHaveProperty('disabled', true);
    await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'It hangs');
    await user.click(dialog.getByRole('button', { name: 'Cancel Run' }));
    await screen.findByText('The zaps were given back.');
    expect(server.sent('POST', `/api/runs/${idOf(1)}/end`).map(({ body }) => body)).toEqual([{ reason: 'It hangs' }]);
  });

  it('keep a whole story in a box that scrolls from the keyboard, and mark empty fields', async () => {
    const story = 'The keeper walks the shore. '.repeat(100);
    runs = [run(1, { settings: { story, style: '' } })];
    await open(`/runs?run=${idOf(1)}`, 'Images');
    const box = page().getByRole('region', { name: 'Story' });
    expect([box.textContent, box.tabIndex]).toEqual([story, 0]);
    expect(page().getByText('Style', { selector: 'dt' }).nextSibling?.textContent).toBe('–');
  });
});

const line = (level: string, message: string) => ({ at: '2026-11-01T10:00:00.000Z', level, message, fields: null });
const NOTHING = { run: null, hold: null, scene: null };
const step = (type: string, part: object = {}) => ({
  index: 1,
  event: { type, stream: 'project-a', revision: '1', at: '2026-11-01T10:00:00.000Z' },
  verdict: 'same',
  differences: [],
  state: { run: { status: type }, hold: null, scene: null },
  ...part,
});

describe('a run', () => {
  it('shows its log lines, filtered by level', async () => {
    runs = [run(1, { log: [line('info', 'It began.'), line('error', 'The provider was away.')] })];
    const { user } = await open(`/runs?run=${idOf(1)}`, 'Images');
    const first = await page().findByRole('tab', { name: 'Overview' });
    act(() => first.focus());
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(page().getByRole('tab', { name: 'Log', selected: true })).toBe(document.activeElement);
    expect(page().getByText('It began.')).toBeTruthy();
    await user.click(page().getByRole('radio', { name: 'Errors' }));
    expect(page().queryByText('It began.')).toBeNull();
    expect(page().getByText('The provider was away.')).toBeTruthy();
  });

  it('has no log tab for people without the role, and says when no line is left for others', async () => {
    runs = [run(1, { log: null }), run(2)];
    const app = await open(`/runs?run=${idOf(1)}`, 'Images');
    await page().findByRole('tab', { name: 'Replay' });
    expect(page().queryByRole('tab', { name: 'Log' })).toBeNull();
    leaveApp();
    expect(app.address()).toContain(idOf(1));
    const { user } = await open(`/runs?run=${idOf(2)}`, 'Images');
    await user.click(await page().findByRole('tab', { name: 'Log' }));
    expect(page().getByRole('heading', { name: 'No log lines' })).toBeTruthy();
    // A run without log lines may never have had any.
    expect(page().getByText('Either nothing was logged for this run, or its lines are no longer kept.')).toBeTruthy();
  });

  it.each([
    ['sound', 'main', 'Narration 1', 'In use', false],
    ['film', 'main', 'Film 1', 'Final video', false],
    ['film', 'removed', 'Film 1', 'Removed', false],
    ['video', 'removed', 'Clip 1', 'Removed', true],
  ] as const)(
    'shows the %s that it made, %s, and the results that can be kept',
    async (kind, place, name, word, canKeep) => {
      runs = [run(1, { assets: [{ id: 'made', kind, url: '/api/media/made', place }] })];
      await open(`/runs?run=${idOf(1)}`, 'Images');
      const made = within(await page().findByRole('list', { name: 'Results' }));
      expect(made.getByLabelText(name).getAttribute('src')).toBe('/api/media/made');
      expect(made.getByText(word)).toBeTruthy();
      expect(page().queryAllByRole('button', { name: 'Keep' })).toHaveLength(canKeep ? 1 : 0);
      fireEvent.error(made.getByLabelText(name));
      expect(made.getByText(/is no longer stored/)).toBeTruthy();
    },
  );

  it('is stepped through, and marks decisions that today’s code makes differently', async () => {
    runs = [run(1)];
    const differences = [{ path: '$.data.units', recorded: 4, today: 5 }];
    const steps = [step('ImageJobQueued'), step('ImageJobFailed', { verdict: 'different', differences })];
    const sent = { path: '$.body.quality', recorded: 92, today: 40 };
    const checks = [
      { of: 'sent', operation: 'create', verdict: 'different', differences: [sent] },
      {
        of: 'price',
        operation: 'generate_image',
        verdict: 'not_compared',
        differences: [],
        reason: 'Another price book.',
      },
    ];
    const report = { runId: idOf(1), kind: 'image', recorded: true, recording: 'recorded', steps, checks, same: false };
    server.on('GET', `/api/runs/${idOf(1)}/replay`, () => ({ json: report }));
    const { user } = await open(`/runs?run=${idOf(1)}`, 'Images');
    await user.click(await page().findByRole('tab', { name: 'Replay' }));
    await page().findByRole('heading', { name: 'State after ImageJobQueued' });
    const forwards = page().getByRole('button', { name: 'Step Forward' });
    act(() => forwards.focus());
    await user.keyboard('{Enter}');
    await page().findByRole('heading', { name: 'State after ImageJobFailed' });
    expect((forwards as HTMLButtonElement).disabled).toBe(true);
    expect(document.activeElement).toBe(page().getByRole('button', { name: 'Step Back' }));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(forwards);
    await user.keyboard('{Enter}');
    await user.click(page().getByRole('button', { name: 'Replay with Today’s Code' }));
    const table = within(page().getByRole('table', { name: 'Differences of ImageJobFailed' }));
    expect(table.getByText('$.data.units')).toBeTruthy();
    expect(table.getByText('5').tagName).toBe('INS');
    expect(page().getByRole('row', { name: /Price of generate_image.*Not compared.*Another price book/ })).toBeTruthy();
    const wire = within(page().getByRole('table', { name: 'Differences: Sent of create' }));
    expect(wire.getByText('40').tagName).toBe('INS');
  });

  it('shows a decision that the log lacks, with an empty side', async () => {
    runs = [run(1)];
    const [event, state] = [{ type: 'ZapsReleased', stream: 'wallet-a', revision: null, at: null }, NOTHING];
    const extra = { event, state, verdict: 'extra', differences: [{ path: '$', today: { type: 'ZapsReleased' } }] };
    const steps = [step('ImageJobQueued'), step('ZapsReleased', extra)];
    const report = {
      runId: idOf(1),
      kind: 'image',
      recorded: true,
      recording: 'recorded',
      steps,
      checks: [],
      same: false,
    };
    server.on('GET', `/api/runs/${idOf(1)}/replay`, () => ({ json: report }));
    const { user } = await open(`/runs?run=${idOf(1)}`, 'Images');
    await user.click(await page().findByRole('tab', { name: 'Replay' }));
    await user.click(await page().findByRole('button', { name: 'Replay with Today’s Code' }));
    // The first event with a difference is open at the beginning.
    const table = within(page().getByRole('table', { name: 'Differences of ZapsReleased' }));
    expect(table.getByText('{"type":"ZapsReleased"}').tagName).toBe('INS');
    expect(table.getByText('–').tagName).toBe('DEL');
    page().getByText('Only today');
  });

  it('is rerun with other settings, of which only the changed ones are sent', async () => {
    const settings = { model: 'seedance-1-lite', seconds: 5, resolution: '480p' };
    runs = [run(1, { kind: 'video', operation: 'generate_video', model: 'seedance-1-lite', settings }), run(2)];
    server.on('POST', `/api/runs/${idOf(1)}/again`, () => ({ json: { runId: idOf(2), zaps: 5 } }));
    const { user, address } = await open(`/runs?run=${idOf(1)}`, 'Clip');
    await user.click(await page().findByRole('button', { name: 'Run Again…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Run Again' }));
    const seconds = dialog.getByRole('spinbutton', { name: /duration|seconds/i });
    await user.clear(seconds);
    await user.type(seconds, '7{Tab}');
    await user.click(await dialog.findByRole('button', { name: /^Run Again/ }));
    await waitFor(() => expect(address()).toContain(`run=${idOf(2)}`));
    expect(server.sent('POST', `/api/runs/${idOf(1)}/again`)[0]?.body).toMatchObject({ settings: { duration: 7 } });
  });
});

describe('a rerun on another model', () => {
  it('is priced by that model, and shown beside the original run', async () => {
    const settings = { model: 'hailuo-02', seconds: 6 };
    runs = [run(1, { kind: 'video', operation: 'generate_video', model: 'hailuo-02', settings }), run(2)];
    server.on('POST', `/api/runs/${idOf(1)}/again`, () => ({ json: { runId: idOf(2), zaps: 5 } }));
    const { user, address } = await open(`/runs?run=${idOf(1)}&try=kling-v2.1`, 'Clip');
    await user.click(await page().findByRole('button', { name: 'Try a Sample on Kling v2.1…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Run Again' }));
    await dialog.findByRole('combobox', { name: 'Model' });
    await user.click(await dialog.findByRole('button', { name: /^Run Again/ }));
    await waitFor(() => expect(address()).toContain(`with=${idOf(2)}`));
    expect(address()).toContain(`run=${idOf(1)}`);
    expect(server.sent('POST', `/api/runs/${idOf(1)}/again`)[0]?.body).toMatchObject({ model: 'kling-v2.1' });
  });
});

describe('two runs side by side', () => {
  it('mark changes in prompts, settings and texts, and keep one of them', async () => {
    const text = (words: string) => ({ name: 'description', text: words, inScene: false });
    runs = [
      run(1, { kind: 'text', prompt: null, settings: { styleAttributes: 'oil' }, texts: [text('A red kite.')] }),
      run(2, {
        kind: 'text',
        prompt: null,
        settings: { styleAttributes: 'ink' },
        texts: [text('A blue kite.')],
        trial: true,
      }),
    ];
    server.on('POST', `/api/runs/${idOf(2)}/keep`, () => {
      runs = [
        runs[0] as RunDetail,
        run(2, { ...runs[1], kept: true, texts: [{ ...text('A blue kite.'), inScene: true }] }),
      ];
      return { json: runs[1] };
    });
    const { user } = await open(`/runs?run=${idOf(1)}&with=${idOf(2)}`, 'Compare runs');
    const right = within(await page().findByRole('region', { name: 'Right' }));
    expect(right.getByText('blue').tagName).toBe('INS');
    expect(within(page().getByRole('region', { name: 'Left' })).getByText('red').tagName).toBe('DEL');
    const changed = within(page().getByRole('table', { name: 'Differences' })).getByRole('row', {
      name: /Style attributes/,
    });
    expect(within(changed).getByText('Changed')).toBeTruthy();
    await user.click(right.getByRole('button', { name: 'Keep Right' }));
    await page().findByRole('button', { name: 'Undo Keep' });
  });

  it('show the server’s reason why one cannot be kept', async () => {
    const texts = [{ name: 'description', text: 'A blue kite.', inScene: false }];
    runs = [run(1), run(2, { texts, trial: true })];
    server.fail('POST', `/api/runs/${idOf(2)}/keep`, 400, 'A scene can have at most 12 images.');
    const { user } = await open(`/runs?run=${idOf(1)}&with=${idOf(2)}`, 'Compare runs');
    const right = within(await page().findByRole('region', { name: 'Right' }));
    await user.click(right.getByRole('button', { name: 'Keep Right' }));
    expect(await screen.findByText('A scene can have at most 12 images.')).toBeTruthy();
  });
});

it.each([
  ['openai', 0.1, '4 images · provider $0.10'],
  ['openai', 0, '4 images · provider: not known beforehand'],
  ['sandbox', 0, '4 images'],
  ['openai', null, '4 images'],
])('shows for a run by %s the expected cost at the provider: %s', async (provider, usd, words) => {
  runs = [run(1, { provider, price: { zaps: 4, usd, priceVersion: 'v', arithmetic: ['4 images'] } })];
  await open(`/runs?run=${idOf(1)}`, 'Images');
  await screen.findByText(words);
});
