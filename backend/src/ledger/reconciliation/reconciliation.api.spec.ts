import {
  type AccessEntry,
  type FailedRuns,
  type LedgerTotals,
  MAX_STATEMENT_BYTES,
  type Reconciliation,
  reconciliationSchema,
  type ReconciliationSummary,
  type Spending,
} from '@storyreel/contracts';
import { createCanvas } from '@napi-rs/canvas';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { eventually } from '../../testing/eventually';
import { grantRole } from '../../testing/grant-role';
import { projectWithScene } from '../../testing/make-story';
import { ReplicateStub } from '../../testing/provider-stubs/replicate-stub';

const DONE = { state: 'complete', error: null };
const FAILED = { state: 'failed', error: expect.any(String) as string };
const ROUTE = '/api/audit/reconciliations';
const stub = new ReplicateStub();
const today = new Date().toISOString().slice(0, 10);
const at = (time: string): string => `${today}T${time}Z`;
let app: TestApp;
let finance: TestUser;
let creator: TestUser;
/** Cost of the one generated image according to the ledger. */
let usd: number;
let model: string;
let jobs: string[];

const period = { provider: 'replicate', from: today, to: today };
const upload = (body: string | Buffer, type = 'text/csv', by = finance) =>
  by.agent
    .post(`${ROUTE}/statement?${new URLSearchParams(period).toString()}`)
    .set('content-type', type)
    .send(body);
const found = async (body: string, type?: string): Promise<Reconciliation> =>
  reconciliationSchema.parse((await upload(body, type).expect(200)).body);
const csv = (...lines: string[]): string => ['id,model,created,usd', ...lines].join('\n');
const bothOurs = () => [`stub1,flux,${at('10:00:00')},${usd}`, `stub2,flux,${at('10:00:00')},0`];

async function generate(sceneId: string, end: (id: string) => void): Promise<string> {
  const before = stub.accepted;
  const ask = { sceneId, prompt: 'a lighthouse', idempotencyKey: `lighthouse-${before}` };
  const { body } = await creator.agent.post('/api/midjourney/generate-image').send(ask).expect(200);
  await eventually('The prediction', async () => (stub.accepted > before ? true : null), 10_000);
  end(stub.predictions.at(-1)?.id ?? '');
  await app.idle();
  return (body as { jobId: string }).jobId;
}

beforeAll(async () => {
  const replicate = { apiToken: ReplicateStub.token, baseUrl: await stub.start() };
  app = await startTestApp({ config: { replicate } });
  [finance, creator] = [await app.newUser(), await app.newUser()];
  await grantRole(app, finance, 'finance');
  await app.idle();
  const { sceneId, projectId } = await projectWithScene(creator);
  const bytes = createCanvas(90, 160).toBuffer('image/jpeg');
  const files = [0, 1, 2, 3].map((index) => ({ name: `${index}.jpg`, bytes }));
  jobs = [
    await generate(sceneId, (id) => stub.succeed(id, files)),
    await generate(sceneId, (id) => stub.fail(id, 'enough')),
  ];
  const events = await app.events(`project-${projectId}`);
  ({ usd } = events.find(({ type }) => type === 'ImageJobCompleted')?.data as { usd: number });
  ({ model } = events.find(({ type }) => type === 'ImageJobQueued')?.data as { model: string });
}, 60_000);
afterAll(async () => {
  await app?.close();
  await stub.stop();
});

describe('a comparison with a statement', () => {
  it('agrees with the log about the spent dollars; failed runs cost nothing', async () => {
    expect(usd).toBeGreaterThan(0);
    const outcome = await found(csv(...bothOurs()));
    expect(outcome).toMatchObject({ matched: 2, differences: [], badLines: 0, source: 'statement', by: finance.id });
    const totals = { count: 2, usd };
    expect(outcome.byDay).toEqual([{ day: today, model, ours: totals, theirs: totals }]);
  });

  it('names entries unknown to us, entries unknown to them, and different costs', async () => {
    const outcome = await found(csv(`stub1,"flux, dev",${at('10:00:00')},"9.5"`, `foreign,sdxl,${at('23:59:59')},0.3`));
    expect(outcome).toMatchObject({ matched: 0, unknownToUs: 1, unknownToThem: 1, otherCost: 1 });
    expect(outcome.theirs).toEqual({ count: 2, usd: 9.8 });
    const named = { day: today, model };
    expect(outcome.differences).toEqual([
      { ...named, kind: 'other_cost', predictionId: 'stub1', jobId: jobs[0], ourUsd: usd, theirUsd: 9.5, run: DONE },
      {
        kind: 'unknown_to_us',
        predictionId: 'foreign',
        day: today,
        model: 'sdxl',
        jobId: null,
        ourUsd: null,
        theirUsd: 0.3,
        run: null,
      },
      {
        ...named,
        kind: 'unknown_to_them',
        predictionId: 'stub2',
        jobId: jobs[1],
        ourUsd: 0,
        theirUsd: null,
        run: FAILED,
      },
    ]);
  });

  it('reads JSON Lines as well', async () => {
    const lines = [
      { id: 'stub1', model: 'flux', created: at('10:00:00'), usd },
      { id: 'stub2', model: 'flux', created: at('10:00:00'), usd: 0, other: 1 },
    ];
    const outcome = await found(lines.map((line) => JSON.stringify(line)).join('\r\n'), 'application/x-ndjson');
    expect(outcome).toMatchObject({ matched: 2, badLines: 0 });
  });

  it('names unreadable lines, and compares the rest', async () => {
    const outcome = await found(
      csv(
        ...bothOurs(),
        'stub1,flux,2026-11-01,1',
        `a\0b,flux,${today},1`,
        `c,flux,whenever,1`,
        `d,flux,${today},`,
        'e',
      ),
    );
    expect(outcome).toMatchObject({ matched: 2, unknownToUs: 0, badLines: 5 });
    expect(outcome.namedBadLines.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
      [4, 'id'],
      [5, 'id'],
      [6, 'created'],
      [7, 'usd'],
      [8, 'model'],
    ]);
  });

  it('names the first twenty of very many', async () => {
    const outcome = await found(Array.from({ length: 1_000 }, () => '{').join('\n'), 'application/x-ndjson');
    expect([outcome.badLines, outcome.namedBadLines.length]).toEqual([1_000, 20]);
  });

  it.each([
    ['without a column', 'id,model\n', 'text/csv', 400, 'bad_request'],
    ['that is empty', '', 'text/csv', 400, 'bad_request'],
    ['that is no text', Buffer.from([0x69, 0xff, 0xfe]), 'text/csv', 400, 'bad_request'],
    ['with a line that never ends', csv(`"${'x'.repeat(20_000)}`), 'text/csv', 400, 'bad_request'],
    ['of something else', '{}\n'.repeat(1_001), 'application/x-ndjson', 400, 'bad_request'],
    ['of another type', '{}', 'application/json', 415, 'unsupported_media_type'],
    ['of too many lines', '\n'.repeat(200_001), 'text/csv', 413, 'payload_too_large'],
    ['that is too large', Buffer.alloc(MAX_STATEMENT_BYTES + 1, '\n'), 'text/csv', 413, 'payload_too_large'],
  ])('%s is refused', async (_, body, type, status, code) => {
    const answer = await upload(body, type);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([status, code]);
  });

  it('is open to finance only, for a valid period', async () => {
    await upload(csv(), 'text/csv', creator).expect(404);
    await creator.agent.post(ROUTE).send(period).expect(404);
    await creator.agent.get(ROUTE).expect(404);
    await finance.agent
      .post(ROUTE)
      .send({ ...period, from: '2999-01-01' })
      .expect(400);
  });
});

describe('a comparison with the provider’s own list', () => {
  it('reads all of its pages, uses our costs, and finds entries that are on one side only', async () => {
    const [known] = stub.predictions;
    if (!known) throw new Error('Nothing was asked of the stub');
    stub.predictions.push({ ...known, id: 'theirs', model: 'sdxl' });
    stub.predictions.push({ ...known, id: 'ancient', created_at: '2020-01-01T00:00:00Z' });
    stub.predictions.splice(1, 1);
    const { body } = await finance.agent.post(ROUTE).send(period).expect(200);
    const outcome = reconciliationSchema.parse(body);
    expect(outcome).toMatchObject({ source: 'provider', matched: 1, unknownToUs: 1, unknownToThem: 1, otherCost: 0 });
    expect(outcome.theirs).toEqual({ count: 2, usd });
    expect(outcome.differences.map(({ kind, predictionId, theirUsd }) => [kind, predictionId, theirUsd])).toEqual([
      ['unknown_to_us', 'theirs', null],
      ['unknown_to_them', 'stub2', null],
    ]);
  });

  it('runs once per key', async () => {
    const ask = { ...period, idempotencyKey: 'compare-november' };
    const [first, again] = [await finance.agent.post(ROUTE).send(ask), await finance.agent.post(ROUTE).send(ask)];
    expect([first.status, again.body]).toEqual([200, first.body]);
    expect(await app.events(`reconciliation-${(first.body as Reconciliation).id}`)).toHaveLength(1);
  });

  it('reports that the provider refuses, and stores nothing', async () => {
    const before = (await finance.agent.get(ROUTE)).body as ReconciliationSummary[];
    stub.failNext('list', { kind: 'status', status: 401 });
    const { status, body } = await finance.agent.post(ROUTE).send(period);
    expect([status, body]).toMatchObject([503, { code: 'provider_failed' }]);
    expect((await finance.agent.get(ROUTE)).body).toEqual(before);
  });
});

describe('the billed cost', () => {
  const read = async <Body>(path: string) => (await finance.agent.get(path).expect(200)).body as Body;
  const margin = async () => (await read<LedgerTotals>('/api/audit/ledger/totals?provider=replicate')).margin;

  it('is deducted from revenue, for failed runs too, by the newest statement', async () => {
    await found(csv(`stub1,flux,${at('10:00:00')},9.5`));
    await found(csv(`stub1,flux,${at('10:00:00')},0.5`, `stub2,flux,${at('10:00:00')},0.4`));
    await app.idle();
    expect(await margin()).toEqual({
      ...{ paidUsd: 0, listUsd: 0.4, expectedUsd: usd },
      ...{ billedUsd: 0.9, unbilledUsd: 0, marginUsd: -0.9 },
    });
    const { rows, totals } = await read<Spending>(`/api/audit/spending?by=model&from=${today}`);
    expect(rows.map((row) => row.margin)).toEqual([await margin()]);
    expect(totals.margin).toEqual(await margin());
    const released = await read<LedgerTotals>('/api/audit/ledger/totals?kind=release');
    expect(released).toMatchObject({ released: 4, returned: 0, margin: { billedUsd: 0.4, marginUsd: -0.4 } });
  });

  it('is shown for failed runs by month, model and error, with the outcome of their zaps', async () => {
    const failed = await read<FailedRuns>(`/api/audit/failed-runs?from=${today}`);
    const figures = { runs: 1, reserved: 4, released: 4, charged: 0, billedUsd: 0.4, billedRuns: 1 };
    const error = expect.stringContaining('enough') as string;
    expect(failed).toEqual({
      rows: [{ month: today.slice(0, 7), kind: 'image', model, error, ...figures }],
      totals: figures,
    });
    expect((await read<FailedRuns>('/api/audit/failed-runs?to=2020-01-01')).totals.runs).toBe(0);
    await creator.agent.get('/api/audit/failed-runs').expect(404);
  });
});

describe('a finished comparison', () => {
  it('is kept with its author and time; reading it leaves an event', async () => {
    const outcome = await found(csv(...bothOurs()));
    const { body: list } = await finance.agent.get(`${ROUTE}?limit=1`).expect(200);
    const { byDay: _days, differences: _differences, namedBadLines: _lines, ...summary } = outcome;
    expect(list).toEqual([summary]);
    expect((await finance.agent.get(`${ROUTE}/${outcome.id}`).expect(200)).body).toEqual(outcome);
    await finance.agent.get(`${ROUTE}/${crypto.randomUUID()}`).expect(404);
    await app.idle();
    const accesses = (await finance.agent.get('/api/audit/access')).body as AccessEntry[];
    expect(accesses.some(({ what, detail }) => what === 'reconciliation' && detail.id === outcome.id)).toBe(true);
  });
});
