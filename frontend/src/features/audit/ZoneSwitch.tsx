import type { ReactNode } from 'react';
import { useExternalStore } from '../../platform/store';
import { useVisitorZone } from '../../platform/time/written-dates';
import { chooseZone, ShownZone, zoneStore } from '../../platform/time/zone';
import { ToggleGroup } from '../../ui';

/** Returns the visitor's time zone by its city: 'Berlin' for Europe/Berlin. */
function useOwnZone(): string {
  const timeZone = useVisitorZone();
  return timeZone === 'UTC' ? 'Local' : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** Chooses the time zone used by the screens for finance and developers, in their rows, filters and days. */
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

/** Shows times below in the chosen zone. */
export function InChosenZone({ children }: { children: ReactNode }) {
  return <ShownZone value={useExternalStore(zoneStore.subscribe, zoneStore.get)}>{children}</ShownZone>;
}
