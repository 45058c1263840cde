import { LIMITS, type Scene } from '@storyreel/contracts';
import { InlineEdit, type InlineEditProps } from '../ui';
import { SaveState } from './SaveState';
import { sceneNumber } from './scene-order';
import { useSceneAutosave } from './useSceneAutosave';

const FIELD_NAMES = { title: 'Title', description: 'Description' } as const;

export interface SceneInlineTextProps extends Pick<InlineEditProps, 'placeholder' | 'lines' | 'onOpen' | 'onDone'> {
  scene: Scene;
  field: keyof typeof FIELD_NAMES;
}

/** Title or description of a scene, edited in place and saved when the edit ends. */
export function SceneInlineText({ scene, field, ...edit }: SceneInlineTextProps) {
  const autosave = useSceneAutosave(scene, field);
  function save(text: string): void {
    autosave.setValue(text);
    void autosave.flush();
  }
  return (
    <>
      <InlineEdit
        {...edit}
        label={`${FIELD_NAMES[field]} of scene ${sceneNumber(scene)}`}
        value={autosave.value}
        maxLength={LIMITS[field]}
        onSave={save}
      />
      {autosave.hasError && <SaveState {...autosave} />}
    </>
  );
}
