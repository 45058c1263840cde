import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { memo, useEffect, useRef, type KeyboardEvent } from 'react';
import { useIsPrerender } from '../../../platform/prerender/prerender';
import { FadeInImage } from '../../pictures/media/FadeInImage';
import { mainImageUrl } from '../../pictures/media/assets';
import { sceneNumber } from '../../scenes/api';
import { space, tokens } from '../../../ui';

const Rail = styled.nav`
  position: sticky;
  top: calc(var(--covered-top, 0px) + 64px);
  max-height: calc(100dvh - var(--covered-top, 0px) - 80px);
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: ${space(1)};
  & > ol {
    display: grid;
    gap: ${space(2)};
  }
`;
const Stop = styled.button`
  display: grid;
  gap: 2px;
  width: 100%;
  padding: 0;
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  content-visibility: auto;
  contain-intrinsic-size: auto 56px auto 118px;
  &:hover,
  &[aria-current] {
    color: ${tokens.text1};
    font-weight: 650;
  }
  &[aria-current] > span:first-of-type {
    box-shadow: 0 0 0 2px ${tokens.text1};
  }
`;
const Thumbnail = styled.span`
  display: block;
  aspect-ratio: var(--frame, 9 / 16);
  margin: 2px;
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
`;

/** Number of stops in the prerender; more than fit on a large screen. */
const FIRST_LOOK_STOPS = 20;

export interface SceneRailProps {
  scenes: Scene[];
  /** Index of the scene in view. */
  current: number;
  goTo: (index: number) => void;
}

const STEPS: Partial<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

const RailStop = memo(function RailStop(props: {
  scene: Scene;
  index: number;
  isCurrent: boolean;
  goTo: SceneRailProps['goTo'];
}) {
  const { scene, index, isCurrent, goTo } = props;
  const number = sceneNumber(scene);
  const image = mainImageUrl(scene);
  const title = scene.title.trim() || 'Untitled';
  return (
    <li>
      <Stop
        type="button"
        aria-label={`Go to scene ${number}: ${title}`}
        title={title}
        aria-current={isCurrent || undefined}
        tabIndex={isCurrent ? 0 : -1}
        onClick={() => goTo(index)}
      >
        <Thumbnail>{image && <FadeInImage src={image} alt="" sizes="68px" isMinor />}</Thumbnail>
        {number}
      </Stop>
    </li>
  );
});

/**
 * Shows thumbnails of the scenes beside the editors, each of which jumps to its scene. The rail is a single tab stop
 * with arrow keys.
 */
export function SceneRail({ scenes, current, goTo }: SceneRailProps) {
  const rail = useRef<HTMLElement>(null);
  const isFirstLook = useIsPrerender();
  useEffect(() => {
    const frame = rail.current;
    const stop = frame?.querySelector<HTMLElement>('[aria-current]');
    if (!frame || !stop) return;
    // scrollIntoView is not used, because it would scroll the page as well.
    const { top, bottom } = stop.getBoundingClientRect();
    const { top: from, bottom: to } = frame.getBoundingClientRect();
    if (top < from) frame.scrollTop += top - from;
    else if (bottom > to) frame.scrollTop += bottom - to;
  }, [current]);

  function onKeyDown(event: KeyboardEvent): void {
    const stops = [...(rail.current?.querySelectorAll('button') ?? [])];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    const next = at === -1 ? undefined : STEPS[event.key]?.(at, stops.length);
    if (next === undefined) return;
    event.preventDefault();
    stops[next]?.focus();
  }
  return (
    <Rail ref={rail} aria-label="Scenes" onKeyDown={onKeyDown}>
      <ol>
        {(isFirstLook ? scenes.slice(0, FIRST_LOOK_STOPS) : scenes).map((scene, index) => (
          <RailStop key={scene.id} scene={scene} index={index} isCurrent={index === current} goTo={goTo} />
        ))}
      </ol>
    </Rail>
  );
}
