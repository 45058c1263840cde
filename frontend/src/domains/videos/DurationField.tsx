import { LIMITS, offeredSeconds, validDuration, type Scene } from '@storyreel/contracts';
import { Field } from '../../ui';
import { NumberInput } from '../../ui/NumberInput';
import { useSceneAutosave } from '../scenes/useSceneAutosave';
import { parseDuration } from './duration';

interface DurationFieldProps {
  scene: Scene;
  modelId: string;
}

/** The clip's length in seconds; what is typed is saved as what the model can make, and shown so once the field is left. */
export function DurationField({ scene, modelId }: DurationFieldProps) {
  const autosave = useSceneAutosave(scene, 'duration');
  const set = (text: string): void => autosave.setValue(parseDuration(modelId, text));
  const hint = offeredSeconds(modelId)?.join(' or ') ?? `${LIMITS.durationMin} to ${LIMITS.durationMax}`;
  return (
    <Field label="Duration (seconds)" hint={hint}>
      {(ids) => (
        <NumberInput
          {...ids}
          min={LIMITS.durationMin}
          max={LIMITS.durationMax}
          step={1}
          value={validDuration(modelId, autosave.value)}
          // While the field is empty, the person is about to type another number.
          onType={(text) => text.trim() !== '' && set(text)}
          onCommit={set}
        />
      )}
    </Field>
  );
}
