import { LIMITS } from '@storyreel/contracts';
import type { Scene, SceneFields } from '@storyreel/contracts';
import { AutosavedInlineEdit, AutosavedTextArea } from '../../ui/AutosavedField';
import type { AutosavedInlineEditProps, AutosavedTextAreaProps } from '../../ui/AutosavedField';
import { sceneNumber } from './api';
import { useSceneAutosave } from './useSceneAutosave';

const FIELD_NAMES = { title: 'Title', description: 'Description' } as const;

export interface SceneInlineTextProps extends Pick<
  AutosavedInlineEditProps,
  'placeholder' | 'lines' | 'onOpen' | 'onDone' | 'wrap'
> {
  scene: Scene;
  field: keyof typeof FIELD_NAMES;
}

/** Shows a scene's title or description, which can be edited in place. */
export function SceneInlineText({ scene, field, ...edit }: SceneInlineTextProps) {
  const autosave = useSceneAutosave(scene, field);
  const label = `${FIELD_NAMES[field]} of scene ${sceneNumber(scene)}`;
  return <AutosavedInlineEdit {...edit} field={autosave} label={label} maxLength={LIMITS[field]} />;
}

const FIELDS = {
  title: { label: 'Sentence Fragment', rows: 2, maxLength: LIMITS.title },
  description: { label: 'Scene Description', rows: 4, maxLength: LIMITS.description },
  imagePrompt: { label: 'Image Prompt', rows: 4, maxLength: LIMITS.prompt },
  videoPrompt: { label: 'Video Prompt', rows: 3, maxLength: LIMITS.prompt },
} as const satisfies Record<Exclude<keyof SceneFields, 'duration' | 'narration' | 'speaker' | 'cast'>, object>;

export interface SceneTextFieldProps extends Pick<AutosavedTextAreaProps, 'actions'> {
  scene: Scene;
  field: keyof typeof FIELDS;
}

/** Field for a text of a scene that is saved automatically, with the state of the save. */
export function SceneTextField({ scene, field, actions }: SceneTextFieldProps) {
  const autosave = useSceneAutosave(scene, field);
  return <AutosavedTextArea {...FIELDS[field]} field={autosave} actions={actions} />;
}
