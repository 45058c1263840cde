import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { useCallback, useEffect, useImperativeHandle, useRef, useState, type FocusEvent, type Ref } from 'react';
import { space } from '../../../ui';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../../ui/useVirtualRows';
import { SceneEditor } from '../SceneEditor';
import { SceneRail } from './SceneRail';
import { settleAt } from './settle-at';
import { useRowInView } from './useRowInView';

/** Pixels between editors. */
const GAP = 20;
const Row = styled.div`
  padding-bottom: ${GAP}px;
`;
/** The rail stands beside the editors where these keep a good width. */
const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  align-items: start;
  & > nav {
    display: none;
  }
  @container build (min-width: 1024px) {
    &[data-rail='true'] {
      grid-template-columns: 72px minmax(0, 1fr);
    }
    & > nav {
      display: block;
    }
  }
`;

/** Pixels of an editor of usual length. */
const EDITOR_HEIGHT = 1470;
const PLAIN_UP_TO = 8;

export interface SceneStackHandle {
  /** Brings the scene at this place into view, and the focus to its heading. */
  goTo(index: number): void;
}

export interface SceneStackProps {
  project: Project;
  scenes: Scene[];
  /** Pixels that the shell's header, the tabs and the bar of this tab cover. */
  coveredTop: number;
  handle: Ref<SceneStackHandle>;
}

/** One editor per scene. The one that holds the focus stays rendered wherever the page is scrolled to. */
export function SceneStack({ project, scenes, coveredTop, handle }: SceneStackProps) {
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
    coveredTop,
  });
  const inView = useRowInView(containerRef, coveredTop);
  const newest = useRef({ scrollTo, coveredTop });
  useEffect(() => {
    newest.current = { scrollTo, coveredTop };
  });
  const stopSettling = useRef<() => void>(undefined);
  useEffect(() => () => stopSettling.current?.(), []);

  // The same function in every render, so that an edit in one scene renders only that one.
  const goTo = useCallback(
    (index: number) => {
      setFocused(index);
      newest.current.scrollTo(index);
      stopSettling.current?.();
      if (containerRef.current) {
        stopSettling.current = settleAt(containerRef.current, index, () => newest.current.coveredTop);
      }
    },
    [containerRef],
  );

  useImperativeHandle(handle, () => ({ goTo }), [goTo]);

  function noteFocus({ target }: FocusEvent): void {
    const row = target.closest<HTMLElement>('[data-index]');
    if (row) setFocused(Number(row.dataset.index));
  }
  function noteBlur({ relatedTarget }: FocusEvent): void {
    if (!containerRef.current?.contains(relatedTarget)) setFocused(-1);
  }

  return (
    <Layout data-rail={scenes.length > 1}>
      {scenes.length > 1 && <SceneRail scenes={scenes} current={inView} goTo={goTo} />}
      <div
        ref={containerRef}
        role="presentation"
        style={{ ...VIRTUAL_CONTAINER, paddingBottom: after }}
        onFocus={noteFocus}
        onBlur={noteBlur}
      >
        {rows.map(({ index, size, before }) => {
          const scene = scenes[index];
          return (
            scene && (
              <Row
                key={scene.id}
                ref={measure}
                data-index={index}
                style={{ marginTop: before, scrollMarginTop: coveredTop }}
              >
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
    </Layout>
  );
}
