import { lengthOf, LIMITS, minutesAndSeconds } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { RotateCcw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, Field, Fold, Select, Stack, VisuallyHidden } from '../../ui';
import { AutosavedTextArea, SaveState } from '../../ui/AutosavedField';
import { sceneNumber } from '../scenes/api';
import { SpeechBadge, SpeechPanel } from './SpeechPanel';
import { speakerName, speakersOf, speechStateOf, voiceIn } from './speech';
import { speechPlayer } from './speech-player';
import { useNarration, wordsNow } from './useNarration';
import type { Narration } from './useNarration';

/** Returns the number of characters, and the duration if the narration is of the current words. */
function measureOf(words: string, { speech }: Scene, isCurrent: boolean): string {
  const count = lengthOf(words);
  const characters = count === 1 ? '1 character' : `${count.toLocaleString()} characters`;
  return isCurrent && speech ? `${characters} · ${minutesAndSeconds(speech.seconds)}` : characters;
}

/** Field for a scene's narration text, which is saved automatically. A button restores the words of the story. */
export function NarrationWords({ scene, narration }: { scene: Scene; narration: Narration }) {
  const { field, words, isOwn, reset, state } = narration;
  const place = useRef<HTMLDivElement>(null);
  function toStory(): void {
    // Focuses the text field first, because resetting removes the focused button.
    place.current?.querySelector('textarea')?.focus();
    reset();
  }
  return (
    <div ref={place}>
      <AutosavedTextArea
        field={field}
        label={
          <>
            Words<VisuallyHidden> of scene {sceneNumber(scene)}</VisuallyHidden>
          </>
        }
        rows={2}
        maxLength={LIMITS.narration}
        hint={measureOf(words, scene, state === 'current')}
        actions={
          isOwn && (
            <Button size="small" variant="ghost" icon={<RotateCcw size={16} aria-hidden />} onClick={toStory}>
              Use Original Text
            </Button>
          )
        }
      />
    </div>
  );
}

interface SpeakerFieldProps {
  scene: Scene;
  project: Project;
  narration: Narration;
}

/** Lets the user choose who speaks a scene's words. */
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

interface SceneNarrationProps {
  scene: Scene;
  project: Project;
}

/** A scene's narration below its other texts, collapsed to one line until the user opens it. */
export function SceneNarration({ scene, project }: SceneNarrationProps) {
  return (
    <Fold title="Narration" summary={<Summary scene={scene} project={project} />}>
      <Body scene={scene} project={project} />
    </Fold>
  );
}

function Summary({ scene, project }: SceneNarrationProps) {
  // The list of voices is not used here, since it is loaded only when the section is opened.
  const voice = voiceIn(project.voices, scene.speaker, undefined);
  const state = speechStateOf(scene, wordsNow(scene), voice);
  if (state === 'current' && scene.speech) return minutesAndSeconds(scene.speech.seconds);
  return <SpeechBadge state={state} sceneId={scene.id} />;
}

function Body({ scene, project }: SceneNarrationProps) {
  const narration = useNarration(scene, project);
  const { id: sceneId } = scene;
  // Playback stops when the section is unmounted.
  useEffect(() => () => speechPlayer.stop(sceneId), [sceneId]);
  return (
    <Stack gap={4}>
      <NarrationWords scene={scene} narration={narration} />
      <SpeakerField scene={scene} project={project} narration={narration} />
      <SpeechPanel scene={scene} narration={narration} />
    </Stack>
  );
}
