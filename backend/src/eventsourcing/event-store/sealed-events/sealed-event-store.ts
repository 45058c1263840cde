import { toError } from '../../../lib/errors';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  NewEvent,
  ReadAllOptions,
  ReadStreamOptions,
  StoredEvent,
  SubscribeOptions,
  Subscription,
} from '../event-store';
import type { AccountKeys } from './account-keys';
import { openData, type Seal, sealEvent, sealOf } from './seal';

/** True for an event without personal data, which is not encrypted and remains readable after its owner's erasure. */
export type IsInClear = (event: Pick<StoredEvent, 'streamId' | 'type' | 'data'>) => boolean;

export const IN_CLEAR = Symbol('IsInClear');

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the user whose key encrypts an event; null if the event is not encrypted. */
export function sealedFor(
  event: Pick<StoredEvent, 'streamId' | 'type' | 'data' | 'metadata'>,
  isInClear: IsInClear,
): string | null {
  const ownerId = event.metadata?.ownerId;
  return typeof ownerId === 'string' && uuid.test(ownerId) && !isInClear(event) ? ownerId : null;
}

const ownerOf = ({ metadata }: StoredEvent): string => String(metadata?.ownerId);

/** Maps decrypted events to their stored forms. */
const storedForms = new WeakMap<StoredEvent, StoredEvent>();

/**
 * Returns the stored form of an event, whether encrypted or not. For events that were not read through
 * SealedEventStore, that is the event itself.
 */
export const asStored = (event: StoredEvent): StoredEvent => storedForms.get(event) ?? event;

/**
 * Encrypts the data of each event that belongs to a user, with a key of that user, and decrypts events when they are
 * read. An event whose key was destroyed is marked as erased and has no data.
 */
export class SealedEventStore implements EventStore {
  /** Maps stored events to their decrypted forms, since several readers may receive the same stored event. */
  private readonly opened = new WeakMap<StoredEvent, StoredEvent>();

  constructor(
    private readonly store: EventStore,
    private readonly keys: AccountKeys,
    private readonly isInClear: IsInClear,
  ) {}

  /** @throws also AccountErased */
  async append(
    streamId: string,
    events: NewEvent[],
    options: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult> {
    const owners = events.map((event) => sealedFor({ ...event, streamId }, this.isInClear));
    const known = owners.filter((owner) => owner !== null);
    if (known.length === 0) return this.store.append(streamId, events, options);
    const keys = await this.keys.toWrite(known);
    const sealed: NewEvent[] = [];
    for (const [index, event] of events.entries()) {
      const key = keys.get(owners[index] ?? '');
      sealed.push(key ? await sealEvent(streamId, event, key) : event);
    }
    return this.store.append(streamId, sealed, options);
  }

  async *readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent> {
    yield* this.openedOf(this.store.readStream(streamId, options), options?.asStored === true);
  }

  async *readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent> {
    yield* this.openedOf(this.store.readAll(options), options?.asStored === true);
  }

  subscribeAll(options: SubscribeOptions): Subscription {
    return this.store.subscribeAll({
      ...options,
      onBatch: async (events, checkpoint) => {
        const sealed = events.filter((event) => sealOf(event) !== null);
        if (sealed.length === 0) return options.onBatch(events, checkpoint);
        const keys = await this.keys.of(sealed.map(ownerOf));
        const open = events.map(async (event) => this.shared(event, keys.get(ownerOf(event))));
        return options.onBatch(await Promise.all(open), checkpoint);
      },
    });
  }

  /** @param keepsForm makes the stored forms of the events available to `asStored` */
  private async *openedOf(events: AsyncIterable<StoredEvent>, keepsForm: boolean): AsyncGenerator<StoredEvent> {
    for await (const event of events) {
      const seal = sealOf(event);
      if (!seal) {
        yield event;
        continue;
      }
      const owner = ownerOf(event);
      const key = this.keys.recent(owner);
      const opening = opened(event, seal, key === undefined ? (await this.keys.of([owner])).get(owner) : key);
      const open = 'then' in opening ? await opening : opening;
      if (keepsForm) storedForms.set(open, event);
      yield open;
    }
  }

  /** Decrypts an event once for all subscribers. */
  private async shared(event: StoredEvent, key: Buffer | null | undefined): Promise<StoredEvent> {
    const seal = sealOf(event);
    if (!seal) return event;
    const known = key ? this.opened.get(event) : undefined;
    if (known) return known;
    const open = await opened(event, seal, key);
    if (key) this.opened.set(event, open);
    return open;
  }

  setStreamMetadata: EventStore['setStreamMetadata'] = (...call) => this.store.setStreamMetadata(...call);
  deleteStream: EventStore['deleteStream'] = (...call) => this.store.deleteStream(...call);
  head: EventStore['head'] = () => this.store.head();
  faults: EventStore['faults'] = () => this.store.faults();
  ready: EventStore['ready'] = () => this.store.ready();
  close: EventStore['close'] = () => this.store.close();
}

const NO_KEY = 'The key that encrypted this event is missing.';

/** @param key null when it was destroyed, undefined when it is missing */
function opened(event: StoredEvent, seal: Seal, key: Buffer | null | undefined): StoredEvent | Promise<StoredEvent> {
  if (!key) return { ...event, data: null, ...(key === null ? { erased: true } : { unreadable: new Error(NO_KEY) }) };
  try {
    const found = openData(event, seal, key);
    if ('data' in found) return unsealed(event, found.data);
    return found.later.then(
      (data) => unsealed(event, data),
      (error: unknown) => unreadable(event, error),
    );
  } catch (error) {
    return unreadable(event, error);
  }
}

function unsealed(event: StoredEvent, data: unknown): StoredEvent {
  const { sealed: _, ...metadata } = event.metadata ?? {};
  return { ...event, data, metadata };
}

const unreadable = (event: StoredEvent, error: unknown): StoredEvent => ({
  ...event,
  data: null,
  unreadable: toError(error),
});
