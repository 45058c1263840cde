import { EventStoreDBClient } from '@eventstore/db-client';

/**
 * A client that appends nothing in batches by itself, since the way in which the library does that can end the process:
 * see `BatchAppends`. Nor does it ask what the server can do before its first append, and keep the answer even when that
 * is an error.
 */
export function plainClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const supports = () => Promise.resolve(false);
  return Object.assign(client, { supports });
}
