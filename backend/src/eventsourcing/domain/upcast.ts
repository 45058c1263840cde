import type { StoredEvent } from '../event-store/event-store';
import { toError } from '../../lib/errors';
import { DomainError } from '../../lib/domain-error';

/** Converts data from one version to the next. Pure: it must not change its input, which other readers share. */
export type Upcaster = (data: unknown) => unknown;

/**
 * Upcasters by event type, in version order: the first converts version 1 to 2. A type that is not listed has only
 * version 1.
 */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

const upcastersOf = (upcasters: Upcasters | undefined, type: string): readonly Upcaster[] => {
  const known = upcasters && Object.hasOwn(upcasters, type) ? upcasters[type] : undefined;
  return known ?? [];
};

/** Returns the version in which this release writes events of a type. */
export const versionOf = (upcasters: Upcasters | undefined, type: string): number =>
  upcastersOf(upcasters, type).length + 1;

/**
 * A newer release wrote the event, so its data cannot be interpreted here. The data is not lost: that release can read
 * it.
 */
export class NewerEvent extends DomainError {
  constructor(type: string, version: number) {
    super('unavailable', `A newer release of Storyreel wrote this (${type} in version ${version}). Try again later.`);
  }
}

/**
 * Upcasts one of our own events to this release's version. If the data cannot be converted, it is dropped and the error
 * is kept in `unreadable`; code that needs the data calls `readable` first.
 */
export function upcast(event: StoredEvent, upcasters: Upcasters | undefined): StoredEvent {
  const version = Number(event.metadata?.schemaVersion);
  const steps = upcastersOf(upcasters, event.type);
  const newest = steps.length + 1;
  if (version === newest) return event;
  if (!(version >= 1 && version < newest && Number.isInteger(version))) {
    return { ...event, data: null, unreadable: new NewerEvent(event.type, version) };
  }
  try {
    const data = steps.slice(version - 1).reduce((lifted, step) => step(lifted), event.data);
    return { ...event, data, metadata: { ...event.metadata, schemaVersion: newest, storedVersion: version } };
  } catch (error) {
    return { ...event, data: null, unreadable: toError(error) };
  }
}

/** @throws NewerEvent, or the error of the failed upcast */
export function readable<Event extends Pick<StoredEvent, 'unreadable'>>(event: Event): Event {
  if (event.unreadable) throw event.unreadable;
  return event;
}
