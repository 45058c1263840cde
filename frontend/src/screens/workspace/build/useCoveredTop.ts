import { useEffect, useState, type RefObject } from 'react';

/** Pixels at the top of the window that a bar covers where it, or a part of it with `data-sticks`, is sticky. */
export function useCoveredTop(bar: RefObject<HTMLElement | null>, otherwise: number): number {
  const [covered, setCovered] = useState(otherwise);
  useEffect(() => {
    if (!bar.current) return;
    const parts = [bar.current, ...bar.current.querySelectorAll<HTMLElement>('[data-sticks]')];
    const observer = new ResizeObserver(measure);
    function measure(): void {
      const bottoms = parts.flatMap((part) => {
        const { position, top } = getComputedStyle(part);
        return position === 'sticky' && part.offsetHeight > 0
          ? [(Number.parseFloat(top) || 0) + part.offsetHeight]
          : [];
      });
      setCovered(bottoms.length > 0 ? Math.max(...bottoms) : otherwise);
    }
    for (const part of parts) observer.observe(part);
    measure();
    return () => observer.disconnect();
  }, [bar, otherwise]);
  return covered;
}
