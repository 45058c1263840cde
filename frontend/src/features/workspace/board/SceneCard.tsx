import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { memo, useRef, type MouseEvent } from 'react';
import { SceneInlineText } from '../../scenes/SceneTexts';
import { sceneNumber } from '../../scenes/api';
import { Badge, DragHandle, mobile, space, tokens } from '../../../ui';
import { useSortedItem } from '../../../ui/Sorter';
import { landsOnControl, landsOnNotes } from '../../../ui/AutosavedField';
import { SceneMenu, useSceneCommands } from '../scene-commands';
import { CardPicture, imageBadge, videoBadge } from './CardPicture';
import type { BoardFlavour } from './CardPicture';

const Card = styled.article`
  display: flex;
  flex-direction: column;
  min-width: 0;
  border-radius: ${tokens.radiusMedia};
  cursor: pointer;
  &[data-dragged='true'] {
    opacity: 0.4;
    outline: 2px dashed ${tokens.lineStrong};
  }
`;
const PictureArea = styled.div`
  position: relative;
`;
const OverPicture = styled.div`
  position: absolute;
  inset: ${space(2)} ${space(2)} auto;
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${space(1)};
  pointer-events: none;
`;
const Tools = styled.div`
  display: flex;
  gap: ${space(1)};
  pointer-events: auto;
  & button {
    background: ${tokens.surface1};
    opacity: 0;
    transition: opacity ${tokens.fast};
  }
  article:hover & button,
  article:focus-within & button,
  & button[data-state='open'] {
    opacity: 1;
  }
  @media (hover: none) {
    & button {
      opacity: 1;
    }
  }
  ${mobile} {
    flex-direction: column;
  }
`;
const Words = styled.div`
  display: grid;
  gap: ${space(1)};
  padding: ${space(2)} ${space(2)} 0;
  --lines: 3;
`;
const Heading = styled.h2`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: baseline;
  gap: 0 0.35em;
  font-size: ${tokens.body};
  line-height: 1.4;
  letter-spacing: 0;
  /* The message below a field that is being edited. */
  & > p {
    grid-column: 1 / -1;
  }
`;
const Description = styled.div`
  color: ${tokens.text2};
`;

/**
 * Milliseconds for which a card ignores clicks after an inline save, so that the click that ended the edit does not
 * open the scene.
 */
const DEAF_AFTER_SAVE_MS = 100;

export const SceneCard = memo(function SceneCard({ scene, flavour }: { scene: Scene; flavour: BoardFlavour }) {
  const { editScene } = useSceneCommands();
  const savedAt = useRef(-Infinity);
  const { isDragging, item, handle } = useSortedItem(scene.id);
  const number = sceneNumber(scene);
  const badge = flavour === 'images' ? imageBadge(scene) : videoBadge(scene);
  const thing = flavour === 'images' ? 'Image' : 'Video';

  const open = (): void => editScene(scene.id);
  const noteSave = (): void => {
    savedAt.current = performance.now();
  };
  function ignoreWhileDeaf(event: MouseEvent): void {
    const isDeaf = performance.now() - savedAt.current < DEAF_AFTER_SAVE_MS;
    // A click on Retry counts, even when it also ends an edit.
    if (isDeaf && !landsOnNotes(event)) event.stopPropagation();
  }
  function openUnlessControl(event: MouseEvent): void {
    if (!landsOnControl(event)) open();
  }

  return (
    <Card
      {...item}
      data-dragged={isDragging}
      aria-label={`Scene ${number}`}
      onClickCapture={ignoreWhileDeaf}
      onClick={openUnlessControl}
    >
      <PictureArea>
        <CardPicture scene={scene} flavour={flavour} number={number} />
        <OverPicture>
          <Badge tone={badge === 'selected' ? 'positive' : 'neutral'}>
            {badge === 'selected' ? `${thing} Selected` : `No ${thing}`}
          </Badge>
          <Tools>
            <DragHandle {...handle} label={`Move scene ${number}`} />
            <SceneMenu scene={scene} named />
          </Tools>
        </OverPicture>
      </PictureArea>
      <Words>
        <SceneInlineText
          scene={scene}
          field="title"
          placeholder="Untitled scene"
          onOpen={open}
          onDone={noteSave}
          wrap={(text) => (
            <Heading>
              <span>Scene {number}: </span>
              {text}
            </Heading>
          )}
        />
        <Description>
          <SceneInlineText
            scene={scene}
            field="description"
            placeholder="Click to add description..."
            lines="enter-saves"
            onOpen={open}
            onDone={noteSave}
          />
        </Description>
      </Words>
    </Card>
  );
});
