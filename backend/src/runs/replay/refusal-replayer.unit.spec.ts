import { systemContext, ownCause } from '../../eventsourcing/commands/command-context';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { Refusals, refusalsAggregate } from '../../eventsourcing/refusals/refusals';
import type { Refused } from '../../eventsourcing/refusals/refusals';
import { randomIds } from '../../lib/ids';
import { systemClock } from '../../lib/time';
import { decideGrant, NO_HISTORY, PaidWork, walletAggregate, zapsRefusals } from '../../money/zaps';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { RefusalReplayer } from './refusal-replayer';
import type { RefusalReport } from './refusal-replayer';

const log = new MemoryEventStore();
const store = new AggregateStore(log.asStore(), systemClock, randomIds);
const paidWork = new PaidWork(store, NO_HISTORY, new Refusals(store));
const context = systemContext('test', 'ada', ownCause());

const reserve = (holdId: string, zaps: number) => {
  const of = { projectId: null, sceneId: null, workId: holdId, requestHash: 'h' };
  const purpose = { provider: 'p', model: 'm', operation: 'o', category: 'text', description: 'd', ...of };
  const price = { units: zaps * 10_000, usd: 0, version: '1' };
  return paidWork.reserve({ userId: 'ada', holdId, price, purpose, deadline: '2099-01-01', bulk: false });
};
const record = (changes: Partial<Refused>) =>
  store.execute(refusalsAggregate, 'ada', context, () => {
    const refused = { command: 'ReserveZaps', data: {}, streamId: 'wallet-ada', revision: 0, decidedAt: '2026-11-27' };
    return [{ type: 'CommandRefused', data: { ...refused, code: 'conflict', message: 'No.', ...changes } }];
  });
async function askedAgain(decisions = zapsRefusals, limit = 100): Promise<RefusalReport[]> {
  const reports: RefusalReport[] = [];
  for await (const report of new RefusalReplayer(log.asStore(), decisions).newest(limit)) reports.push(report);
  return reports;
}

describe('the replay of a refusal', () => {
  beforeAll(async () => {
    await store.execute(walletAggregate, 'ada', context, decideGrant);
    await expect(reserve('first', 101)).rejects.toMatchObject({ code: 'insufficient_zaps' });
    await reserve('second', 60);
    await expect(reserve('third', 50)).rejects.toMatchObject({ code: 'insufficient_zaps' });
  });

  it('decides on the state of that time, with the same result, whatever came later', async () => {
    const [newest, before] = await askedAgain();
    expect(newest).toMatchObject({ command: 'ReserveZaps', streamId: 'wallet-ada', revision: 1, verdict: 'same' });
    expect(before).toMatchObject({ revision: 0, verdict: 'same' });
    expect(await askedAgain(zapsRefusals, 1)).toHaveLength(1);
  });

  const decidingBy = (decide: () => never[]) => zapsRefusals.map((decision) => ({ ...decision, decide }));
  it('differs when the command is accepted now, when it throws, and when its message has changed', async () => {
    const [accepted] = await askedAgain(decidingBy(() => []));
    expect(accepted?.differences).toEqual([{ path: '$.code', recorded: 'insufficient_zaps', today: 'accepted' }]);
    const [failed] = await askedAgain(
      decidingBy(() => {
        throw new TypeError('x is undefined');
      }),
    );
    expect(failed?.differences).toContainEqual({ path: '$.code', recorded: 'insufficient_zaps', today: 'error' });
    const data = (log.events[1]?.data as Refused).data;
    await record({ code: 'insufficient_zaps', message: 'Insufficient zaps. Need 101, have 99', data });
    const [reworded] = await askedAgain();
    expect(reworded?.differences).toEqual([
      {
        path: '$.message',
        recorded: 'Insufficient zaps. Need 101, have 99',
        today: 'Insufficient zaps. Need 101, have 100',
      },
    ]);
  });

  it.each<[string, Partial<Refused>]>([
    ['this release has no such command', { command: 'MakeGold' }],
    ['the command was too large to be recorded', { data: null }],
    ['its stream is shorter now', { revision: 99 }],
  ])('is left out, with the reason: %s', async (reason, changes) => {
    await record(changes);
    expect((await askedAgain())[0]).toMatchObject({ verdict: 'not_compared', reason });
  });
});
