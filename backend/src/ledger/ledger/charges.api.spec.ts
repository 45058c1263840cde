import {
  type AccessEntry,
  type Charge,
  HOUSE_ID,
  type LedgerLine,
  type LedgerTotals,
  type Spending,
  type Transaction,
  type UsageEvent,
} from '@storyreel/contracts';
import type { TestApp, TestUser } from '../../testing/app-harness';
import { type AuditStage, draw, startAuditStage } from '../../testing/ledger/audit-stage';
import { grantRole } from '../../testing/grant-role';
import { projectWithScene } from '../../testing/make-story';

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
const NOBODY = '00000000-0000-0000-0000-000000000000';

describe('the explanation of a charge', () => {
  it('shows finance the path from the quote to the images', async () => {
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

  it('shows its creator no provider details, and other creators nothing', async () => {
    const charge = await read<Charge>(`/api/credits/charges/${holdId}`, mara);
    expect(charge).toMatchObject({ usd: null, quote: { usd: null, arithmetic: ['4 images = 4 zaps'] } });
    await tom.agent.get(`/api/credits/charges/${holdId}`).expect(404);
  });

  it('opens from transactions and usage', async () => {
    const [transaction, grant] = await read<Transaction[]>('/api/credits/transactions', mara);
    expect([transaction?.holdId, grant?.holdId]).toEqual([holdId, null]);
  });

  it('lists the discarded images, and those whose scene was deleted', async () => {
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

describe('spending', () => {
  it.each([
    ['day', new Date().toISOString().slice(0, 10)],
    ['kind', 'image'],
    ['model', 'v6.1'],
    ['project', 'The Lamp'],
    ['user', ''],
  ])('is grouped by %s', async (by, label) => {
    const { rows, totals } = await read<Spending>(`/api/audit/spending?by=${by}`);
    const margin = { paidUsd: 0, listUsd: 0.4, expectedUsd: 0, billedUsd: 0, unbilledUsd: 0, marginUsd: 0 };
    const wanted = { zaps: 4, margin, count: 1, made: 4, kept: 3, discarded: 1, scenes: 1 };
    expect(rows).toEqual([expect.objectContaining(wanted)]);
    expect(rows[0]?.label).toBe(by === 'user' ? mara.email : label);
    expect(totals).toMatchObject({ ...wanted, zapsPerScene: 4 });
  });

  it('shows creators their own work, in zaps', async () => {
    const mine = await read<Spending>('/api/credits/spending?by=project', mara);
    expect(mine.rows).toEqual([expect.objectContaining({ label: 'The Lamp', zaps: 4, margin: null })]);
    expect((await read<Spending>('/api/credits/spending', tom)).rows).toEqual([]);
    expect((await read<Spending>('/api/credits/spending?from=2000-01-01&to=2000-01-02', mara)).totals.zaps).toBe(0);
  });
});

describe('a rerun by a developer of another user’s work', () => {
  it('is charged to the house: finance reads it, and the developer has no charge or spending for it', async () => {
    const developer = await app.newUser();
    await grantRole(app, developer, 'developer');
    const { jobId } = await read<Charge>(`/api/audit/charges/${holdId}`);
    const again = { prompt: 'another lamp', idempotencyKey: 'draw-it-again' };
    await developer.agent.post(`/api/runs/${jobId}/again`).send(again).expect(200);
    await app.idle();
    const reserved = (await app.events(`wallet-${HOUSE_ID}`)).findLast(({ type }) => type === 'ZapsReserved');
    const { holdId: ofHouse } = reserved?.data as { holdId: string };
    const seen = await read<Charge>(`/api/audit/charges/${ofHouse}`);
    expect(seen).toMatchObject({ spent: 0, project: { id: place.projectId, title: 'The Lamp' } });
    await developer.agent.get(`/api/credits/charges/${ofHouse}`).expect(404);
    expect((await read<Spending>('/api/credits/spending?by=project', developer)).rows).toEqual([]);
  });
});

describe('the access records', () => {
  it('have one record for a search, with its filter, and none for its later pages', async () => {
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
      ['ledger', mara.email, {}],
    ]);
  });

  it('have a record of a search that begins with a self-made cursor', async () => {
    const officer = await app.newUser();
    await grantRole(app, officer, 'finance');
    const made = (key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
    const pages = [
      `ledger?user=${mara.email}&cursor=${made(['99999999999999999999'])}`,
      `wallets?cursor=${made(['', NOBODY])}`,
    ];
    for (const page of [...pages, ...pages]) await officer.agent.get(`/api/audit/${page}`).expect(200);
    const looks = (await app.events(`access-${officer.id}`)).map(({ data }) => (data as { what: string }).what);
    expect(looks).toEqual(['ledger', 'wallets']);
    await officer.agent.get('/api/audit/holds?cursor=').expect(400);
  });

  it.each(['ledger', 'ledger/totals', 'wallets', 'trial-balance', 'holds', 'spending', 'export?format=jsonl'])(
    'have an event of %s',
    async (path) => {
      const before = (await app.events(`access-${finance.id}`)).length;
      await finance.agent.get(`/api/audit/${path}`).expect(200);
      expect((await app.events(`access-${finance.id}`)).length).toBe(before + 1);
    },
  );
});

describe('a partly refunded charge', () => {
  it('shows the refund to finance and to its creator, in the ledger and in its totals', async () => {
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
    expect(totals).toMatchObject({ entries: 3, spent: 4, refunded: 1.5, margin: { paidUsd: 0, listUsd: 0.25 } });
    const maker = { id: finance.id, email: finance.email };
    expect([charge.steps.at(-1)?.madeBy, lines[0]?.madeBy, told.steps.at(-1)?.madeBy]).toEqual([maker, maker, null]);
    const ofPrices = await read<LedgerTotals>(
      `/api/audit/ledger/totals?projectId=${projectId}&priceVersion=${charge.quote.priceVersion}`,
    );
    expect(ofPrices).toEqual(totals);
  });
});
