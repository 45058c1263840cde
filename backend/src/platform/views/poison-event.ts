import { storableReason } from '../database/refused-data';
import type { RecordedEvent } from '../domain/domain-event';
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
