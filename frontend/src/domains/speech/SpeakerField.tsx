import type { Project, Scene } from '@storyreel/contracts';
import { Field, Select, VisuallyHidden } from '../../ui';
import { SaveState } from '../../ui/SaveState';
import { sceneNumber } from '../scenes/scene-order';
import { speakerName, speakersOf } from './speakers';
import type { Narration } from './useNarration';

interface SpeakerFieldProps {
  scene: Scene;
  project: Project;
  narration: Narration;
}

/** Who says the words of a scene. */
export function SpeakerField({ scene, project, narration: { speaker } }: SpeakerFieldProps) {
  const speakers = speakersOf(project.characters, project.voices, [{ speaker: speaker.value }, scene]);
  function choose(name: string): void {
    speaker.setValue(name);
    void speaker.flush();
  }
  return (
    <Field
      label={
        <>
          Speaker<VisuallyHidden> of scene {sceneNumber(scene)}</VisuallyHidden>
        </>
      }
      aside={speaker.hasError && <SaveState {...speaker} />}
    >
      {({ id }) => (
        <Select
          id={id}
          value={speaker.value}
          onValueChange={choose}
          options={speakers.map((name) => ({ value: name, label: speakerName(name) }))}
        />
      )}
    </Field>
  );
}
