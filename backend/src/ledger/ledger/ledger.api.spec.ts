import type { AuditHold, Charge, LedgerLine, LedgerTotals, TrialBalance, WalletBalanceAt } from '@storyreel/contracts';
import type { TestApp, TestUser } from '../../testing/app-harness';
import { type AuditStage, startAuditStage } from '../../testing/ledger/audit-stage';
import { PaidWork } from '../../money/zaps';

let app: TestApp;
let finance: TestUser;
let mara: TestUser;
let tom: TestUser;
let place: AuditStage['place'];
let holdId: string;
let read: AuditStage['read'];

beforeAll(async () => {
  ({ app, finance, mara, tom, place, holdId, read } = await startAuditStage());
}, 60_000);
afterAll(() => app?.close());

describe('the ledger of all wallets', () => {
  it('lists the entries of everybody, newest first, with their user and subject', async () => {
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

  it('is filtered by user, project and job', async () => {
    const [settled] = await read<LedgerLine[]>('/api/audit/ledger?kind=settlement');
    for (const filter of [
      `user=${mara.email.toUpperCase()}&kind=reservation`,
      `user=${mara.id}&kind=reservation`,
      `projectId=${place.projectId}&kind=reservation`,
      `projectId=${place.projectId.toUpperCase()}&kind=reservation`,
      `jobId=${settled?.jobId}&kind=reservation`,
    ]) {
      const lines = await read<LedgerLine[]>(`/api/audit/ledger?${filter}`);
      expect([filter, lines.map(({ kind, user }) => [kind, user.id])]).toEqual([filter, [['reservation', mara.id]]]);
    }
  });

  it('includes the start of a period and excludes its end, down to the moment', async () => {
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

  it('is paged without omissions', async () => {
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

  it.each([
    ['credits/transactions', ['\0']],
    ['usage-events', ['\0']],
    ['credits/spending?by=model&', [1, '\0']],
    ['audit/heads', ['\0']],
    ['audit/reconciliations', ['\ud800']],
    ['audit/wallets', ['a\0', '00000000-0000-4000-8000-000000000000']],
  ])('refuses a cursor that no page has returned as bad input, like %s', async (path, key) => {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    await finance.agent.get(`/api/${path}${path.includes('?') ? '' : '?'}cursor=${cursor}`).expect(400);
  });

  it.each([
    '0000-01-01',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00%2B14:00',
    '9999-12-31T23:59:59-14:00',
    '9999-12-31T00:00:00.001Z',
  ])('refuses a time that no store can hold: %s', async (moment) => {
    const paths = ['audit/ledger?from=', 'audit/ledger?to=', 'audit/trial-balance?at=', 'credits/spending?from='];
    for (const path of paths) await finance.agent.get(`/api/${path}${moment}`).expect(400);
  });

  it.each(['0001-01-01', '9999-12-30T23:59:59.999Z', '9999-12-31'])('accepts any other time: %s', async (moment) => {
    for (const end of ['from', 'to']) {
      await finance.agent.get(`/api/audit/ledger?${end}=${moment}`).expect(200);
      await finance.agent.get(`/api/credits/spending?${end}=${moment}`).expect(200);
    }
  });

  it('sums up the filtered entries', async () => {
    expect(await read<LedgerTotals>('/api/audit/ledger/totals')).toEqual({
      entries: 6,
      wallets: 3,
      granted: 300,
      purchased: 500,
      reserved: 4,
      spent: 4,
      released: 0,
      returned: 0,
      refunded: 0,
      purchasedUsd: 0,
      reversed: 0,
      reversedUsd: 0,
      margin: { paidUsd: 0, listUsd: 0.4, expectedUsd: 0, billedUsd: 0, unbilledUsd: 0, marginUsd: 0 },
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

  it('are computed as of any moment, inclusive', async () => {
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

  it('list open holds, oldest first, with their age', async () => {
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
