import styled from '@emotion/styled';
import { minutesAndSeconds, type Project, type Scene } from '@storyreel/contracts';
import { ChevronRight } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { NarrationWords } from '../../domains/speech/NarrationWords';
import { SpeakerField } from '../../domains/speech/SpeakerField';
import { voiceIn } from '../../domains/speech/speakers';
import { SpeechBadge } from '../../domains/speech/SpeechBadge';
import { SpeechPanel } from '../../domains/speech/SpeechPanel';
import { speechPlayer } from '../../domains/speech/speech-player';
import { speechStateOf } from '../../domains/speech/speech-state';
import { useNarration, wordsNow } from '../../domains/speech/useNarration';
import { space, Stack, tokens, touch } from '../../ui';

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

/** The narration of a scene beside its other words: one line until it is asked for. */
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
  // Which voice is the provider's first is asked for only by those who open this.
  const voice = voiceIn(project.voices, scene.speaker, undefined);
  const state = speechStateOf(scene, wordsNow(scene), voice);
  if (state === 'current' && scene.speech) return minutesAndSeconds(scene.speech.seconds);
  return <SpeechBadge state={state} sceneId={scene.id} />;
}

function Body({ id, scene, project }: SceneNarrationProps & { id: string }) {
  const narration = useNarration(scene, project);
  const { id: sceneId } = scene;
  // What is heard is of what is on screen.
  useEffect(() => () => speechPlayer.stop(sceneId), [sceneId]);
  return (
    <Stack id={id} gap={4} style={{ paddingTop: space(2) }}>
      <NarrationWords scene={scene} narration={narration} />
      <SpeakerField scene={scene} project={project} narration={narration} />
      <SpeechPanel scene={scene} narration={narration} />
    </Stack>
  );
}
