import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
} from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useIsPrerender } from '../platform/prerender/prerender';

export interface VirtualRowsOptions {
  count: number;
  /** Pixels a row takes before it was measured, its distance to the next one included: rows have paddings, no gap. */
  estimateSize: number;
  /** Up to so many rows are all rendered: find-in-page and printing see them. */
  plainUpTo: number;
  keyOf: (index: number) => string | number;
  /** Rows that are rendered before and after those in view. */
  overscan?: number;
  /** A row that stays rendered wherever the page is scrolled to (dragged, or holding the focus); -1 for none. */
  keep?: number;
  /** Sizes are remembered under this name, so that coming back scrolls to the same place. */
  name: string;
  /** Pixels at the top of the window that something sticky covers. */
  coveredTop?: number;
}

export interface VirtualRow {
  index: number;
  /** Pixels it takes as far as is known. */
  size: number;
  /** Pixels of rows that are not rendered before this one. */
  before: number;
}

export interface VirtualRows<E extends HTMLElement> {
  containerRef: RefObject<E | null>;
  rows: VirtualRow[];
  /** Pixels of rows that are not rendered after the last one. */
  after: number;
  /** The ref of each row, which also needs data-index. Undefined while all rows are rendered. */
  measure: ((row: Element | null) => void) | undefined;
  scrollTo: (index: number) => void;
}

/** For a container whose first row has a margin of `before`: that must not move the container itself. */
export const VIRTUAL_CONTAINER = { display: 'flow-root' } as const;

/** Browsers without it, as Safari, leave it to the page to keep what is read in its place. */
const anchorsScroll = (): boolean => typeof CSS !== 'undefined' && CSS.supports?.('overflow-anchor', 'auto');

/** Whether a row that turns out to be of another size moves what is read: it ends above, or is scrolled to from below. */
const movesWhatIsRead: NonNullable<Virtualizer<Window, Element>['shouldAdjustScrollPositionOnItemSizeChange']> = (
  { start, end },
  _,
  { scrollOffset, scrollDirection },
) => end <= (scrollOffset ?? 0) || (scrollDirection === 'backward' && start < (scrollOffset ?? 0));

/** Known before the first layout, so that the first rows come in the first commit, and are laid out once. */
const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight });
/** The server draws one row: more of them would come after what is seen first. */
const FIRST_LOOK_ROWS = 1;

const rememberedSizes = new Map<string, VirtualItem[]>();

/** Where the container starts in the page; what stands above it may grow and shrink. */
function usePageTop<E extends HTMLElement>(containerRef: RefObject<E | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    function measure(): void {
      if (containerRef.current) setTop(Math.round(containerRef.current.getBoundingClientRect().top + window.scrollY));
    }
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [containerRef]);
  return top;
}

const withDistances = (items: VirtualItem[], pageTop: number): VirtualRow[] =>
  items.map(({ index, start, size }, at) => ({
    index,
    size,
    before: Math.max(0, start - (items[at - 1]?.end ?? pageTop)),
  }));

/** Renders only the rows that are near the window's view. */
export function useVirtualRows<E extends HTMLElement>(options: VirtualRowsOptions): VirtualRows<E> {
  const { count, estimateSize, plainUpTo, keyOf, overscan = 2, keep = -1, name, coveredTop = 0 } = options;
  const isFirstLook = useIsPrerender();
  const isPlain = isFirstLook || count <= plainUpTo;
  const containerRef = useRef<E>(null);
  const pageTop = usePageTop(containerRef);
  const virtualizer = useWindowVirtualizer<Element>({
    count,
    enabled: !isPlain,
    estimateSize: () => estimateSize,
    overscan,
    // Rows may come a frame late: a key press that scrolls must not wait for them.
    useFlushSync: false,
    scrollMargin: pageTop,
    scrollPaddingStart: coveredTop,
    getItemKey: keyOf,
    initialRect: isFirstLook ? undefined : windowRect(),
    initialMeasurementsCache: rememberedSizes.get(name),
    rangeExtractor: (range) => {
      const indices = defaultRangeExtractor(range);
      if (keep < 0 || keep >= count || indices.includes(keep)) return indices;
      return [...indices, keep].sort((a, b) => a - b);
    },
  });
  useEffect(() => {
    if (!anchorsScroll()) Object.assign(virtualizer, { shouldAdjustScrollPositionOnItemSizeChange: movesWhatIsRead });
  }, [virtualizer]);
  useEffect(() => () => void rememberedSizes.set(name, virtualizer.takeSnapshot()), [name, virtualizer]);

  function scrollTo(index: number): void {
    if (!isPlain) return virtualizer.scrollToIndex(index, { align: 'start' });
    const row = containerRef.current?.querySelector(`[data-index="${index}"]`);
    row?.scrollIntoView({ block: 'start' });
  }
  if (isPlain) {
    const length = isFirstLook ? Math.min(count, FIRST_LOOK_ROWS) : count;
    const rows = Array.from({ length }, (_, index) => ({ index, size: estimateSize, before: 0 }));
    return { containerRef, rows, after: (count - length) * estimateSize, measure: undefined, scrollTo };
  }
  const items = virtualizer.getVirtualItems();
  const lastEnd = items.at(-1)?.end ?? pageTop;
  return {
    containerRef,
    rows: withDistances(items, pageTop),
    after: Math.max(0, virtualizer.getTotalSize() + pageTop - lastEnd),
    measure: virtualizer.measureElement,
    scrollTo,
  };
}
