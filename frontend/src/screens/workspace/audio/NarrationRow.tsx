import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { memo, useEffect, useRef } from 'react';
import { FadeInImage } from '../../../domains/media/FadeInImage';
import { mainImageUrl } from '../../../domains/media/scene-assets';
import { sceneNumber } from '../../../domains/scenes/scene-order';
import { useSceneFieldValue } from '../../../domains/scenes/useSceneAutosave';
import { NarrationWords } from '../../../domains/speech/NarrationWords';
import { SpeakerField } from '../../../domains/speech/SpeakerField';
import { SpeechPanel } from '../../../domains/speech/SpeechPanel';
import { useNarration } from '../../../domains/speech/useNarration';
import { useIsQueue, usePlayedKey } from '../../../domains/speech/usePlayer';
import { mobile, space, Stack, tokens } from '../../../ui';

const Row = styled.section`
  display: grid;
  grid-template-areas:
    'picture title title'
    'picture words side';
  grid-template-columns: 72px minmax(0, 1fr) minmax(0, 320px);
  align-items: start;
  gap: ${space(2)} ${space(4)};
  padding: ${space(4)} ${space(3)};
  border-top: 1px solid ${tokens.line};
  scroll-margin-top: calc(var(--covered-top, 0px) + ${space(2)});
  &[data-played='true'] {
    background: ${tokens.surface2};
    box-shadow: inset 3px 0 ${tokens.text1};
  }
  & > h4 {
    grid-area: title;
    min-width: 0;
    font-size: ${tokens.body};
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > [data-words] {
    grid-area: words;
  }
  & > [data-side] {
    grid-area: side;
  }
  ${mobile} {
    grid-template-areas:
      'picture title'
      'words words'
      'side side';
    grid-template-columns: 48px minmax(0, 1fr);
    padding: ${space(4)} 0;
    gap: ${space(3)};
    & > h4 {
      align-self: center;
    }
    &[data-played='true'] {
      margin: 0 -${space(2)};
      padding-inline: ${space(2)};
    }
  }
`;
const Picture = styled.div`
  grid-area: picture;
  aspect-ratio: 9 / 16;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
`;

interface NarrationRowProps {
  scene: Scene;
  project: Project;
}

/** What is said in one scene, by whom, and how it sounds. */
export const NarrationRow = memo(function NarrationRow({ scene, project }: NarrationRowProps) {
  const narration = useNarration(scene, project);
  const title = useSceneFieldValue(scene, 'title').trim() || 'Untitled';
  const row = useRef<HTMLElement>(null);
  const isPlayed = usePlayedKey() === scene.id;
  const isQueue = useIsQueue();
  const image = mainImageUrl(scene);
  const headingId = `narration-${scene.id}`;
  useEffect(() => {
    if (isPlayed && isQueue) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isPlayed, isQueue]);
  return (
    <Row ref={row} aria-labelledby={headingId} aria-current={isPlayed || undefined} data-played={isPlayed}>
      <Picture>{image !== null && <FadeInImage src={image} alt="" sizes="72px" />}</Picture>
      <h4 id={headingId} dir="auto">
        Scene {sceneNumber(scene)}: {title}
      </h4>
      <div data-words>
        <NarrationWords scene={scene} narration={narration} />
      </div>
      <Stack gap={3} data-side>
        <SpeakerField scene={scene} project={project} narration={narration} />
        <SpeechPanel scene={scene} narration={narration} />
      </Stack>
    </Row>
  );
});
