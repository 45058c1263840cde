import { LIMITS, referencesOf } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { Button, Dialog } from '../../../ui';
import { CostButton } from '../../zaps/PaidButton';
import { startImageGeneration, useImageModel } from '../images/useImageGeneration';

interface VariationsDialogProps {
  scene: Scene;
  url: string;
  onClose: () => void;
}

/**
 * Asks before four variations of an image are made. They use the scene's prompt and model, with the image as a
 * reference.
 */
export function VariationsDialog({ scene, url, onClose }: VariationsDialogProps) {
  const queryClient = useQueryClient();
  const { model, isPending } = useImageModel(scene.projectId);
  const room = LIMITS.assetsPerScene - scene.imageIds.length;
  const reason =
    room < LIMITS.imagesPerGeneration
      ? `A scene can have at most ${LIMITS.assetsPerScene} images. Delete some to make room for 4 more.`
      : !isPending && !referencesOf(model)
        ? "The chosen model takes no images, so it can't make variations. Choose another one."
        : null;
  const usage = { images: LIMITS.imagesPerGeneration, references: 1 };

  async function vary(): Promise<void> {
    onClose();
    await startImageGeneration(queryClient, scene, url);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Variations"
      description="Four images from the scene's prompt, with this image as a reference. They are added beside it."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <CostButton
            variant="primary"
            cost={isPending ? null : { provider: 'replicate', model, operation: 'generate_image', usage }}
            onAction={vary}
            disabled={reason !== null}
            disabledReason={reason ?? undefined}
            icon={<Images size={16} aria-hidden />}
          >
            Make 4 Variations
          </CostButton>
        </>
      }
    >
      {reason !== null && <p role="alert">{reason}</p>}
    </Dialog>
  );
}
