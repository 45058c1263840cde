import { lazy, Suspense, useState } from 'react';
import { Button, Dialog, Skeleton } from '../../ui';

const RunView = lazy(() => import('./RunView').then(({ RunView: view }) => ({ default: view })));

interface RunDialogProps {
  /** Null while none is open. */
  runId: string | null;
  onClose: () => void;
}

/** How something was made, for whoever it belongs to. */
export function RunDialog({ runId, onClose }: RunDialogProps) {
  // What was shown stays while the dialog goes.
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
      <Suspense fallback={<Skeleton height="480px" />}>
        <RunView key={shown} id={shown} />
      </Suspense>
    </Dialog>
  );
}
