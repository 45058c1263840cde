import type { StoredEvent } from '../event-store/event-store';
import { toError } from '../../lib/errors';
import { DomainError } from '../../lib/domain-error';

/** Lifts data of one version to the next. Pure; what it is given stays as it is, since others read it too. */
export type Upcaster = (data: unknown) => unknown;

/** By type, in the order of versions: the first lifts version 1 to 2. A type that is not listed has one version. */
export type Upcasters = Readonly<Record<string, readonly Upcaster[]>>;

const upcastersOf = (upcasters: Upcasters | undefined, type: string): readonly Upcaster[] => {
  const known = upcasters && Object.hasOwn(upcasters, type) ? upcasters[type] : undefined;
  return known ?? [];
};

/** The version in which this release writes events of the type. */
export const versionOf = (upcasters: Upcasters | undefined, type: string): number =>
  upcastersOf(upcasters, type).length + 1;

/** A newer release wrote it: nobody can say what its data mean, and whoever waits for that release loses nothing. */
export class NewerEvent extends DomainError {
  constructor(type: string, version: number) {
    super('unavailable', `A newer release of Storyreel wrote this (${type} in version ${version}). Try again later.`);
  }
}

/**
 * An event of our own as this release knows it. Data that cannot be lifted are left out, and the event says why: whoever
 * needs them calls `readable` first.
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

/** @throws NewerEvent, or what kept its data from being lifted */
export function readable<Event extends Pick<StoredEvent, 'unreadable'>>(event: Event): Event {
  if (event.unreadable) throw event.unreadable;
  return event;
}
