import type { ReactNode } from 'react';
import { useExternalStore } from '../../platform/store';
import { useVisitorZone } from '../../platform/time/written-dates';
import { chooseZone, ShownZone, zoneStore } from '../../platform/time/zone';
import { ToggleGroup } from '../../ui';

/** Returns the name of the visitor's time zone by its city: 'Berlin' for Europe/Berlin. */
function useOwnZone(): string {
  const timeZone = useVisitorZone();
  return timeZone === 'UTC' ? 'Local' : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** Lets the user choose the time zone in which the screens for finance and developers show, filter and count days. */
export function ZoneSwitch() {
  const zone = useExternalStore(zoneStore.subscribe, zoneStore.get);
  return (
    <ToggleGroup
      ariaLabel="Time zone"
      value={zone}
      onValueChange={chooseZone}
      options={[
        { value: 'utc', label: 'UTC' },
        { value: 'local', label: useOwnZone() },
      ]}
    />
  );
}

/** Shows all times within its children in the chosen zone. */
export function InChosenZone({ children }: { children: ReactNode }) {
  return <ShownZone value={useExternalStore(zoneStore.subscribe, zoneStore.get)}>{children}</ShownZone>;
}
