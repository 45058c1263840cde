import { LIMITS, type Scene, type SceneFields } from '@storyreel/contracts';
import { AutosavedTextArea, type AutosavedTextAreaProps } from '../../ui/AutosavedTextArea';
import { useSceneAutosave } from './useSceneAutosave';

const FIELDS = {
  title: { label: 'Sentence Fragment', rows: 2, maxLength: LIMITS.title },
  description: { label: 'Scene Description', rows: 4, maxLength: LIMITS.description },
  imagePrompt: { label: 'Image Prompt', rows: 4, maxLength: LIMITS.prompt },
  videoPrompt: { label: 'Video Prompt', rows: 3, maxLength: LIMITS.prompt },
} as const satisfies Record<Exclude<keyof SceneFields, 'duration' | 'narration' | 'speaker'>, object>;

export interface SceneTextFieldProps extends Pick<AutosavedTextAreaProps, 'actions'> {
  scene: Scene;
  field: keyof typeof FIELDS;
}

/** A text of a scene that saves by itself and says so. */
export function SceneTextField({ scene, field, actions }: SceneTextFieldProps) {
  const autosave = useSceneAutosave(scene, field);
  return <AutosavedTextArea {...FIELDS[field]} field={autosave} actions={actions} />;
}
