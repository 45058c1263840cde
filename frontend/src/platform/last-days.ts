import { addDays, type Day } from './days';

/** The day it is now for the ledger, whose days are those of UTC. */
export const todayUtc = (): Day => new Date().toISOString().slice(0, 10);

/** So many days up to and with today; `to` is the first that does not count. */
export function lastDays(today: Day, days: number): { from: Day; to: Day } {
  return { from: addDays(today, 1 - days), to: addDays(today, 1) };
}
