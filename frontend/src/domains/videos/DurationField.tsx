import { LIMITS, offeredSeconds, validDuration, type Scene } from '@storyreel/contracts';
import { useState } from 'react';
import { Field, Input } from '../../ui';
import { useSceneAutosave } from '../scenes/useSceneAutosave';
import { parseDuration } from './duration';

interface DurationFieldProps {
  scene: Scene;
  modelId: string;
}

/** The clip's length in seconds; what is typed becomes what the model can make when the field is left. */
export function DurationField({ scene, modelId }: DurationFieldProps) {
  const autosave = useSceneAutosave(scene, 'duration');
  const [draft, setDraft] = useState<string | null>(null);
  const type = (text: string) => {
    setDraft(text);
    // While the field is empty, the person is about to type another number.
    if (text.trim() !== '') autosave.setValue(parseDuration(modelId, text));
  };
  const commit = () => {
    if (draft !== null) autosave.setValue(parseDuration(modelId, draft));
    setDraft(null);
  };
  const hint = offeredSeconds(modelId)?.join(' or ') ?? `${LIMITS.durationMin} to ${LIMITS.durationMax}`;
  return (
    <Field label="Duration (seconds)" hint={hint}>
      {(ids) => (
        <Input
          {...ids}
          type="number"
          min={LIMITS.durationMin}
          max={LIMITS.durationMax}
          step={1}
          value={draft ?? String(validDuration(modelId, autosave.value))}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
      )}
    </Field>
  );
}
