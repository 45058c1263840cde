import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import type { FocusEvent, Ref, RefObject } from 'react';
import { space } from '../../../ui';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../../ui/useVirtualRows';
import { TAKES_OVER } from '../useTabScroll';
import { SceneEditor } from './SceneEditor';
import { SceneRail } from './SceneRail';

/** Number of frames without a change after which a position counts as reached. */
const CALM_FRAMES = 12;
/** Milliseconds after which scrolling to a row gives up. */
const GIVE_UP_MS = 5000;

/**
 * Scrolls a row of a virtual list to the top of the visible area and focuses its heading. Corrects the position while
 * the rows around it get their real heights; ends when the position is stable or the user scrolls. Returns a stop
 * function.
 */
function settleAt(container: HTMLElement, index: number, coveredTop: () => number): () => void {
  const giveUpAt = performance.now() + GIVE_UP_MS;
  let calm = 0;
  let isFocused = false;
  let frame = requestAnimationFrame(step);
  function step(): void {
    const row = container.querySelector<HTMLElement>(`[data-index="${index}"]`);
    if (row && !isFocused) {
      row.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
      isFocused = true;
    }
    const before = window.scrollY;
    if (row) window.scrollBy(0, Math.round(row.getBoundingClientRect().top - coveredTop()));
    const isCalm = row !== null && window.scrollY === before && !container.querySelector('[aria-busy="true"]');
    calm = isCalm ? calm + 1 : 0;
    if (calm < CALM_FRAMES && performance.now() < giveUpAt) frame = requestAnimationFrame(step);
    else stop();
  }
  function stop(): void {
    cancelAnimationFrame(frame);
    for (const event of TAKES_OVER) window.removeEventListener(event, stop);
  }
  for (const event of TAKES_OVER) window.addEventListener(event, stop, { passive: true });
  return stop;
}

/** Pixels below the covered area at which a row counts as the one being read. */
const READ_AT = 48;

/** Returns the index of the virtual list's row that is at the top of the visible area. */
function useRowInView(container: RefObject<HTMLElement | null>, coveredTop: number): number {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    let frame = 0;
    function look(): void {
      frame = 0;
      const rows = [...(container.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])];
      const begun = rows.findLast((row) => row.getBoundingClientRect().top <= coveredTop + READ_AT);
      setIndex(Number((begun ?? rows[0])?.dataset.index ?? 0));
    }
    const soon = (): void => {
      frame ||= requestAnimationFrame(look);
    };
    soon();
    window.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', soon);
    };
  }, [container, coveredTop]);
  return index;
}

/** Distance in pixels between editors. */
const GAP = 20;
const Row = styled.div`
  padding-bottom: ${GAP}px;
`;
/** The rail is shown only when the editors keep enough width beside it. */
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

/** Estimated height of an editor in pixels. */
const EDITOR_HEIGHT = 1470;
const PLAIN_UP_TO = 8;

export interface SceneStackHandle {
  /** Scrolls to the scene at this position and focuses its heading. */
  goTo(index: number): void;
}

export interface SceneStackProps {
  project: Project;
  scenes: Scene[];
  /** Height in pixels that the shell's header, the tabs and this tab's bar cover. */
  coveredTop: number;
  handle: Ref<SceneStackHandle>;
}

/** Shows one editor per scene. The focused editor stays rendered when it is scrolled out of view. */
export function SceneStack({ project, scenes, coveredTop, handle }: SceneStackProps) {
  const [focused, setFocused] = useState(-1);
  const { containerRef, rows, after, measure, scrollTo } = useVirtualRows<HTMLDivElement>({
    name: `build/${project.id}`,
    count: scenes.length,
    estimateSize: EDITOR_HEIGHT,
    plainUpTo: PLAIN_UP_TO,
    // One row is enough, because an editor is taller than most windows.
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

  // The callback must be stable, so that an edit in one scene rerenders only that scene.
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
