import { describeAppendRules } from './append-rules';
import { describeForeignTransaction, describeKilledServer } from './faults';
import type { StoreHarness, Trials } from './harness';
import { describeOrder } from './order';
import { describePayloads } from './payloads';
import { describePositions, describeReading } from './reading';
import { describeSubscriptions } from './subscriptions';

/** Conformance tests for every back end of the event store. */
export function describeEventStore(name: string, create: () => Promise<StoreHarness>, trials: Trials = {}): void {
  describe(`the event store on ${name}`, () => {
    let current: StoreHarness | null = null;
    const harness = () => {
      if (!current) throw new Error('the store has not been opened');
      return current;
    };
    beforeAll(async () => {
      current = await create();
      await current.store.ready();
    });
    afterAll(() => current?.close());

    describeAppendRules(harness);
    describeOrder(harness);
    describePositions(harness);
    describeReading(harness);
    describePayloads(harness);
    describeSubscriptions(harness);
    if (trials.holdForeignTransaction) describeForeignTransaction(harness, trials.holdForeignTransaction);
    if (trials.startServer) describeKilledServer(trials.startServer);
  });
}
