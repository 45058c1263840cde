import type { ReplayReport, RunDetail, RunEvent } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { ADA, AppServer } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { runWith } from '../../testing/run-fixtures';
import { pass, stopTime } from '../../testing/stopped-time';

const ONE = '70b70b70-0000-4000-8000-000000000001';
const AT = '2026-11-01T10:00:00.000Z';
const TYPES = ['ImageJobQueued', 'ImageJobStarted', 'ImageJobCompleted'];

let server: AppServer;
/** Number of events that the run has so far. */
let events: number;
/** Response to the replay request; pending until the test resolves it. */
let replay: Promise<ReplayReport>;
stopTime();
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  server.user = { ...ADA, roles: ['developer'] };
  server.on('GET', `/api/runs/${ONE}`, () => ({ json: runSoFar() }));
  server.on('GET', `/api/runs/${ONE}/replay`, async () => ({ json: await replay }));
});

function runSoFar(): RunDetail {
  const happened = TYPES.slice(0, events).map((type, index): RunEvent => ({
    ...{
      id: `e7e00000-0000-4000-8000-00000000000${index}`,
      stream: 'project-a',
      revision: String(index),
      type,
      at: AT,
    },
    ...{ position: String(index), actor: 'user', commandId: 'c', correlationId: 'c', data: {} },
    why: { kind: 'request', id: 'c', label: 'asked for' },
  }));
  const isOver = events === TYPES.length;
  return runWith({ id: ONE, events: happened, ...(isOver ? {} : { state: 'running', endedAt: null }) });
}
const replayed = (): ReplayReport => ({
  ...{ runId: ONE, kind: 'image', recorded: true, recording: 'recorded', checks: [], same: true },
  ...(events < TYPES.length && { underWay: true as const }),
  steps: TYPES.slice(0, events).map((type, index) => ({
    index: index + 1,
    event: { type, stream: 'project-a', revision: String(index), at: AT },
    ...{ verdict: 'same', differences: [], state: { run: null, hold: null, scene: null } },
  })),
});
const page = () => within(screen.getByRole('main'));
const openTab = async ({ user }: RenderedAddress, name: string) => user.click(await page().findByRole('tab', { name }));

it('reads the replay of a running run again when the run has progressed, and shows the old one meanwhile', async () => {
  events = 1;
  replay = Promise.resolve(replayed());
  const app = renderAddress(`/runs?run=${ONE}`, { fakeTimers: true });
  await pass(1_000);
  await openTab(app, 'Replay');
  await page().findByText('1 of 1:', { exact: false });
  await app.user.click(page().getByRole('button', { name: 'Replay with Today’s Code' }));
  page().getByText(/The run isn’t over yet, so it is compared up to here\./);

  events = 2;
  let answer: (report: ReplayReport) => void = () => undefined;
  replay = new Promise((resolve) => (answer = resolve));
  await pass(1_500);
  expect(server.sent('GET', `/api/runs/${ONE}/replay`)).toHaveLength(2);
  page().getByText('1 of 1:', { exact: false });
  answer(replayed());
  await page().findByText('1 of 2:', { exact: false });

  // Another tab is open when the run ends.
  await openTab(app, 'Overview');
  events = 3;
  replay = Promise.resolve(replayed());
  await pass(1_500);
  await page().findByText('Complete');
  await openTab(app, 'Replay');
  await page().findByText('1 of 3:', { exact: false });
  expect(page().queryByText(/isn’t over yet/)).toBeNull();
  expect(server.sent('GET', `/api/runs/${ONE}/replay`)).toHaveLength(3);
});
