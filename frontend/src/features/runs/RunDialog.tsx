import { useState } from 'react';
import { Button, Dialog, Skeleton } from '../../ui';
import { faultOf, late } from '../../ui/late';

const RunView = late(async () => (await import('./RunView')).RunView, {
  Fault: faultOf('this run', 3),
  fallback: <Skeleton height="480px" />,
});

interface RunDialogProps {
  /** Id of the open run; null while none is open. */
  runId: string | null;
  onClose: () => void;
}

/** Shows how an asset was made to its owner. */
export function RunDialog({ runId, onClose }: RunDialogProps) {
  // Keeps the run rendered during the closing animation.
  const [shown, setShown] = useState(runId);
  if (runId !== null && runId !== shown) setShown(runId);
  if (shown === null) return null;
  return (
    <Dialog
      open={runId !== null}
      onOpenChange={(stays) => !stays && onClose()}
      title="How This Was Made"
      size="large"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <RunView key={shown} id={shown} />
    </Dialog>
  );
}
