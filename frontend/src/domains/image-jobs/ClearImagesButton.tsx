import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui';
import { clearDeadImages } from './clear-images';
import type { ImageActivity } from './image-job-tracker';
import { canClearImages } from './image-status';
import { useImageQueue } from './queries';

interface ClearImagesButtonProps {
  scene: Scene;
  activity: ImageActivity;
}

/** Asks for the queue: a job in it counts as work on the scene, whichever window started it. */
function OfferedButton({ scene, activity }: ClearImagesButtonProps) {
  const queryClient = useQueryClient();
  const queue = useImageQueue();
  const [clearing, setClearing] = useState(false);
  const queued = queue.data?.jobs.some((job) => job.sceneId === scene.id) ?? false;
  const busy = activity !== 'idle' || queue.isPending || queued;
  if (!clearing && !canClearImages(scene.imageStatuses, busy)) return null;
  const clear = async () => {
    setClearing(true);
    await clearDeadImages(queryClient, scene);
    setClearing(false);
  };
  return (
    <Button icon={<Eraser size={16} aria-hidden />} loading={clearing} onClick={() => void clear()}>
      Clear Failed/Stuck Images
    </Button>
  );
}

export function ClearImagesButton({ scene, activity }: ClearImagesButtonProps) {
  return canClearImages(scene.imageStatuses, false) ? <OfferedButton scene={scene} activity={activity} /> : null;
}
