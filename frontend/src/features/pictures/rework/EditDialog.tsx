import styled from '@emotion/styled';
import { editModels, LIMITS, sentSize } from '@storyreel/contracts';
import type { ImageModel, PictureSize, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Wand2 } from 'lucide-react';
import { useRef, useState } from 'react';
import {
  Button,
  Dialog,
  Field,
  Fold,
  Input,
  mobile,
  Select,
  Skeleton,
  space,
  Stack,
  Textarea,
  tokens,
} from '../../../ui';
import { useModels } from '../../account/models-api';
import { CostButton } from '../../zaps/PaidButton';
import { useImageModel } from '../images/useImageGeneration';
import { editWork, startRework } from './commands';
import { MaskPainter } from './MaskPainter';
import { hasPaint, maskOf } from './strokes';
import type { Stroke } from './strokes';
import { usePictureSize } from './usePictureSize';

const Note = styled.p`
  color: ${tokens.text2};
`;
/**
 * The text field and the painter are side by side; in a narrow window they are stacked, so that the text field is
 * visible at once.
 */
const Form = styled.div`
  display: grid;
  grid-template-columns: minmax(240px, 1fr) minmax(0, 1.4fr);
  align-items: start;
  gap: ${space(4)} ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

/** Returns the models that can edit images here, and the one that is chosen first. */
function useEditModels(projectId: string): { models: ImageModel[]; first: string | null } {
  const { data } = useModels();
  const { model } = useImageModel(projectId);
  const models = editModels().filter(({ id }) => data?.offered.includes(id));
  return { models, first: (models.find(({ id }) => id === model) ?? models[0])?.id ?? null };
}

interface Wishes {
  seed: string;
  negativePrompt: string;
}
const NO_WISHES: Wishes = { seed: '', negativePrompt: '' };
const MAX_SEED = 2_147_483_647;
const isSeed = (text: string): boolean => /^\d{1,10}$/u.test(text) && Number(text) <= MAX_SEED;

/** Collapsed fields for inputs that only some models have. */
function More({ model, wishes, onChange }: { model: ImageModel; wishes: Wishes; onChange: (wishes: Wishes) => void }) {
  const { seed, negativePrompt } = model.inputs;
  if (seed === undefined && negativePrompt === undefined) return null;
  const isWrong = wishes.seed !== '' && !isSeed(wishes.seed);
  return (
    <Fold title="More">
      <Stack gap={3}>
        {negativePrompt !== undefined && (
          <Field label="Negative prompt" hint="Things to leave out of the image.">
            {(ids) => (
              <Input
                {...ids}
                maxLength={LIMITS.prompt}
                value={wishes.negativePrompt}
                onChange={({ target }) => onChange({ ...wishes, negativePrompt: target.value })}
              />
            )}
          </Field>
        )}
        {seed !== undefined && (
          <Field
            label="Seed"
            hint="The same seed gives the same result."
            error={isWrong ? `A whole number up to ${MAX_SEED}` : undefined}
          >
            {(ids) => (
              <Input
                {...ids}
                inputMode="numeric"
                value={wishes.seed}
                onChange={({ target }) => onChange({ ...wishes, seed: target.value.trim() })}
              />
            )}
          </Field>
        )}
      </Stack>
    </Fold>
  );
}

interface EditDialogProps {
  scene: Scene;
  url: string;
  onClose: () => void;
}

/** Requests a change of an image, by words that describe it and by the part of the image that may change. */
export function EditDialog({ scene, url, onClose }: EditDialogProps) {
  const queryClient = useQueryClient();
  const { models, first } = useEditModels(scene.projectId);
  const natural = usePictureSize(url);
  const words = useRef<HTMLTextAreaElement>(null);
  const [instruction, setInstruction] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [wishes, setWishes] = useState(NO_WISHES);
  const [busy, setBusy] = useState(false);
  const model = models.find(({ id }) => id === (chosen ?? first));
  const size: PictureSize | null = natural ? sentSize(natural) : null;
  const takesMask = model?.edits?.mask !== undefined;
  const reason = reasonAgainst({ model, natural, instruction, wishes });

  async function edit(): Promise<void> {
    if (!model) return;
    const { seed, negativePrompt } = model.inputs;
    setBusy(true);
    const isStarted = await startRework(
      queryClient,
      scene,
      editWork({
        ...{ sceneId: scene.id, imageUrl: url, instruction: instruction.trim(), model: model.id },
        ...(takesMask && size && hasPaint(strokes) && { mask: maskOf(strokes, size) }),
        ...(seed !== undefined && wishes.seed !== '' && { seed: Number(wishes.seed) }),
        ...(negativePrompt !== undefined && wishes.negativePrompt !== '' && { negativePrompt: wishes.negativePrompt }),
      }),
    );
    setBusy(false);
    if (isStarted) onClose();
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit Image"
      description="The new version is added beside this image, which stays unchanged."
      size="large"
      initialFocus={words}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <CostButton
            variant="primary"
            cost={model ? { provider: 'replicate', model: model.id, operation: 'edit_image', usage: {} } : null}
            onAction={edit}
            executing={busy}
            loadingText="Starting..."
            disabled={reason !== null}
            disabledReason={reason ?? undefined}
            icon={<Wand2 size={16} aria-hidden />}
          >
            Edit Image
          </CostButton>
        </>
      }
    >
      <Form>
        <Stack gap={4}>
          <Field label="Instruction" hint="Such as: make it night">
            {(ids) => (
              <Textarea
                {...ids}
                ref={words}
                rows={3}
                maxLength={LIMITS.prompt}
                value={instruction}
                onChange={({ target }) => setInstruction(target.value)}
              />
            )}
          </Field>
          {models.length > 1 && model && (
            <Field label="Model">
              {({ id }) => (
                <Select
                  id={id}
                  value={model.id}
                  onValueChange={setChosen}
                  options={models.map((one) => ({ value: one.id, label: one.name }))}
                />
              )}
            </Field>
          )}
          {model && <More model={model} wishes={wishes} onChange={setWishes} />}
        </Stack>
        <Stack gap={2}>
          {size && takesMask && <MaskPainter url={url} size={size} strokes={strokes} onChange={setStrokes} />}
          {natural === undefined && <Skeleton height="240px" />}
          {model && (
            <Note>
              {takesMask
                ? 'Paint over the area to change, or paint nothing to change the whole image.'
                : `${model.name} takes no mask: the instruction alone says what changes.`}
            </Note>
          )}
        </Stack>
      </Form>
    </Dialog>
  );
}

function reasonAgainst({
  model,
  natural,
  instruction,
  wishes,
}: {
  model: ImageModel | undefined;
  natural: PictureSize | null | undefined;
  instruction: string;
  wishes: Wishes;
}): string | null {
  if (!model) return 'No model that edits images is set up here.';
  if (natural === null) return "This image can't be displayed.";
  if (instruction.trim() === '') return 'Say what to change.';
  return wishes.seed !== '' && !isSeed(wishes.seed) ? 'The seed must be a whole number.' : null;
}
