import { IMAGE_MODEL, LIMITS, type EstimateRequest, type Scene } from '@storyreel/contracts';
import { Sparkles } from 'lucide-react';
import { MediaStrip } from '../media/MediaStrip';
import type { HowMade, MediaAsset } from '../media/slots';
import { useSceneMedia } from '../media/useSceneMedia';
import { CostButton } from '../zaps/CostButton';
import { ClearImagesButton } from './ClearImagesButton';
import { ImageJobProgress } from './ImageJobProgress';
import { useImageGeneration } from './useImageGeneration';

const COST: EstimateRequest = {
  provider: 'replicate',
  model: IMAGE_MODEL,
  operation: 'generate_image',
  usage: { images: LIMITS.imagesPerGeneration },
};

const startingSlots = (sceneId: string): MediaAsset[] =>
  Array.from({ length: LIMITS.imagesPerGeneration }, (_, place) => ({
    id: `${sceneId}-starting-${place}`,
    type: 'image',
    url: '',
    status: 'processing',
  }));

/** A scene's images: preview, slots, generation and clearing. */
export function ImageStrip({ scene, howMade }: { scene: Scene; howMade?: HowMade }) {
  const media = useSceneMedia(scene, 'image');
  const { activity, generate } = useImageGeneration(scene);
  const made = media.assets.map((asset, index): MediaAsset => {
    if (asset.status !== 'processing') return asset;
    return { ...asset, progress: <ImageJobProgress jobId={scene.imageJobIds[index] ?? null} /> };
  });
  // Until the list says so, the slots that are about to be filled are shown where they will be.
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
      <CostButton
        cost={COST}
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
