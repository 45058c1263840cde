import type { ReactNode } from 'react';
import { useExternalStore } from '../../platform/store';
import { chooseZone, ShownZone, zoneStore } from '../../platform/time/zone';
import { ToggleGroup } from '../../ui';

/** 'Berlin' for Europe/Berlin. */
function ownZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'UTC' ? 'Local' : (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}

/** Chooses the time zone of the screens for finance and developers: of their rows, filters and days. */
export function ZoneSwitch() {
  const zone = useExternalStore(zoneStore.subscribe, zoneStore.get);
  return (
    <ToggleGroup
      ariaLabel="Time zone"
      value={zone}
      onValueChange={chooseZone}
      options={[
        { value: 'utc', label: 'UTC' },
        { value: 'local', label: ownZone() },
      ]}
    />
  );
}

/** Shows times below in the chosen zone. */
export function InChosenZone({ children }: { children: ReactNode }) {
  return <ShownZone value={useExternalStore(zoneStore.subscribe, zoneStore.get)}>{children}</ShownZone>;
}
