import styled from '@emotion/styled';
import { LIMITS, type Scene, type SceneFields } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { space } from '../../ui';
import { AutosavedTextArea } from '../../ui/AutosavedTextArea';
import { useSceneAutosave } from './useSceneAutosave';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-top: ${space(2)};
`;

const FIELDS = {
  title: { label: 'Sentence Fragment', rows: 2, maxLength: LIMITS.title },
  description: { label: 'Scene Description', rows: 4, maxLength: LIMITS.description },
  imagePrompt: { label: 'Image Prompt', rows: 4, maxLength: LIMITS.prompt },
  videoPrompt: { label: 'Video Prompt', rows: 3, maxLength: LIMITS.prompt },
} as const satisfies Record<Exclude<keyof SceneFields, 'duration'>, object>;

export interface SceneTextFieldProps {
  scene: Scene;
  field: keyof typeof FIELDS;
  /** Buttons under the field. */
  actions?: ReactNode;
}

/** A text of a scene that saves by itself and says so. */
export function SceneTextField({ scene, field, actions }: SceneTextFieldProps) {
  const autosave = useSceneAutosave(scene, field);
  return (
    <div>
      <AutosavedTextArea {...FIELDS[field]} field={autosave} />
      {actions && <Actions>{actions}</Actions>}
    </div>
  );
}
