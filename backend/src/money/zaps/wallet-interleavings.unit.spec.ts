import fc from 'fast-check';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { DomainError } from '../../lib/domain-error';
import { toRecorded } from '../../eventsourcing/domain/domain-event';
import { type EventStore, StoreUnavailable } from '../../eventsourcing/event-store/event-store';
import { derivedId } from '../../lib/ids';
import { purposeOf } from '../../testing/repeatable/world';
import { NOW, OWNER } from '../../testing/given-when-then';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { decideGrant } from './domain/credit-wallet';
import { WalletProof } from './domain/wallet-proof';
import { walletAggregate } from './domain/wallet';
import { PaidWork } from './paid-work';
import { walletBalanceView } from './views/wallet.view';

/** Number of interleavings per run; `INTERLEAVINGS` changes it, `MODEL_SEED` repeats a run. */
const RUNS = Number(process.env.INTERLEAVINGS ?? 50);
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 1_000_000);

interface Step {
  op: 'reserve' | 'settle' | 'release' | 'grant';
  holdId: string;
  units: number;
  /** True if the response to the first append is lost, so that the caller retries. */
  isCutOff: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  op: fc.constantFrom('reserve', 'reserve', 'settle', 'release', 'grant'),
  holdId: fc.constantFrom('aa', 'ab', 'ba', 'bb'),
  units: fc.constantFrom(0, 200_000, 400_000, 700_000),
  isCutOff: fc.boolean(),
});
const actor = fc.array(step, { minLength: 1, maxLength: 6 });

/** The event store as one node reaches it: every call waits for its turn, and a response may be lost. */
function reached(log: MemoryEventStore, turns: fc.Scheduler, cut: { next: boolean }): EventStore {
  const turn = (what: string) => turns.schedule(Promise.resolve(), what);
  const store: Pick<EventStore, 'append' | 'readStream'> = {
    async append(streamId, events, options) {
      const isCutOff = cut.next;
      cut.next = false;
      await turn('append');
      const result = await log.append(streamId, events, options);
      await turn('answer');
      if (isCutOff) throw new StoreUnavailable('The answer was lost.');
      return result;
    },
    async *readStream(streamId, options) {
      await turn('read');
      yield* log.readStream(streamId, options);
    },
  };
  return store as EventStore;
}

async function perform(turns: fc.Scheduler, actors: readonly Step[][]): Promise<MemoryEventStore> {
  const log = new MemoryEventStore();
  let ids = 0;
  const clock = { now: () => new Date(NOW) };
  const cut = { next: false };
  const nodes = [0, 1].map(() => {
    return new AggregateStore(reached(log, turns, cut), clock, { next: () => derivedId('event', ids++) });
  });
  const once = async (node: AggregateStore, { op, holdId, units }: Step): Promise<void> => {
    const paid = new PaidWork(node);
    const purpose = purposeOf(null, holdId);
    const price = { units, usd: 0, version: 'v' };
    if (op === 'reserve')
      await paid.reserve({ userId: OWNER, holdId, price, purpose, deadline: '2999-01-01T00:00:00.000Z', bulk: false });
    else if (op === 'settle') await paid.settle({ userId: OWNER, holdId });
    else if (op === 'release') await paid.release({ userId: OWNER, holdId, reason: 'failed' });
    else await node.execute(walletAggregate, OWNER, GRANT, decideGrant);
  };
  const run = async (steps: Step[], at: number): Promise<void> => {
    const node = nodes[at % nodes.length] as AggregateStore;
    for (const each of steps) {
      cut.next = each.isCutOff;
      for (let left = 3; left > 0; left--) {
        if (await isDone(once(node, each))) break;
      }
    }
  };
  await turns.waitFor(Promise.all(actors.map(run)));
  for (const node of nodes) {
    // The node's state must match the log.
    const state = await turns.waitFor(node.load(walletAggregate, OWNER));
    expect(state.accounts).toEqual(proofOf(log).accounts);
  }
  return log;
}

const GRANT = {
  commandId: 'grant',
  correlationId: 'grant',
  causationId: null,
  actor: { kind: 'system' as const, name: 'test' },
  ownerId: OWNER,
};

/** Waits for work; returns false when its response was lost. A refusal counts as a response. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof DomainError) return true;
    if (error instanceof StoreUnavailable) return false;
    throw error;
  }
}

function proofOf(log: MemoryEventStore): WalletProof {
  const proof = new WalletProof(OWNER);
  for (const event of log.events) proof.add(toRecorded(event));
  expect(proof.bad).toBeNull();
  return proof;
}

describe(`concurrent use of a wallet (MODEL_SEED=${SEED})`, () => {
  it(`leaves it sound after each of ${RUNS} interleavings on two nodes, with some answers lost`, async () => {
    let held = 0;
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(actor, { minLength: 2, maxLength: 4 }), async (turns, actors) => {
        const log = await perform(turns, actors);
        const { accounts, open } = proofOf(log);
        expect(Object.values(accounts).reduce((sum, units) => sum + units, 0)).toBe(0);
        expect(accounts.available).toBeGreaterThanOrEqual(0);
        const closed = log.events.filter(({ type }) => type === 'ZapsSettled' || type === 'ZapsReleased');
        const holds = closed.map(({ data }) => (data as { holdId: string }).holdId);
        expect(new Set(holds).size).toBe(holds.length);
        held += open.size;
        let row: ReturnType<typeof walletBalanceView.evolve> = null;
        for (const event of log.events) row = walletBalanceView.evolve(row, toRecorded(event) as never, OWNER);
        expect([row?.available ?? 0, row?.held ?? 0]).toEqual([accounts.available, accounts.held]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    // The runs must have reserved something, or the test proves nothing.
    expect(held).toBeGreaterThan(0);
  });
});
