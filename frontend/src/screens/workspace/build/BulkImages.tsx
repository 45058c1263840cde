import { isBlank, type Project, type Scene } from '@storyreel/contracts';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { BatchLine } from '../../../domains/batches/BatchLine';
import { useActiveBatch } from '../../../domains/batches/queries';
import { useStartBatch } from '../../../domains/batches/start-batch';
import { Button } from '../../../ui';
import { useNextStep } from '../useNextStep';
import { BulkImagesDialog } from './BulkImagesDialog';

/** 'Generate Images' for all scenes that have a prompt, and how far such a batch is. */
export function BulkImages({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const [asks, setAsks] = useState(false);
  const step = useNextStep(project);
  const batch = useActiveBatch(project.id, 'images');
  const start = useStartBatch(project);
  // What is being made already would be passed over, and told of as failed.
  const sceneIds = scenes
    .filter(({ imagePrompt, imageStatus }) => !isBlank(imagePrompt) && imageStatus !== 'processing')
    .map(({ id }) => id);

  function confirm(zaps: number): void {
    setAsks(false);
    void start.images(sceneIds, zaps);
  }

  return (
    <>
      <Button
        variant={step === 'images' ? 'primary' : 'secondary'}
        icon={<Images size={16} aria-hidden />}
        loading={start.isStarting}
        disabled={sceneIds.length === 0 || start.isStarting || batch !== null}
        onClick={() => setAsks(true)}
      >
        {start.isStarting ? 'Queuing...' : 'Generate Images'}
      </Button>
      {batch && <BatchLine batch={batch} />}
      <BulkImagesDialog open={asks} onOpenChange={setAsks} sceneCount={sceneIds.length} onConfirm={confirm} />
    </>
  );
}
