import type { ComponentType } from 'react';
import { ConfirmDialog } from './ConfirmDialog';
import { late, type FaultProps } from './late';
import { useFocusReturn } from './useFocusReturn';

/** A dialog whose code comes when it is opened; another stands in for one that does not come. */
export const lateDialog = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close: (asked: Props) => void,
) =>
  late(load, {
    Fault: ({ asked, ...fault }) => <DialogFault {...fault} onClose={() => close(asked)} />,
  });

function DialogFault({ retry, isTrying, onClose }: FaultProps & { onClose: () => void }) {
  const returnFocus = useFocusReturn(true);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Couldn't open this"
      body="Nothing is lost. Check your connection and try again."
      confirmLabel="Try Again"
      cancelLabel="Close"
      pending={isTrying}
      onConfirm={retry}
      onCloseAutoFocus={returnFocus}
    />
  );
}
