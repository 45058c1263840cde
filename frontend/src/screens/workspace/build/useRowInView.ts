import { useEffect, useState, type RefObject } from 'react';

/** Pixels below what is covered at which a row counts as the one that is read. */
const READ_AT = 48;

/** The index of the row that is at the top of what can be seen of a virtual list. */
export function useRowInView(container: RefObject<HTMLElement | null>, coveredTop: number): number {
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
