import { storableReason } from '../../infra/postgres/pg-errors';
import type { RecordedEvent } from '../domain/domain-event';
import { NewerEvent } from '../domain/upcast';
import type { AnyView } from './view';

/** Key of parked events whose rows are unknown. */
export const NO_KEY = '';

/** An event that a view cannot process: its `keys` or `evolve` throws, or the database rejects the row. */
export class PoisonEvent extends Error {
  constructor(
    readonly view: AnyView,
    readonly event: RecordedEvent,
    readonly key: string,
    cause: unknown,
  ) {
    const row = key === NO_KEY ? '' : ` into row ${key}`;
    super(`${view.name}: cannot fold ${event.type} at ${event.position}${row}: ${storableReason(cause)}`, { cause });
  }
}

/**
 * Tells whether a view must stop at an event. Events of a newer release stop every view: which rows they touch is
 * unknown here, and the newer release continues from this position.
 */
export const mustNotSkip = (view: AnyView, { cause }: PoisonEvent): boolean =>
  view.stopOnPoison === true || cause instanceof NewerEvent;
