import { LIMITS } from '@storyreel/contracts';
import type { EstimateRequest, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Eraser, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Button, Select } from '../../../ui';
import { CostButton } from '../../zaps/PaidButton';
import { useImageQueue } from '../api';
import { MediaStrip } from '../media/MediaStrip';
import type { HowMade, MediaAsset } from '../media/assets';
import { useSceneMedia } from '../media/useSceneMedia';
import { cancelImageJob } from '../rework/commands';
import { ReworkMenu } from '../rework/ReworkMenu';
import { ImageJobProgress } from './ImageQueue';
import type { ImageActivity } from './image-job-tracker';
import { canClearImages } from './stuck-images';
import { clearDeadImages, useImageGeneration, useImageModel } from './useImageGeneration';

interface ClearImagesButtonProps {
  scene: Scene;
  activity: ImageActivity;
}

/**
 * Loads the queue before it offers the button. A queued job means that the scene is busy, whichever window started it.
 */
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

function ClearImagesButton({ scene, activity }: ClearImagesButtonProps) {
  return canClearImages(scene.imageStatuses, false) ? <OfferedButton scene={scene} activity={activity} /> : null;
}

/** Shows a slot's progress, with a button that cancels its job. */
function SlotProgress({ scene, jobId }: { scene: Scene; jobId: string | null }) {
  const queryClient = useQueryClient();
  return (
    <>
      <ImageJobProgress jobId={jobId} />
      {jobId !== null && (
        <Button size="small" onClick={() => void cancelImageJob(queryClient, scene, jobId)}>
          Cancel
        </Button>
      )}
    </>
  );
}

const costBy = (model: string, references: number): EstimateRequest => ({
  provider: 'replicate',
  model,
  operation: 'generate_image',
  usage: { images: LIMITS.imagesPerGeneration, ...(references > 0 && { references }) },
});

const startingSlots = (sceneId: string): MediaAsset[] =>
  Array.from({ length: LIMITS.imagesPerGeneration }, (_, place) => ({
    id: `${sceneId}-starting-${place}`,
    type: 'image',
    url: '',
    status: 'processing',
  }));

interface ImageStripProps {
  scene: Scene;
  howMade?: HowMade;
  /** Number of reference pictures in the request. */
  references?: number;
}

/** Shows a scene's images: preview, slots, generation and clearing. */
export function ImageStrip({ scene, howMade, references = 0 }: ImageStripProps) {
  const media = useSceneMedia(scene, 'image');
  const { activity, generate } = useImageGeneration(scene);
  const { model, offered, choose } = useImageModel(scene.projectId);
  const made = media.assets.map((asset, index): MediaAsset => {
    if (asset.status !== 'processing') {
      return { ...asset, work: (place) => <ReworkMenu scene={scene} url={asset.url} {...place} /> };
    }
    return { ...asset, progress: <SlotProgress scene={scene} jobId={scene.imageJobIds[index] ?? null} /> };
  });
  // Shows the slots that will be filled, even before the scene contains them.
  const starting = activity === 'starting' && !scene.imageStatuses.includes('processing');
  const assets = starting ? [...made, ...startingSlots(scene.id)] : made;
  const room = LIMITS.assetsPerScene - media.assets.length - media.uploads.length;
  const noRoom = room < LIMITS.imagesPerGeneration;
  return (
    <MediaStrip
      scene={scene}
      type="image"
      title="Images"
      media={media}
      assets={assets}
      howMade={howMade}
      invitation="Drop an image here or click to upload"
    >
      {offered.length > 1 && (
        <Select
          ariaLabel="Image model"
          value={model}
          onValueChange={choose}
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CostButton
        cost={costBy(model, references)}
        onAction={generate}
        executing={activity === 'starting' || activity === 'polling'}
        loadingText="Generating..."
        disabled={noRoom}
        disabledReason={`A scene can have at most ${LIMITS.assetsPerScene} images. Delete some to make room for 4 more.`}
        icon={<Sparkles size={16} aria-hidden />}
      >
        Generate 4 Images
      </CostButton>
      <ClearImagesButton scene={scene} activity={activity} />
    </MediaStrip>
  );
}
