import { LIMITS, type Scene } from '@storyreel/contracts';
import { AutosavedInlineEdit, type AutosavedInlineEditProps } from '../../ui/AutosavedInlineEdit';
import { sceneNumber } from './scene-order';
import { useSceneAutosave } from './useSceneAutosave';

const FIELD_NAMES = { title: 'Title', description: 'Description' } as const;

export interface SceneInlineTextProps extends Pick<
  AutosavedInlineEditProps,
  'placeholder' | 'lines' | 'onOpen' | 'onDone' | 'wrap'
> {
  scene: Scene;
  field: keyof typeof FIELD_NAMES;
}

/** Title or description of a scene, edited in place. */
export function SceneInlineText({ scene, field, ...edit }: SceneInlineTextProps) {
  const autosave = useSceneAutosave(scene, field);
  const label = `${FIELD_NAMES[field]} of scene ${sceneNumber(scene)}`;
  return <AutosavedInlineEdit {...edit} field={autosave} label={label} maxLength={LIMITS[field]} />;
}
