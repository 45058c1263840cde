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
  /** Estimated height of a row in pixels, including the distance to the next row: rows have padding but no gap. */
  estimateSize: number;
  /** Maximum number of rows up to which all rows are rendered, so that find-in-page and printing include them. */
  plainUpTo: number;
  keyOf: (index: number) => string | number;
  /** Number of rows rendered before and after the visible ones. */
  overscan?: number;
  /**
   * Index of a row that stays rendered at any scroll position, because it is being dragged or has the focus; -1 for
   * none.
   */
  keep?: number;
  /** Key under which row sizes are cached, so that returning to the list scrolls to the same place. */
  name: string;
  /** Height in pixels at the top of the window that sticky elements cover. */
  coveredTop?: number;
}

export interface VirtualRow {
  index: number;
  /** Height in pixels, measured or estimated. */
  size: number;
  /** Total height in pixels of the rows before this one that are not rendered. */
  before: number;
}

export interface VirtualRows<E extends HTMLElement> {
  containerRef: RefObject<E | null>;
  rows: VirtualRow[];
  /** Total height in pixels of the rows after the last one that are not rendered. */
  after: number;
  /** Ref for each row, which also needs data-index. Undefined while all rows are rendered. */
  measure: ((row: Element | null) => void) | undefined;
  scrollTo: (index: number) => void;
}

/** Styles of the container, which keep the first row's top margin (`before`) from moving the container itself. */
export const VIRTUAL_CONTAINER = { display: 'flow-root' } as const;

/** Returns true if the browser anchors the scroll position; in others, such as Safari, the page must correct it. */
const anchorsScroll = (): boolean => typeof CSS !== 'undefined' && CSS.supports?.('overflow-anchor', 'auto');

/**
 * Returns true if a row's new size would move the visible rows: it ends above them, or the user is scrolling up through
 * it.
 */
const movesWhatIsRead: NonNullable<Virtualizer<Window, Element>['shouldAdjustScrollPositionOnItemSizeChange']> = (
  { start, end },
  _,
  { scrollOffset, scrollDirection },
) => end <= (scrollOffset ?? 0) || (scrollDirection === 'backward' && start < (scrollOffset ?? 0));

/** The window's size, available before the first layout, so that the first commit already renders rows. */
const windowRect = () => ({ width: window.innerWidth, height: window.innerHeight });
/** Number of rows in the prerender; more would lie below the visible area. */
const FIRST_LOOK_ROWS = 1;

const rememberedSizes = new Map<string, VirtualItem[]>();

/** Returns the container's offset from the page's top, updated when the content above changes its height. */
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

/** Renders only the rows near the visible part of the window. */
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
    // Rows may render one frame late, so that a key press which scrolls does not wait for them.
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
