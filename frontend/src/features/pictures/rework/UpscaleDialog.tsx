import styled from '@emotion/styled';
import { UPSCALE_FACTORS, upscaledSize, upscaleProblem, upscalers } from '@storyreel/contracts';
import type { PictureSize, Scene, UpscaleFactor } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Maximize2 } from 'lucide-react';
import { useState } from 'react';
import { Button, Dialog, Select, space, ToggleGroup, tokens } from '../../../ui';
import { useModels } from '../../account/models-api';
import { CostButton } from '../../zaps/PaidButton';
import { startRework, upscaleWork } from './commands';
import { usePictureSize } from './usePictureSize';

const Form = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space(4)};
`;
const Sizes = styled.p`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

const words = ({ width, height }: PictureSize): string => `${width} × ${height}`;

interface UpscaleDialogProps {
  scene: Scene;
  url: string;
  onClose: () => void;
}

/** Lets the user choose the factor by which an image is enlarged, and shows the size and price of the result. */
export function UpscaleDialog({ scene, url, onClose }: UpscaleDialogProps) {
  const queryClient = useQueryClient();
  const { data } = useModels();
  const size = usePictureSize(url);
  const [factor, setFactor] = useState<UpscaleFactor>(2);
  const [chosen, setChosen] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const models = upscalers().filter(({ id }) => data?.offered.includes(id));
  const model = models.find(({ id }) => id === chosen) ?? models[0];
  const result = size ? upscaledSize(size, factor) : null;
  const problem = model && size ? upscaleProblem(model, size, factor) : null;
  const reason = !model
    ? 'No model that enlarges images is set up here.'
    : size === null
      ? "This image can't be displayed."
      : problem;
  const pixels = result && problem === null ? result.width * result.height : null;

  async function upscale(): Promise<void> {
    if (!model) return;
    setBusy(true);
    const order = { sceneId: scene.id, imageUrl: url, model: model.id, factor };
    const isStarted = await startRework(queryClient, scene, upscaleWork(order));
    setBusy(false);
    if (isStarted) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Upscale Image"
      description="The larger version is added beside this image, which stays unchanged."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <CostButton
            variant="primary"
            cost={
              model && pixels !== null
                ? { provider: 'replicate', model: model.id, operation: 'upscale_image', usage: { pixels } }
                : null
            }
            onAction={upscale}
            executing={busy}
            loadingText="Starting..."
            disabled={reason !== null}
            disabledReason={reason ?? undefined}
            icon={<Maximize2 size={16} aria-hidden />}
          >
            Upscale Image
          </CostButton>
        </>
      }
    >
      <Form>
        <ToggleGroup
          ariaLabel="Enlarge"
          value={String(factor)}
          onValueChange={(value) => setFactor(value === '4' ? 4 : 2)}
          options={UPSCALE_FACTORS.map((one) => ({ value: String(one), label: `${one}×` }))}
        />
        {size && result && <Sizes>{`${words(size)} becomes ${words(result)} pixels`}</Sizes>}
        {reason !== null && <p role="alert">{reason}</p>}
        {models.length > 1 && model && (
          <Select
            ariaLabel="Model"
            value={model.id}
            onValueChange={setChosen}
            options={models.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
      </Form>
    </Dialog>
  );
}
