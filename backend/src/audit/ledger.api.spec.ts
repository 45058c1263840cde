import type {
  AccessEntry,
  AuditHold,
  Charge,
  LedgerLine,
  LedgerTotals,
  Spending,
  Transaction,
  TrialBalance,
  UsageEvent,
  WalletBalanceAt,
} from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { grantRole } from '../testing/grant-role';
import { projectWithScene } from '../testing/make-story';
import { PaidWork } from '../zaps';

let app: TestApp;
let finance: TestUser;
let mara: TestUser;
let tom: TestUser;
let place: { projectId: string; sceneId: string };
let holdId: string;

const read = async <Body>(path: string, user = finance): Promise<Body> =>
  (await user.agent.get(path).expect(200)).body as Body;
/** With a key: it is not part of a bulk run, which the plan would include. */
const draw = (user: TestUser, sceneId: string) =>
  user.agent
    .post('/api/midjourney/generate-image')
    .send({ sceneId, prompt: 'the lamp', idempotencyKey: 'draw-the-lamp' })
    .expect(200);

beforeAll(async () => {
  app = await startTestApp();
  [finance, mara, tom] = [await app.newUser(), await app.newUser(), await app.newUser()];
  await grantRole(app, finance, 'finance');
  place = await projectWithScene(mara);
  await draw(mara, place.sceneId);
  await app.idle();
  await tom.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
  await app.idle();
  holdId = (await read<UsageEvent[]>('/api/usage-events', mara))[0]?.holdId ?? '';
}, 60_000);
afterAll(() => app?.close());

describe('the ledger of all wallets', () => {
  it('lists the entries of everybody, newest first, with whom and what they are about', async () => {
    const lines = await read<LedgerLine[]>('/api/audit/ledger');
    expect(lines.map(({ kind, user }) => [kind, user.email])).toEqual([
      ['purchase', tom.email],
      ['settlement', mara.email],
      ['reservation', mara.email],
      ['grant', tom.email],
      ['grant', mara.email],
      ['grant', finance.email],
    ]);
    expect(lines[1]).toMatchObject({
      available: 0,
      held: -4,
      revenue: 4,
      revision: 2,
      holdId,
      sceneId: place.sceneId,
      project: { id: place.projectId, title: 'The Lamp', deleted: false },
      provider: 'sandbox',
      operation: 'generate_image',
      usd: 0,
    });
  });

  it.each([
    ['kind=settlement', 1],
    ['provider=sandbox', 2],
    ['provider=replicate', 0],
    ['priceVersion=2026-11-01', 2],
    ['model=none', 0],
    ['from=2000-01-01&to=2000-02-01', 0],
    ['from=2000-01-01', 6],
    ['to=2000-01-01T10:00:00%2B02:00', 0],
    ['user=nobody@example.com', 0],
  ])('is filtered by %s', async (filter, count) => {
    expect(await read<LedgerLine[]>(`/api/audit/ledger?${filter}`)).toHaveLength(count);
    expect((await read<LedgerTotals>(`/api/audit/ledger/totals?${filter}`)).entries).toBe(count);
  });

  it('is filtered by whom, project and job', async () => {
    const [settled] = await read<LedgerLine[]>('/api/audit/ledger?kind=settlement');
    for (const filter of [
      `user=${mara.email.toUpperCase()}&kind=reservation`,
      `user=${mara.id}&kind=reservation`,
      `projectId=${place.projectId}&kind=reservation`,
      `jobId=${settled?.jobId}&kind=reservation`,
    ]) {
      const lines = await read<LedgerLine[]>(`/api/audit/ledger?${filter}`);
      expect([filter, lines.map(({ kind, user }) => [kind, user.id])]).toEqual([filter, [['reservation', mara.id]]]);
    }
  });

  it('takes a period down to the moment: from counts, to does not', async () => {
    const [line] = await read<LedgerLine[]>('/api/audit/ledger?kind=settlement');
    const at = line?.at ?? '';
    const after = new Date(Date.parse(at) + 1).toISOString();
    const count = async (period: string) => {
      const { length } = await read<LedgerLine[]>(`/api/audit/ledger?kind=settlement&${period}`);
      const { entries } = await read<LedgerTotals>(`/api/audit/ledger/totals?kind=settlement&${period}`);
      return [length, entries];
    };
    expect(await count(`from=${at}`)).toEqual([1, 1]);
    expect(await count(`to=${at}`)).toEqual([0, 0]);
    expect(await count(`from=${at}&to=${after}`)).toEqual([1, 1]);
    expect(await count(`from=${after}`)).toEqual([0, 0]);
  });

  it('comes in pages that leave nothing out', async () => {
    const all = await read<LedgerLine[]>('/api/audit/ledger');
    const found: LedgerLine[] = [];
    let cursor = '';
    for (let pages = 0; pages < 10; pages++) {
      const { body, headers } = await finance.agent.get(`/api/audit/ledger?limit=2${cursor}`).expect(200);
      found.push(...(body as LedgerLine[]));
      const next = (headers as Record<string, string>)['x-next-cursor'];
      if (next === undefined) break;
      cursor = `&cursor=${encodeURIComponent(next)}`;
    }
    expect(found).toEqual(all);
  });

  it.each([
    'cursor=nonsense',
    `cursor=${Buffer.from('["\\u0000"]').toString('base64url')}`,
    'kind=theft',
    'from=yesterday',
    'projectId=1',
    'jobId=%27%20or%201',
    'provider=%00',
    'limit=100000',
    `user=${'a'.repeat(300)}`,
    'model=',
  ])('calls %s bad input', async (query) => {
    await finance.agent.get(`/api/audit/ledger?${query}`).expect(400);
  });

  it('sums up what the filter lets through', async () => {
    expect(await read<LedgerTotals>('/api/audit/ledger/totals')).toEqual({
      entries: 6,
      wallets: 3,
      granted: 300,
      purchased: 500,
      reserved: 4,
      spent: 4,
      released: 0,
      refunded: 0,
      paidUsd: 0,
      providerUsd: 0,
      marginUsd: 0.4,
      priceVersions: ['2026-11-01'],
    });
  });
});

describe('balances', () => {
  it('are listed by address, found by a part of it, and paged', async () => {
    const wallets = await read<WalletBalanceAt[]>('/api/audit/wallets');
    const emails = wallets.map(({ user }) => user.email ?? '');
    expect(emails).toEqual([...emails].sort());
    expect(wallets.find(({ user }) => user.id === mara.id)).toMatchObject({
      available: 96,
      spent: 4,
      granted: 100,
      entries: 3,
    });
    const part = mara.email.slice(0, -1);
    expect((await read<WalletBalanceAt[]>(`/api/audit/wallets?search=${part}`)).map(({ user }) => user.id)).toEqual([
      mara.id,
    ]);
    expect(await read<WalletBalanceAt[]>('/api/audit/wallets?search=%25')).toEqual([]);
    const { headers, body } = await finance.agent.get('/api/audit/wallets?limit=2').expect(200);
    const next = (headers as Record<string, string>)['x-next-cursor'] ?? '';
    const rest = await read<WalletBalanceAt[]>(`/api/audit/wallets?limit=2&cursor=${next}`);
    expect([...(body as WalletBalanceAt[]), ...rest].map(({ user }) => user.email)).toEqual(emails);
  });

  it('are told as of any moment, which counts', async () => {
    const [settled, reserved] = await read<LedgerLine[]>(`/api/audit/ledger?user=${mara.id}`);
    const before = new Date(Date.parse(reserved?.at ?? '') - 1).toISOString();
    const at = (moment: string) => read<WalletBalanceAt>(`/api/audit/wallets/${mara.id}?at=${moment}`);
    expect(await at(before)).toMatchObject({ available: 100, held: 0, spent: 0, entries: 1, head: { revision: 0 } });
    expect(await at(settled?.at ?? '')).toMatchObject({
      available: 96,
      held: 0,
      spent: 4,
      head: { hash: settled?.hash },
    });
    expect(await at('2000-01-01')).toMatchObject({ available: 0, entries: 0, head: null });
    await finance.agent.get('/api/audit/wallets/00000000-0000-4000-8000-00000000dead').expect(404);
  });

  it('sum to zero over all accounts, now and at any moment', async () => {
    const [settled] = await read<LedgerLine[]>('/api/audit/ledger?kind=settlement');
    const now = await read<TrialBalance>('/api/audit/trial-balance');
    expect(now).toMatchObject({ entries: 6, wallets: 3, sum: 0 });
    expect(Object.fromEntries(now.accounts.map(({ account, zaps }) => [account, zaps]))).toEqual({
      available: 796,
      held: 0,
      revenue: 4,
      grants: -300,
      purchases: -500,
      refunds: 0,
    });
    const then = await read<TrialBalance>(`/api/audit/trial-balance?at=${settled?.at}`);
    expect(then).toMatchObject({ entries: 5, sum: 0 });
    expect(then.accounts).toContainEqual({ account: 'purchases', zaps: 0 });
    expect(await read<TrialBalance>('/api/audit/trial-balance?at=2000-01-01')).toMatchObject({ entries: 0, sum: 0 });
  });

  it('tell of zaps that are held, oldest first, and how long', async () => {
    const work = { provider: 'sandbox', model: 'm', operation: 'o', category: 'image', description: 'waits' };
    const purpose = { ...work, projectId: null, sceneId: null, workId: tom.id, requestHash: 'h' };
    const price = { units: 10_000, usd: 0, version: '2026-11-01' };
    const hold = '00000000-0000-4000-8000-0000000000aa';
    const reservation = {
      userId: tom.id,
      holdId: hold,
      price,
      purpose,
      bulk: false,
      deadline: '2101-01-01T00:00:00.000Z',
    };
    await app.get(PaidWork).reserve(reservation);
    await app.idle();
    const [open, ...others] = await read<AuditHold[]>('/api/audit/holds');
    expect(others).toEqual([]);
    expect(open).toMatchObject({
      holdId: hold,
      zaps: 1,
      user: { email: tom.email },
      overdue: false,
      description: 'waits',
    });
    await app.get(PaidWork).release({ userId: tom.id, holdId: hold, reason: 'enough' });
    await app.idle();
    expect(await read<AuditHold[]>('/api/audit/holds')).toEqual([]);
    expect(await read<Charge>(`/api/audit/charges/${hold}`)).toMatchObject({
      state: 'released',
      charged: 0,
      run: null,
    });
  });
});

describe('why somebody was charged', () => {
  it('is told to finance from the quote to the pictures', async () => {
    const charge = await read<Charge>(`/api/audit/charges/${holdId}`);
    expect(charge).toMatchObject({
      state: 'settled',
      user: { email: mara.email },
      project: { title: 'The Lamp' },
      sceneTitle: 'dawn',
      quote: {
        zaps: 4,
        usd: 0,
        priceVersion: '2026-11-01',
        arithmetic: ['4 images × $0.025 = $0.10', '$0.10 ÷ $0.03 a zap = 3.3333, rounded up to 4 → 4 zaps'],
        covered: false,
      },
      run: { state: 'complete', error: null },
      spent: 4,
      refunded: 0,
      charged: 4,
    });
    expect(charge.steps.map(({ kind, zaps }) => [kind, zaps])).toEqual([
      ['reservation', 4],
      ['settlement', 4],
    ]);
    expect(charge.assets.map(({ kind, place: where }) => [kind, where])).toEqual([
      ['image', 'main'],
      ['image', 'in_scene'],
      ['image', 'in_scene'],
      ['image', 'in_scene'],
    ]);
  });

  it('is told to the creator without what the provider asks, and to no other creator', async () => {
    const charge = await read<Charge>(`/api/credits/charges/${holdId}`, mara);
    expect(charge).toMatchObject({ usd: null, quote: { usd: null, arithmetic: ['4 images = 4 zaps'] } });
    await tom.agent.get(`/api/credits/charges/${holdId}`).expect(404);
  });

  it('is opened from transactions and usage', async () => {
    const [transaction, grant] = await read<Transaction[]>('/api/credits/transactions', mara);
    expect([transaction?.holdId, grant?.holdId]).toEqual([holdId, null]);
  });

  it('tells which pictures were discarded, and which were when their scene was deleted', async () => {
    await mara.agent.delete(`/api/scenes/${place.sceneId}/images/3`).expect(200);
    await app.idle();
    const places = async () => (await read<Charge>(`/api/audit/charges/${holdId}`)).assets.map((asset) => asset.place);
    expect(await places()).toEqual(['main', 'in_scene', 'in_scene', 'removed']);
    const { rows } = await read<Spending>('/api/audit/spending?by=kind');
    expect(rows).toEqual([expect.objectContaining({ key: 'image', made: 4, kept: 3, discarded: 1 })]);
    await mara.agent.delete(`/api/projects/${place.projectId}`).expect(200);
    await app.idle();
    expect(await places()).toEqual(['removed', 'removed', 'removed', 'removed']);
    const [line] = await read<LedgerLine[]>('/api/audit/ledger?kind=settlement');
    expect(line?.project).toEqual({ id: place.projectId, title: 'The Lamp', deleted: true });
    await mara.agent.post('/api/projects/restore').send({ id: place.projectId }).expect(200);
    await app.idle();
    expect(await places()).toEqual(['main', 'in_scene', 'in_scene', 'removed']);
  });
});

describe('where the money goes', () => {
  it.each([
    ['day', new Date().toISOString().slice(0, 10)],
    ['kind', 'image'],
    ['model', 'v6.1'],
    ['project', 'The Lamp'],
    ['user', ''],
  ])('is told by %s', async (by, label) => {
    const { rows, totals } = await read<Spending>(`/api/audit/spending?by=${by}`);
    const wanted = { zaps: 4, usd: 0, marginUsd: 0.4, count: 1, made: 4, kept: 3, discarded: 1, scenes: 1 };
    expect(rows).toEqual([expect.objectContaining(wanted)]);
    expect(rows[0]?.label).toBe(by === 'user' ? mara.email : label);
    expect(totals).toMatchObject({ ...wanted, zapsPerScene: 4 });
  });

  it('is told to creators of their own work, in zaps', async () => {
    const mine = await read<Spending>('/api/credits/spending?by=project', mara);
    expect(mine.rows).toEqual([expect.objectContaining({ label: 'The Lamp', zaps: 4, usd: null, marginUsd: null })]);
    expect((await read<Spending>('/api/credits/spending', tom)).rows).toEqual([]);
    expect((await read<Spending>('/api/credits/spending?from=2000-01-01&to=2000-01-02', mara)).totals.zaps).toBe(0);
  });
});

describe('who looked', () => {
  it('is listed once a look, with the filter, and not for the pages after the first', async () => {
    const officer = await app.newUser();
    await grantRole(app, officer, 'finance');
    const { headers } = await officer.agent.get(`/api/audit/ledger?limit=1&user=${mara.email}`).expect(200);
    const next = (headers as Record<string, string>)['x-next-cursor'] ?? '';
    await officer.agent.get(`/api/audit/ledger?limit=1&user=${mara.email}&cursor=${next}`).expect(200);
    await officer.agent.get(`/api/audit/charges/${holdId}`).expect(200);
    await app.idle();
    const looks = (await read<AccessEntry[]>('/api/audit/access')).filter(({ reader }) => reader.id === officer.id);
    expect(looks.map(({ what, owner, detail }) => [what, owner?.email, detail])).toEqual([
      ['charge', mara.email, { holdId }],
      ['ledger', mara.email, { user: mara.email }],
    ]);
  });

  it.each(['ledger', 'ledger/totals', 'wallets', 'trial-balance', 'holds', 'spending', 'export?format=jsonl'])(
    'leaves an event of %s',
    async (path) => {
      const before = (await app.events(`access-${finance.id}`)).length;
      await finance.agent.get(`/api/audit/${path}`).expect(200);
      expect((await app.events(`access-${finance.id}`)).length).toBe(before + 1);
    },
  );
});

describe('a charge of which something was given back', () => {
  it('says so to finance and to its creator, and so do the ledger and its totals', async () => {
    const nora = await app.newUser();
    const { sceneId, projectId } = await projectWithScene(nora);
    await draw(nora, sceneId);
    await app.idle();
    const [used] = await read<UsageEvent[]>('/api/usage-events', nora);
    const path = `/api/audit/charges/${used?.holdId}`;
    await finance.agent.post(`${path}/refunds`).send({ zaps: 1.5, reason: 'The lamp is missing' }).expect(200);
    await app.idle();
    const charge = await read<Charge>(path);
    expect(charge).toMatchObject({ state: 'settled', spent: 4, refunded: 1.5, charged: 2.5 });
    const steps = charge.steps.map(({ kind, zaps, reason }) => [kind, zaps, reason]);
    expect(steps.at(-1)).toEqual(['refund', 1.5, 'The lamp is missing']);
    const told = await read<Charge>(`/api/credits/charges/${used?.holdId}`, nora);
    expect(told).toMatchObject({ refunded: 1.5, charged: 2.5 });
    const lines = await read<LedgerLine[]>(`/api/audit/ledger?projectId=${projectId}`);
    expect(lines.map(({ kind, available }) => [kind, available])).toEqual([
      ['refund', 1.5],
      ['settlement', 0],
      ['reservation', -4],
    ]);
    const totals = await read<LedgerTotals>(`/api/audit/ledger/totals?projectId=${projectId}`);
    expect(totals).toMatchObject({ entries: 3, spent: 4, refunded: 1.5, marginUsd: 0.25 });
  });
});
