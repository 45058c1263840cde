import styled from '@emotion/styled';
import { countWords, isBlank, minutesAndSeconds, narrationOf, sceneCast, spokenSeconds } from '@storyreel/contracts';
import type { CastMember, Scene } from '@storyreel/contracts';
import { useLocation } from '@tanstack/react-router';
import { Fragment, memo, useEffect } from 'react';
import { Badge, DragHandle, mobile, space, tokens } from '../../../ui';
import { useSortedItem } from '../../../ui/Sorter';
import { SceneInlineText } from '../../scenes/SceneTexts';
import { sceneAnchor, sceneNumber } from '../../scenes/api';
import { useVirtualRows, type VirtualRows } from '../../../ui/useVirtualRows';
import { SceneMenu } from '../scene-commands';

const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  table-layout: fixed;
  & th {
    position: sticky;
    top: var(--covered-top, 0);
    z-index: 2;
    padding: ${space(2)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    background: ${tokens.surface0};
    color: ${tokens.text2};
    font-size: ${tokens.caption};
    font-weight: 600;
    text-align: left;
  }
  & td {
    padding: ${space(2)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    vertical-align: top;
  }
  & .place {
    width: 112px;
  }
  & .title {
    width: 28%;
  }
  & .actions {
    width: 80px;
    text-align: right;
  }
  ${mobile} {
    & th,
    & td {
      padding: ${space(2)} ${space(1)};
    }
    & .place {
      width: 72px;
    }
    & .actions {
      width: 52px;
    }
  }
`;
const Row = styled.tr`
  background: ${tokens.surface0};
  &[data-linked='true'] {
    background: ${tokens.surface2};
  }
  &[data-dragged='true'] {
    opacity: 0.4;
    outline: 2px dashed ${tokens.lineStrong};
    outline-offset: -2px;
  }
`;
const Place = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  font-variant-numeric: tabular-nums;
`;

const Facts = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)};
  padding: 0 ${space(1)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;
const Words = styled.p`
  display: -webkit-box;
  margin-bottom: ${space(1)};
  padding: 0 ${space(1)};
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 4;
  line-clamp: 4;
`;

const hasWords = ({ sourceText, narration }: Scene): boolean => !isBlank(sourceText) || !isBlank(narration ?? '');

/**
 * Shows the number of a scene's words, the time to speak them, and its characters; nothing for a scene without words.
 */
function SceneFacts({ scene, members }: { scene: Scene; members: readonly CastMember[] }) {
  if (!hasWords(scene)) return null;
  const words = narrationOf(scene);
  const count = countWords(words);
  return (
    <Facts>
      <span>
        {count === 1 ? '1 word' : `${count} words`}, {minutesAndSeconds(spokenSeconds(words))}
      </span>
      {sceneCast(scene, members).map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
    </Facts>
  );
}

/** Shows the words that are spoken in a scene, above its description. */
function SceneWords({ scene }: { scene: Scene }) {
  const words = hasWords(scene) ? narrationOf(scene) : '';
  return words === '' ? null : <Words dir="auto">{words}</Words>;
}

interface RowProps {
  scene: Scene;
  /** The project's characters. */
  members: readonly CastMember[];
  index: number;
  /** True if the user followed a link to this scene. */
  linked: boolean;
  measure: VirtualRows<HTMLElement>['measure'];
}

const SceneRow = memo(function SceneRow({ scene, members, index, linked, measure }: RowProps) {
  const { isDragging, item, handle } = useSortedItem(scene.id);
  const number = sceneNumber(scene);
  function setRow(row: HTMLTableRowElement | null): void {
    item.ref(row);
    measure?.(row);
  }
  return (
    <Row
      ref={setRow}
      id={sceneAnchor(scene.id)}
      data-index={index}
      data-linked={linked}
      data-dragged={isDragging}
      aria-rowindex={index + 2}
      style={item.style}
    >
      <td className="place">
        <Place>
          <DragHandle {...handle} label={`Move scene ${number}`} />
          {number}
        </Place>
      </td>
      <td className="title">
        <SceneInlineText scene={scene} field="title" placeholder="Click to add title..." />
        <SceneFacts scene={scene} members={members} />
      </td>
      <td>
        <SceneWords scene={scene} />
        <SceneInlineText
          scene={scene}
          field="description"
          placeholder="Click to add description..."
          lines="enter-makes-line"
        />
      </td>
      <td className="actions">
        <SceneMenu scene={scene} />
      </td>
    </Row>
  );
});

/** Estimated height of a row in pixels; lists with more than `PLAIN_UP_TO` rows are virtualised. */
const ROW_HEIGHT = 76;
const PLAIN_UP_TO = 40;

export interface ScenesTableProps {
  scenes: Scene[];
  members: readonly CastMember[];
  draggedId: string | null;
}

export function ScenesTable({ scenes, members, draggedId }: ScenesTableProps) {
  const hash = useLocation({ select: (location) => location.hash });
  const linkedIndex = scenes.findIndex(({ id }) => sceneAnchor(id) === hash);
  const linkedId = scenes[linkedIndex]?.id;
  const draggedIndex = scenes.findIndex(({ id }) => id === draggedId);
  const { containerRef, rows, after, measure } = useVirtualRows<HTMLTableSectionElement>({
    name: `scenes/${scenes[0]?.projectId}`,
    count: scenes.length,
    estimateSize: ROW_HEIGHT,
    plainUpTo: PLAIN_UP_TO,
    keyOf: (index) => scenes[index]?.id ?? index,
    keep: draggedIndex >= 0 ? draggedIndex : linkedIndex,
  });
  useEffect(() => {
    if (linkedId !== undefined) document.getElementById(sceneAnchor(linkedId))?.scrollIntoView({ block: 'center' });
  }, [linkedId]);
  return (
    <Table aria-rowcount={scenes.length + 1}>
      <thead>
        <tr>
          <th className="place">Scene #</th>
          <th className="title">Sentence Fragment</th>
          <th>Description</th>
          <th className="actions">Actions</th>
        </tr>
      </thead>
      <tbody ref={containerRef}>
        {rows.map(({ index, before }) => {
          const scene = scenes[index];
          return (
            scene && (
              <Fragment key={scene.id}>
                {before > 0 && <tr aria-hidden style={{ height: before }} />}
                <SceneRow
                  scene={scene}
                  members={members}
                  index={index}
                  linked={index === linkedIndex}
                  measure={measure}
                />
              </Fragment>
            )
          );
        })}
        {after > 0 && <tr aria-hidden style={{ height: after }} />}
      </tbody>
    </Table>
  );
}
