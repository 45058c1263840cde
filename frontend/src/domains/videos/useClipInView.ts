import type { Scene } from '@storyreel/contracts';
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

const wantsCalm = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function bringIntoView(element: Element | null | undefined): void {
  element?.scrollIntoView({ block: 'nearest', behavior: wantsCalm() ? 'auto' : 'smooth' });
}

const idsOf = ({ videos }: Scene): string[] => videos.filter(({ status }) => status === 'complete').map(({ id }) => id);

export interface ClipInView {
  /** Where clips are made; comes into view when one is ordered here. */
  place: RefObject<HTMLDivElement | null>;
  /** The clip that was ordered here and has just been made, to be shown whether or not it is the main one. */
  madeId: string | null;
  /** Another one is asked for. */
  showMain: () => void;
}

/** The place where a clip is being made comes into view, and what was ordered here plays there once it is ready. */
export function useClipInView(scene: Scene, isMaking: boolean, ordered: boolean): ClipInView {
  const place = useRef<HTMLDivElement>(null);
  const awaited = useRef(false);
  const [madeId, setMadeId] = useState<string | null>(null);
  const ready = idsOf(scene).join(' ');
  const readyBefore = useRef(ready);

  useEffect(() => {
    if (!isMaking || !ordered) return;
    awaited.current = true;
    bringIntoView(place.current);
  }, [isMaking, ordered]);

  useEffect(() => {
    const before = readyBefore.current.split(' ');
    readyBefore.current = ready;
    const made = ready.split(' ').find((id) => !before.includes(id));
    if (made === undefined || made === '' || !awaited.current) return;
    awaited.current = false;
    setMadeId(made);
  }, [ready]);

  // By now the preview shows it.
  useEffect(() => {
    if (madeId === null) return;
    const clip = place.current?.querySelector<HTMLVideoElement>('video[controls]');
    bringIntoView(clip);
    if (!clip || wantsCalm()) return;
    // Browsers play by themselves what makes no sound.
    clip.muted = true;
    clip.play().catch(() => undefined);
  }, [madeId]);

  return { place, madeId, showMain: useCallback(() => setMadeId(null), []) };
}
