import { LIMITS, offeredSeconds, validDuration, type Scene } from '@storyreel/contracts';
import { Field } from '../../ui';
import { NumberInput } from '../../ui/NumberInput';
import { SaveState } from '../../ui/SaveState';
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
  function discard(): void {
    // A number that still stands in the field would be an edit again once the field is left.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    autosave.discard();
  }
  const hint = offeredSeconds(modelId)?.join(' or ') ?? `${LIMITS.durationMin} to ${LIMITS.durationMax}`;
  return (
    <Field label="Duration (seconds)" hint={hint} aside={<SaveState {...autosave} discard={discard} />}>
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
