import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { useCallback, useEffect, useRef, useState, type FocusEvent } from 'react';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../../ui/useVirtualRows';
import { SceneEditor } from '../SceneEditor';

/** Pixels between editors. */
const GAP = 20;
const Row = styled.div`
  padding-bottom: ${GAP}px;
  scroll-margin-top: 160px;
`;

/** Pixels of an editor of usual length. */
const EDITOR_HEIGHT = 1470;
const PLAIN_UP_TO = 8;
/** Pixels that the shell's header, the tabs and the bar of this tab cover. */
const COVERED_TOP = 160;

/** One editor per scene. The one that holds the focus stays rendered wherever the page is scrolled to. */
export function SceneStack({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const [focused, setFocused] = useState(-1);
  const { containerRef, rows, after, measure, scrollTo } = useVirtualRows<HTMLDivElement>({
    name: `build/${project.id}`,
    count: scenes.length,
    estimateSize: EDITOR_HEIGHT,
    plainUpTo: PLAIN_UP_TO,
    // An editor is higher than most windows.
    overscan: 1,
    keyOf: (index) => scenes[index]?.id ?? index,
    keep: focused,
    coveredTop: COVERED_TOP,
  });
  const newestScrollTo = useRef(scrollTo);
  useEffect(() => {
    newestScrollTo.current = scrollTo;
  });

  // The same function in every render, so that an edit in one scene renders only that one.
  const goTo = useCallback(
    (index: number) => {
      setFocused(index);
      newestScrollTo.current(index);
      // The neighbour may be rendered only after the scroll.
      requestAnimationFrame(() => {
        containerRef.current?.querySelector<HTMLElement>(`[data-index="${index}"] h2`)?.focus({ preventScroll: true });
      });
    },
    [containerRef],
  );

  function noteFocus({ target }: FocusEvent): void {
    const row = target.closest<HTMLElement>('[data-index]');
    if (row) setFocused(Number(row.dataset.index));
  }
  function noteBlur({ relatedTarget }: FocusEvent): void {
    if (!containerRef.current?.contains(relatedTarget)) setFocused(-1);
  }

  return (
    <div
      ref={containerRef}
      style={{ ...VIRTUAL_CONTAINER, paddingBottom: after }}
      onFocus={noteFocus}
      onBlur={noteBlur}
    >
      {rows.map(({ index, size, before }) => {
        const scene = scenes[index];
        return (
          scene && (
            <Row key={scene.id} ref={measure} data-index={index} style={{ marginTop: before }}>
              <SceneEditor
                scene={scene}
                project={project}
                index={index}
                total={scenes.length}
                goTo={goTo}
                room={size - GAP}
              />
            </Row>
          )
        );
      })}
    </div>
  );
}
