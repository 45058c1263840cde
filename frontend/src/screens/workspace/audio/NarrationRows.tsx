import type { Project, Scene } from '@storyreel/contracts';
import { useState, type FocusEvent } from 'react';
import { usePlayedKey } from '../../../domains/speech/usePlayer';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../../ui/useVirtualRows';
import { NarrationRow } from './NarrationRow';

/** Pixels of a row of usual length; more than so many rows are rendered only where they are seen. */
const ROW_HEIGHT = 240;
const PLAIN_UP_TO = 20;

/** One row a scene. The one that is heard, else the one that is written in, stays rendered wherever the page is. */
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
