import { isCommandError, type EventStoreDBClient } from '@eventstore/db-client';
import { StoreUnavailable } from '../event-store';

/**
 * The client in use. Before its first append a client asks what the server can do, and keeps the answer even when it is
 * an error, such as a discovery that found no node. Only the loss of a connection makes it forget, and after a failed
 * discovery there is none: every later append would fail, so a new client takes its place.
 */
export class RenewedClient {
  private client: EventStoreDBClient;

  constructor(private readonly connect: () => EventStoreDBClient) {
    this.client = connect();
  }

  get current(): EventStoreDBClient {
    return this.client;
  }

  /** @throws what the call throws, after which another call may find a new client */
  async use<T>(call: (client: EventStoreDBClient) => Promise<T>): Promise<T> {
    const client = this.client;
    try {
      return await call(client);
    } catch (error) {
      // Of many calls that fail at once, the first one renews. What the old client still carries ends there.
      if (isRemembered(error) && this.client === client) this.client = this.connect();
      throw error;
    }
  }
}

/** Not what a server has answered or a connection has met: those have a code, and the client forgets or may keep them. */
const isRemembered = (error: unknown): boolean =>
  error instanceof Error && !isCommandError(error) && !(error instanceof StoreUnavailable) && !('code' in error);
