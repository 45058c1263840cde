import { storableReason } from '../../infra/postgres/pg-errors';
import type { RecordedEvent } from '../domain/domain-event';
import { NewerEvent } from '../domain/upcast';
import type { AnyView } from './view';

/** Under this key an event is parked of which not even the rows are known. */
export const NO_KEY = '';

/** An event that a view cannot take: its `keys` or `evolve` throws, or the database refuses the row. */
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

/** What a newer release wrote stops any view: which rows it touches is not known, and that release goes on from there. */
export const mustNotSkip = (view: AnyView, { cause }: PoisonEvent): boolean =>
  view.stopOnPoison === true || cause instanceof NewerEvent;
