import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button, VisuallyHidden } from '../../../ui';
import { useOpenProject } from '../../projects/useOpenProject';
import { sceneNumber } from '../../scenes/api';
import { imageAssets, isUsable, mainImageId } from '../media/assets';
import { chooseMain, isStoredMain } from '../media/commands';
import { LargeView } from './LargeView';
import { LightRow } from './LightRow';
import { Bar, Help } from './light-styles';

/** Keyboard commands of the light table and of its large view. */
export type LightKey =
  | { kind: 'choose'; at: number }
  | { kind: 'scene'; by: 1 | -1 }
  | { kind: 'picture'; by: 1 | -1 }
  | { kind: 'enlarge' };

const KEYS: Partial<Record<string, LightKey>> = {
  j: { kind: 'scene', by: 1 },
  ArrowDown: { kind: 'scene', by: 1 },
  k: { kind: 'scene', by: -1 },
  ArrowUp: { kind: 'scene', by: -1 },
  ArrowRight: { kind: 'picture', by: 1 },
  ArrowLeft: { kind: 'picture', by: -1 },
  ' ': { kind: 'enlarge' },
};

/** Matches digits by the position of the key, since in some layouts the row of digits types other characters. */
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function lightKeyOf({ key, code, ctrlKey, metaKey, altKey }: Pressed): LightKey | null {
  if (ctrlKey || metaKey || altKey) return null;
  const digit = DIGIT.exec(code)?.[1];
  if (digit) return { kind: 'choose', at: Number(digit) - 1 };
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Passes on key presses whose target satisfies `isMeant`. */
export function useLightKeys(isMeant: (target: Element) => boolean, onKey: (key: LightKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof Element) || !isMeant(event.target)) return;
    const key = lightKeyOf(event);
    if (!key) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    let held: string | null = null;
    const press = (event: KeyboardEvent): void => {
      onKeyDown(event);
      held = event.defaultPrevented ? event.key : null;
    };
    // Some browsers click a button on keyup of Space, even if keydown was prevented.
    const release = (event: KeyboardEvent): void => {
      if (held === ' ' && event.key === ' ') event.preventDefault();
      held = null;
    };
    window.addEventListener('keydown', press);
    window.addEventListener('keyup', release);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keyup', release);
    };
  }, []);
}

/** The image of the light table on which keys act. */
export interface LightPlace {
  sceneId: string;
  at: number;
}

const usableAt = (scene: Scene): number[] => imageAssets(scene).flatMap((asset, at) => (isUsable(asset) ? [at] : []));

/** Returns the initial place in a scene: its main image. */
export const startOf = (scene: Scene): LightPlace => {
  const mainId = mainImageId(scene);
  return {
    sceneId: scene.id,
    at: Math.max(
      0,
      imageAssets(scene).findIndex(({ id }) => id === mainId),
    ),
  };
};

export const hasPicture = (scene: Scene): boolean => mainImageId(scene) !== null;

/** Returns the scene of a place, or the first scene if that one was deleted. */
export const sceneAt = (scenes: readonly Scene[], place: LightPlace | null): Scene | undefined =>
  scenes.find(({ id }) => id === place?.sceneId) ?? scenes[0];

export function besideScene(scenes: readonly Scene[], place: LightPlace, by: 1 | -1): LightPlace {
  const next = scenes[scenes.findIndex(({ id }) => id === place.sceneId) + by];
  return next ? startOf(next) : place;
}

/** Returns the place of the next or previous usable image of the same scene. */
export function besidePicture(scene: Scene, place: LightPlace, by: 1 | -1): LightPlace {
  const places = usableAt(scene);
  const at = by === 1 ? places.find((other) => other > place.at) : places.findLast((other) => other < place.at);
  return at === undefined ? place : { ...place, at };
}

/** Returns true for keys pressed on the table, and while no particular element has the focus. */
const isOnTable = (target: Element): boolean =>
  target === document.body ||
  target.id === 'main' ||
  target.matches('[data-light-scene] button, [data-light-scene] h3');

function focusPlace({ sceneId, at }: LightPlace): void {
  const row = document.querySelector<HTMLElement>(`[data-light-scene="${sceneId}"]`);
  const picture = row?.querySelector<HTMLElement>(`[data-picture="${at}"]`);
  const target = picture ?? row?.querySelector<HTMLElement>('[data-picture]') ?? row?.querySelector<HTMLElement>('h3');
  target?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest' });
}

/** Shows the images of all scenes, one row per scene, so that the user can choose the main ones. */
export function LightTable({ scenes }: { scenes: Scene[] }) {
  const queryClient = useQueryClient();
  const { setTab } = useOpenProject();
  const [place, setPlace] = useState<LightPlace | null>(null);
  const [isLarge, setLarge] = useState(false);
  const [told, setTold] = useState('');
  const scene = sceneAt(scenes, place);
  const current = scene && (scene.id === place?.sceneId ? place : startOf(scene));
  const isShown = isLarge && scene !== undefined && Boolean(imageAssets(scene)[current?.at ?? 0]?.url);

  const choose = useCallback(
    (chosen: Scene, at: number): void => {
      const asset = imageAssets(chosen)[at];
      setTold(asset && isUsable(asset) ? '' : `Scene ${sceneNumber(chosen)} has no image ${at + 1} to choose.`);
      if (asset && isUsable(asset) && !isStoredMain(chosen, asset)) void chooseMain(queryClient, chosen, asset);
    },
    [queryClient],
  );
  const goTo = useCallback((sceneId: string, at: number): void => setPlace({ sceneId, at }), []);
  const enlarge = useCallback((sceneId: string, at: number): void => {
    setPlace({ sceneId, at });
    setLarge(true);
  }, []);

  function show(next: LightPlace): void {
    setPlace(next);
    if (!isShown) focusPlace(next);
  }
  function onKey(key: LightKey): void {
    if (!scene || !current) return;
    switch (key.kind) {
      case 'choose':
        if (imageAssets(scene)[key.at]) show({ ...current, at: key.at });
        return choose(scene, key.at);
      case 'scene':
        return show(besideScene(isShown ? scenes.filter(hasPicture) : scenes, current, key.by));
      case 'picture':
        return show(besidePicture(scene, current, key.by));
      case 'enlarge':
        return setLarge(!isShown);
    }
  }
  useLightKeys((target) => (isShown ? target.closest('[role="dialog"]') !== null : isOnTable(target)), onKey);

  // Opening the table removes the element that had the focus, so the table takes the focus.
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current || !current) return;
    isFirst.current = false;
    focusPlace(current);
  }, [current]);

  return (
    <>
      <Bar>
        <Button variant="ghost" icon={<ArrowLeft size={16} aria-hidden />} onClick={() => setTab('build')}>
          Back to Build
        </Button>
        <h2>Choose main images</h2>
        <Help>
          <span data-for="keys">
            <kbd>1</kbd> to <kbd>4</kbd> choose
          </span>
          <span data-for="keys">
            <kbd>J</kbd> <kbd>K</kbd> next, previous scene
          </span>
          <span data-for="keys">
            <kbd>←</kbd> <kbd>→</kbd> move
          </span>
          <span data-for="keys">
            <kbd>Space</kbd> large view
          </span>
          <span data-for="touch">Tap an image to make it the main image. The others are kept.</span>
        </Help>
      </Bar>
      <ul aria-label="Scenes and their images">
        {scenes.map((shown) => (
          <LightRow
            key={shown.id}
            scene={shown}
            isCurrent={shown.id === current?.sceneId}
            currentAt={shown.id === current?.sceneId ? current.at : null}
            onChoose={choose}
            onFocus={goTo}
            onEnlarge={enlarge}
          />
        ))}
      </ul>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      {isShown && current && (
        <LargeView
          scene={scene}
          at={current.at}
          onMove={(by) => show(besidePicture(scene, current, by))}
          onChoose={choose}
          onClose={() => setLarge(false)}
          onClosed={() => focusPlace(current)}
        />
      )}
    </>
  );
}
