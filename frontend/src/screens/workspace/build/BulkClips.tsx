import type { Project, Scene } from '@storyreel/contracts';
import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { BatchLine } from '../../../domains/batches/BatchLine';
import { useActiveBatch } from '../../../domains/batches/queries';
import { useStartBatch } from '../../../domains/batches/start-batch';
import { Button } from '../../../ui';
import { useNextStep } from '../useNextStep';
import { BulkClipsDialog } from './BulkClipsDialog';

/** 'Generate Videos': a clip for each scene that is chosen in its dialog, and how far such a batch is. */
export function BulkClips({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const [asks, setAsks] = useState(false);
  const batch = useActiveBatch(project.id, 'clips');
  const start = useStartBatch(project);
  const step = useNextStep(project);

  return (
    <>
      <Button
        variant={step === 'clips' ? 'primary' : 'secondary'}
        icon={<Clapperboard size={16} aria-hidden />}
        loading={start.isStarting}
        disabled={start.isStarting || batch !== null}
        onClick={() => setAsks(true)}
      >
        Generate Videos
      </Button>
      {batch && <BatchLine batch={batch} />}
      <BulkClipsDialog
        open={asks}
        onOpenChange={setAsks}
        project={project}
        scenes={scenes}
        onConfirm={(...order) => {
          setAsks(false);
          void start.clips(...order);
        }}
      />
    </>
  );
}
