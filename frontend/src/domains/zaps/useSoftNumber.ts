import { useEffect, useRef, useState } from 'react';

const DURATION_MS = 600;
const easeOut = (t: number): number => 1 - (1 - t) ** 3;

/** The number on its way to its new value, so that spending is seen to happen. At once where motion is unwanted. */
export function useAnimatedNumber(target: number | undefined): number | undefined {
  const [shown, setShown] = useState(target);
  const latest = useRef(target);
  useEffect(() => {
    const from = latest.current;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (target === undefined || from === undefined || from === target || still) {
      latest.current = target;
      setShown(target);
      return;
    }
    let frame = 0;
    let startedAt: number | null = null;
    const step = (now: number) => {
      startedAt ??= now;
      const progress = Math.min(1, (now - startedAt) / DURATION_MS);
      const value = progress === 1 ? target : from + (target - from) * easeOut(progress);
      latest.current = value;
      setShown(value);
      if (progress < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}
