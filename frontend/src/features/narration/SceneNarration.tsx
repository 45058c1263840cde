import styled from '@emotion/styled';
import { lengthOf, LIMITS, minutesAndSeconds } from '@storyreel/contracts';
import type { Project, Scene } from '@storyreel/contracts';
import { ChevronRight, RotateCcw } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, Field, Select, space, Stack, tokens, touch, VisuallyHidden } from '../../ui';
import { AutosavedTextArea, SaveState } from '../../ui/AutosavedField';
import { sceneNumber } from '../scenes/api';
import { SpeechBadge, SpeechPanel } from './SpeechPanel';
import { speakerName, speakersOf, speechStateOf, voiceIn } from './speech';
import { speechPlayer } from './speech-player';
import { useNarration, wordsNow } from './useNarration';
import type { Narration } from './useNarration';

/** The number of characters, and the duration if the narration is current. */
function measureOf(words: string, { speech }: Scene, isCurrent: boolean): string {
  const count = lengthOf(words);
  const characters = count === 1 ? '1 character' : `${count.toLocaleString()} characters`;
  return isCurrent && speech ? `${characters} · ${minutesAndSeconds(speech.seconds)}` : characters;
}

/** A scene's narration text, autosaved; one click restores the story's own words. */
export function NarrationWords({ scene, narration }: { scene: Scene; narration: Narration }) {
  const { field, words, isOwn, reset, state } = narration;
  const place = useRef<HTMLDivElement>(null);
  function toStory(): void {
    // Moves the focus first: resetting removes the focused button.
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

/** Chooses the speaker of a scene's words. */
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

const Opener = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: 36px;
  padding: 0;
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  color: ${tokens.text1};
  font-weight: 550;
  text-align: start;
  cursor: pointer;
  & > svg {
    flex: none;
    color: ${tokens.text3};
    transition: transform ${tokens.fast};
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(90deg);
  }
  & > small {
    margin-left: auto;
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    font-weight: 400;
    font-variant-numeric: tabular-nums;
  }
  ${touch} {
    min-height: 44px;
  }
`;

interface SceneNarrationProps {
  scene: Scene;
  project: Project;
}

/** A scene's narration below its other texts, collapsed to one line until opened. */
export function SceneNarration({ scene, project }: SceneNarrationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const bodyId = useId();
  return (
    <div>
      <Opener
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? bodyId : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight size={16} aria-hidden />
        Narration
        <small>{!isOpen && <Summary scene={scene} project={project} />}</small>
      </Opener>
      {isOpen && <Body id={bodyId} scene={scene} project={project} />}
    </div>
  );
}

function Summary({ scene, project }: SceneNarrationProps) {
  // Without the list of voices, which is loaded only when the section is opened.
  const voice = voiceIn(project.voices, scene.speaker, undefined);
  const state = speechStateOf(scene, wordsNow(scene), voice);
  if (state === 'current' && scene.speech) return minutesAndSeconds(scene.speech.seconds);
  return <SpeechBadge state={state} sceneId={scene.id} />;
}

function Body({ id, scene, project }: SceneNarrationProps & { id: string }) {
  const narration = useNarration(scene, project);
  const { id: sceneId } = scene;
  // Playback stops when the section leaves the screen.
  useEffect(() => () => speechPlayer.stop(sceneId), [sceneId]);
  return (
    <Stack id={id} gap={4} style={{ paddingTop: space(2) }}>
      <NarrationWords scene={scene} narration={narration} />
      <SpeakerField scene={scene} project={project} narration={narration} />
      <SpeechPanel scene={scene} narration={narration} />
    </Stack>
  );
}
