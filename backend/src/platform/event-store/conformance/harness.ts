import type { EventStore } from '../event-store';
import type { RetryPolicy } from '../../retry-policy';

/** A back end under test. Its log may hold events of other tests. */
export interface StoreHarness {
  store: EventStore;
  /** Another process's view of the same log. */
  open(): EventStore;
  /** Cuts every connection of the stores to their server, once. */
  dropConnections(): Promise<void>;
  /** Closes the stores as well. */
  close(): Promise<void>;
}

/** What only some back ends can be made to go through. */
export interface Trials {
  /** Leaves a transaction of somebody else open, which has written; resolves to what ends it. */
  holdForeignTransaction?: () => Promise<() => Promise<void>>;
  /** A server with a log of its own that may be killed. */
  startServer?: () => Promise<KillableServer>;
}

export interface KillableServer {
  store: EventStore;
  /** kill -9, and resolves when the process is gone. */
  kill(): Promise<void>;
  /** Starts it again on what is left. */
  restart(): Promise<EventStore>;
  close(): Promise<void>;
}

/** Of handlers that fail; quick, since the tests wait for it. */
export const testRetry: RetryPolicy = { attempts: 4, firstDelayMs: 1, maxDelayMs: 4 };
