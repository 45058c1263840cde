import { createContext, useContext } from 'react';
import { createStore } from '../store';
import type { Store } from '../store';
import type { Day } from './days';

/** UTC, as the ledger counts, or the visitor's own time zone. */
export type Zone = 'utc' | 'local';

const KEY = 'time-zone';

function stored(): Zone {
  try {
    return localStorage.getItem(KEY) === 'local' ? 'local' : 'utc';
  } catch {
    // Storage is switched off; the choice then lasts as long as the page.
    return 'utc';
  }
}

/** The zone chosen for the screens of finance and developers, in which they show, filter and count days. */
export const zoneStore: Store<Zone> = createStore(stored());

export function chooseZone(zone: Zone): void {
  zoneStore.set(zone);
  try {
    localStorage.setItem(KEY, zone);
  } catch {
    // See `stored`.
  }
}

/** The zone in which the part of the page below shows times: the visitor's own, unless a screen says otherwise. */
export const ShownZone = createContext<Zone>('local');
export const useShownZone = (): Zone => useContext(ShownZone);

/** For Intl formats; undefined is the visitor's own. */
export const timeZoneOf = (zone: Zone): string | undefined => (zone === 'utc' ? 'UTC' : undefined);

const shifted = (at: Date, zone: Zone): Date =>
  zone === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);

/** Converts an instant to the value of a datetime field; '' for none. */
export function fieldOfInstant(instant: string | undefined, zone: Zone): string {
  const at = new Date(instant ?? NaN);
  return Number.isNaN(at.getTime()) ? '' : shifted(at, zone).toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
}

/** Parses the value of a datetime field to an instant; undefined for none. */
export function instantOfField(value: string, zone: Zone): string | undefined {
  const at = new Date(value === '' || zone === 'local' ? value : `${value}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export const todayIn = (zone: Zone): Day => shifted(new Date(), zone).toISOString().slice(0, 10);

/** Returns when a day begins: the day itself in UTC, as the server reads it, or an instant. */
export const startOf = (day: Day, zone: Zone): string =>
  zone === 'utc' ? day : (instantOfField(`${day}T00:00`, zone) ?? day);
