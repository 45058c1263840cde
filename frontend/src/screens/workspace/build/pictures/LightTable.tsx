import type { Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { chooseMain, isStoredMain } from '../../../../domains/media/choose-main';
import { imageAssets } from '../../../../domains/media/scene-assets';
import { isUsable } from '../../../../domains/media/slots';
import { useOpenProject } from '../../../../domains/projects/useOpenProject';
import { sceneNumber } from '../../../../domains/scenes/scene-order';
import { Button, VisuallyHidden } from '../../../../ui';
import { LargeView } from './LargeView';
import { LightRow } from './LightRow';
import { useLightKeys, type LightKey } from './light-keys';
import { Bar, Help } from './light-styles';
import { besidePicture, besideScene, hasPicture, sceneAt, startOf, type LightPlace } from './places';

/** On the table, and where the focus is when it is nowhere in particular. */
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

/** The images of all scenes, a row each, to choose the main ones from. */
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

  // Whoever opened the table had the focus on something that is gone now.
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
