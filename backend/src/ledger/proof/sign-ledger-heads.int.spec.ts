import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NodeStage, type StagedNode } from '../../testing/node-stage';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { LEDGER_KEYS, signatureFault } from './ledger-heads';
import type { LedgerKeys, SignedHeads } from './ledger-heads';
import { SignLedgerHeads } from './sign-ledger-heads';
import { verifyLedger } from './verify-ledger';

const DAY = 86_400_000;
const job = (day: string) => ({ payload: { day }, correlationId: 'correlation', causationId: 'cause' });

describe('the heads of the wallets', () => {
  let stage: NodeStage;
  let days = 0;
  const clock = { now: () => new Date(Date.now() + days * DAY) };
  const today = () => clock.now().toISOString().slice(0, 10);
  const node = (name: string, ledgerSigningKey?: string) => stage.node(name, { clock, config: { ledgerSigningKey } });
  let a: StagedNode;
  let b: StagedNode;

  beforeAll(async () => {
    stage = await NodeStage.open();
    a = await node('A');
    const key = a.get<LedgerKeys>(LEDGER_KEYS).signing.export({ type: 'pkcs8', format: 'pem' }).toString();
    b = await node('B', key);
    for (const each of [a, b]) await each.newUser();
    await a.idle();
  });
  afterAll(() => stage?.close());

  const sign = (on: StagedNode) => on.get(SignLedgerHeads).run(job(today()));
  async function signed(): Promise<SignedHeads[]> {
    const found: SignedHeads[] = [];
    for await (const event of a.runtime.events.readAll()) {
      if (event.type === 'LedgerHeadsSigned') found.push(toRecorded(event).data as SignedHeads);
    }
    return found;
  }
  const folder = () => join(a.runtime.config.home, 'ledger-heads');

  it('are not signed on the first day of a ledger, which schedules the next day', async () => {
    const [next] = await sign(a);
    expect(await signed()).toEqual([]);
    expect(next?.dedupKey).toBe(new Date(Date.parse(today()) + DAY).toISOString().slice(0, 10));
    expect(next?.delayMs).toBeLessThanOrEqual(DAY);
  });

  it('are signed once a day, whatever the number of nodes and attempts', async () => {
    days = 1;
    await Promise.all([sign(a), sign(b), sign(a)]);
    await sign(b);
    const [first, ...rest] = await signed();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ day: today(), wallets: 2, previousHash: null });
    expect(signatureFault(first as SignedHeads, b.get<LedgerKeys>(LEDGER_KEYS).trusted)).toBeNull();
    expect(first).toMatchObject({ findings: 0, root: expect.any(String), log: { events: expect.any(Number) } });
    expect(first?.heads).toBeUndefined();
  });

  it('are signed once after days without a server, and chained to each other', async () => {
    days = 5;
    await sign(b);
    const all = await signed();
    expect(all.map(({ day }) => day)).toHaveLength(2);
    expect(all[1]).toMatchObject({ day: today(), previousHash: all[0]?.hash });
  });

  it('are kept in a file outside the database, which is written again when it is missing', async () => {
    rmSync(folder(), { recursive: true, force: true });
    await sign(a);
    expect(readdirSync(folder()).sort()).toEqual([`${today()}.heads`, `${today()}.json`]);
    const file: unknown = JSON.parse(readFileSync(join(folder(), `${today()}.json`), 'utf8'));
    expect(file).toEqual((await signed()).at(-1));
  });

  it('follow a verification of that day that nobody requested', async () => {
    const found: object[] = [];
    for await (const event of a.runtime.events.readStream('verification-ledger')) found.push(event.data as object);
    const starts = found.filter((data) => 'startedBy' in data);
    const daily = expect.objectContaining({ startedBy: { id: 'daily-verification', email: null } }) as unknown;
    expect(starts).toEqual(starts.map(() => daily));
    expect(starts.length).toBeGreaterThanOrEqual(2);
    const ends = found.filter((data) => 'outcome' in data);
    expect(ends).toEqual(starts.map(() => expect.objectContaining({ outcome: 'sound' }) as unknown));
  });

  it('are not trusted when they are signed with another key', async () => {
    const strange = await node('C');
    const source = { home: strange.runtime.config.home, trusted: strange.get<LedgerKeys>(LEDGER_KEYS).trusted };
    const { findings } = await verifyLedger(a.runtime.events, { signed: source });
    expect(findings.named[0]).toMatchObject({ what: 'signature', reason: expect.stringContaining('key') });
  });

  it('show that signed entries are missing from the log', async () => {
    const source = { home: a.runtime.config.home, trusted: a.get<LedgerKeys>(LEDGER_KEYS).trusted };
    expect((await verifyLedger(a.runtime.events, { signed: source })).findings.named).toEqual([]);
    await a.newUser();
    await a.idle();
    await stage.database.pool.query(`delete from event_store.events where stream_id = 'ledger-heads' and revision = 1`);
    const { findings } = await verifyLedger(a.runtime.events, { signed: source });
    expect(findings.named).toContainEqual(expect.objectContaining({ what: 'signature', day: today() }));
    // The position of the deleted event is missing, which lies before the positions of the new user's events.
    expect(findings.named).toContainEqual(expect.objectContaining({ what: 'log', stream: null, day: null }));
  });
});
