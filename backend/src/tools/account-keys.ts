import { allAggregates } from '../app/composition';
import { inClearOf } from '../eventsourcing/domain/scoped-event-store';
import { sealStored } from '../eventsourcing/event-store/sealed-events';
import { type StoresConfig, withStores } from './with-stores';

/**
 * Encrypts the events of earlier releases. May be interrupted and repeated.
 * @returns the number of events encrypted
 * @throws Error if the log is in EventStoreDB, which cannot change events
 */
export function encryptEvents(config: StoresConfig): Promise<number> {
  if (config.eventStoreUrl !== undefined)
    throw new Error(
      'EventStoreDB changes no event. With --to URL, the log is copied into an empty EventStoreDB and encrypted there.',
    );
  return withStores(config, ({ pool, events, accountKeys: keys }) =>
    sealStored({
      ...{ pool, events, keys, isInClear: inClearOf(allAggregates) },
      onProgress: (count) => count % 10_000 === 0 && process.stderr.write(`${count} events …\n`),
    }),
  );
}

/**
 * Wraps all accounts' keys with the newest master key, so that older master keys are no longer needed.
 * @returns the number of keys
 */
export const rewrapKeys = (config: StoresConfig): Promise<number> =>
  withStores(config, ({ accountKeys }) => accountKeys.rewrap());
