import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ComponentType, KeyboardEvent, TouchEvent } from 'react';
import { onePerWindow } from '../../../platform/cache/query-client';
import { createKeyedStore, useExternalStore } from '../../../platform/store';
import { IconButton, space, tokens } from '../../../ui';
import { SceneEditor } from './SceneEditor';

/** The scene that was shown last in each project, for as long as the window is open. */
const shownScenes = onePerWindow(() => createKeyedStore<string>());

const fromEnd = keyframes`from { opacity: 0.3; transform: translateX(32px); }`;
const fromStart = keyframes`from { opacity: 0.3; transform: translateX(-32px); }`;

const Slide = styled.div`
  &[data-from='end'] {
    animation: ${fromEnd} ${tokens.slow};
  }
  &[data-from='start'] {
    animation: ${fromStart} ${tokens.slow};
  }
  /* A sideways swipe changes the scene; the browser only handles vertical scrolling. */
  & [data-swipe] {
    touch-action: pan-y;
  }
`;
const Pager = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  margin-left: auto;
  font-variant-numeric: tabular-nums;
`;

/** Minimum pixels that a finger must move sideways, which must also be more than twice its vertical movement. */
const SWIPE_PX = 48;

/**
 * Calls `onSwipe` with 1 for a swipe to the left and with -1 for a swipe to the right. Touches within a group of slots
 * are ignored, since the group handles them.
 */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart({ currentTarget, target, touches }: TouchEvent): void {
      const touch = touches[0];
      // React passes a dialog's touches to the component that owns the dialog, although they are outside of this
      // element.
      const isHere = target instanceof Element && currentTarget.contains(target);
      const isFree =
        isHere &&
        target.closest('[data-swipe]') !== null &&
        target.closest('ul') === null &&
        target.closest('video') === null;
      start.current = touch && touches.length === 1 && isFree ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd({ changedTouches }: TouchEvent): void {
      const touch = changedTouches[0];
      if (!start.current || !touch) return;
      const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y];
      start.current = null;
      if (Math.abs(dx) >= SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1);
    },
  };
}

export interface OneSceneProps {
  project: Project;
  scenes: Scene[];
  /** A menu that jumps to any scene; its button shows the current position. */
  JumpMenu: ComponentType<{ scenes: Scene[]; goTo: (index: number) => void; index: number }>;
}

/**
 * The Build tab on a phone: one scene at a time, beginning with its picture. Swipes, buttons and arrow keys move to
 * other scenes.
 */
export function OneScene({ project, scenes, JumpMenu }: OneSceneProps) {
  const store = shownScenes(useQueryClient());
  const shownId = useExternalStore(store.subscribe, () => store.get(project.id));
  const [from, setFrom] = useState<'start' | 'end'>();
  const frame = useRef<HTMLDivElement>(null);
  // If the scene has been deleted meanwhile, the first scene is shown.
  const index = Math.max(
    0,
    scenes.findIndex(({ id }) => id === shownId),
  );
  const scene = scenes[index];

  function goTo(next: number): void {
    const target = scenes[next];
    if (!target || next === index) return;
    setFrom(next > index ? 'end' : 'start');
    store.set(project.id, target.id);
  }
  /** Moves on and focuses the heading, since a button that is disabled at the end of the list would lose the focus. */
  function press(next: number): void {
    goTo(next);
    requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true }));
  }
  const swipe = useSwipe((step) => goTo(index + step));

  function onKeyDown({ key, target }: KeyboardEvent): void {
    const isPager = target instanceof Element && target.closest('[data-pager], h2') !== null;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (isPager && step !== undefined) press(index + step);
  }

  if (!scene) return null;
  const pager =
    scenes.length > 1 ? (
      <Pager data-pager>
        <IconButton
          label="Previous scene"
          icon={<ChevronLeft size={20} aria-hidden />}
          disabled={index === 0}
          onClick={() => press(index - 1)}
        />
        <JumpMenu scenes={scenes} goTo={press} index={index} />
        <IconButton
          label="Next scene"
          icon={<ChevronRight size={20} aria-hidden />}
          disabled={index === scenes.length - 1}
          onClick={() => press(index + 1)}
        />
      </Pager>
    ) : null;
  return (
    <Slide key={scene.id} ref={frame} role="presentation" data-from={from} onKeyDown={onKeyDown} {...swipe}>
      <SceneEditor scene={scene} project={project} index={index} total={scenes.length} goTo={goTo} phonePager={pager} />
    </Slide>
  );
}
