import styled from '@emotion/styled';
import { LIMITS, type Scene } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { characters, Field, lengthNote, space } from '../../ui';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { ReplacedTexts } from '../../ui/ReplacedTexts';
import { SaveState } from '../../ui/SaveState';
import { useSceneAutosave } from './useSceneAutosave';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const FIELDS = {
  title: { label: 'Sentence Fragment', rows: 2, maxLength: LIMITS.title },
  description: { label: 'Scene Description', rows: 4, maxLength: LIMITS.description },
  imagePrompt: { label: 'Image Prompt', rows: 4, maxLength: LIMITS.prompt },
  videoPrompt: { label: 'Video Prompt', rows: 3, maxLength: LIMITS.prompt },
} as const;

export interface SceneTextFieldProps {
  scene: Scene;
  field: keyof typeof FIELDS;
  /** Buttons under the field. */
  actions?: ReactNode;
}

/** A text of a scene that saves by itself and says so. */
export function SceneTextField({ scene, field, actions }: SceneTextFieldProps) {
  const autosave = useSceneAutosave(scene, field);
  const { label, rows, maxLength } = FIELDS[field];
  return (
    <div>
      <Field label={label} {...lengthNote(autosave.value, characters(maxLength))} aside={<SaveState {...autosave} />}>
        {(ids) => (
          <GrowingTextarea
            {...ids}
            rows={rows}
            value={autosave.value}
            onChange={(event) => autosave.setValue(event.target.value)}
          />
        )}
      </Field>
      <ReplacedTexts field={autosave} />
      {actions && <Actions style={{ marginTop: space(2) }}>{actions}</Actions>}
    </div>
  );
}
