import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { memo, useEffect, useRef, useState } from 'react';
import type { FocusEvent } from 'react';
import { mobile, space, Stack, tokens } from '../../ui';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../ui/useVirtualRows';
import { FadeInImage } from '../pictures/media/FadeInImage';
import { mainImageUrl } from '../pictures/media/assets';
import { sceneNumber } from '../scenes/api';
import { useSceneFieldValue } from '../scenes/useSceneAutosave';
import { NarrationWords, SpeakerField } from './SceneNarration';
import { SpeechPanel } from './SpeechPanel';
import { useIsQueue, usePlayedKey } from './speech-player';
import { useNarration } from './useNarration';

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
  aspect-ratio: var(--frame, 9 / 16);
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
`;

interface NarrationRowProps {
  scene: Scene;
  project: Project;
}

/** Shows one scene's narration: its words, speaker and audio. */
const NarrationRow = memo(function NarrationRow({ scene, project }: NarrationRowProps) {
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

/** Estimated height of a row in pixels; lists with more than `PLAIN_UP_TO` rows are virtualised. */
const ROW_HEIGHT = 240;
const PLAIN_UP_TO = 20;

/**
 * Shows one row per scene. The row that is playing, or else the focused row, stays rendered when it is scrolled out of
 * view.
 */
export function NarrationRows({ project, scenes }: { project: Project; scenes: readonly Scene[] }) {
  const [focused, setFocused] = useState(-1);
  const played = usePlayedKey();
  const playedAt = scenes.findIndex(({ id }) => id === played);
  const { containerRef, rows, after, measure } = useVirtualRows<HTMLDivElement>({
    name: `narration/${project.id}`,
    count: scenes.length,
    estimateSize: ROW_HEIGHT,
    plainUpTo: PLAIN_UP_TO,
    keyOf: (index) => scenes[index]?.id ?? index,
    keep: playedAt >= 0 ? playedAt : focused,
  });
  function noteFocus({ target }: FocusEvent): void {
    const row = target.closest<HTMLElement>('[data-index]');
    if (row) setFocused(Number(row.dataset.index));
  }
  return (
    <div
      ref={containerRef}
      role="presentation"
      style={{ ...VIRTUAL_CONTAINER, paddingBottom: after }}
      onFocus={noteFocus}
      onBlur={({ relatedTarget }) => !containerRef.current?.contains(relatedTarget) && setFocused(-1)}
    >
      {rows.map(({ index, before }) => {
        const scene = scenes[index];
        return (
          scene && (
            <div key={scene.id} ref={measure} data-index={index} style={{ marginTop: before }}>
              <NarrationRow scene={scene} project={project} />
            </div>
          )
        );
      })}
    </div>
  );
}
