import { createContext, useContext } from 'react';
import { createStore } from '../store';
import type { Store } from '../store';
import type { Day } from './days';
import { visitorZone } from './written-dates';
import { dayAt, instantOf, timeAt } from './zoned-time';

/** UTC, as in the ledger, or the visitor's own time zone. */
export type Zone = 'utc' | 'local';

const KEY = 'time-zone';

function stored(): Zone {
  try {
    return localStorage.getItem(KEY) === 'local' ? 'local' : 'utc';
  } catch {
    // Storage is switched off, so the choice is kept only as long as the page.
    return 'utc';
  }
}

/** The time zone in which the screens of finance and developers show, filter and count days. */
export const zoneStore: Store<Zone> = createStore(stored());

export function chooseZone(zone: Zone): void {
  zoneStore.set(zone);
  try {
    localStorage.setItem(KEY, zone);
  } catch {
    // Storage is switched off, so the choice is kept only as long as the page.
  }
}

/** The zone in which a part of the page shows times: the visitor's own, unless a screen provides another one. */
export const ShownZone = createContext<Zone>('local');
export const useShownZone = (): Zone => useContext(ShownZone);

const nameOf = (zone: Zone): string => (zone === 'utc' ? 'UTC' : visitorZone());

/** Converts an instant to the value of a datetime field; '' when there is no instant. */
export function fieldOfInstant(instant: string | undefined, zone: Zone): string {
  const at = new Date(instant ?? NaN);
  return Number.isNaN(at.getTime()) ? '' : `${dayAt(at, nameOf(zone))}T${timeAt(at, nameOf(zone))}`;
}

/** Parses the value of a datetime field to an instant; undefined when the field is empty. */
export function instantOfField(value: string, zone: Zone): string | undefined {
  const [day = '', time = ''] = value.split('T');
  if (Number.isNaN(Date.parse(value)) || time === '') return undefined;
  return instantOf(day, time.slice(0, 'HH:MM'.length), nameOf(zone)).toISOString();
}

export const todayIn = (zone: Zone): Day => dayAt(new Date(), nameOf(zone));

/** Returns the beginning of a day in the form that the server expects: for UTC the day itself, otherwise an instant. */
export const startOf = (day: Day, zone: Zone): string =>
  zone === 'utc' ? day : (instantOfField(`${day}T00:00`, zone) ?? day);
