import type { ChatMessage } from '@storyreel/contracts';
import { useEffect, useRef, type RefObject } from 'react';

/** Milliseconds after which a list of messages shows its new end. */
export const SCROLL_DELAY_MS = 100;
/** Pixels from the end within which somebody reads on as a reply grows. */
const NEAR_END = 120;

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight <= NEAR_END;

export interface ScrolledList {
  listRef: RefObject<HTMLDivElement | null>;
  /** Shows the same messages while others are put before them. */
  keepPlace(load: () => Promise<unknown>): Promise<void>;
}

/** New messages are scrolled to; a reply that grows is followed by those who are at the end. */
export function useScrollToEnd(messages: readonly ChatMessage[]): ScrolledList {
  const listRef = useRef<HTMLDivElement>(null);
  const seen = useRef<string | undefined>(undefined);
  const last = messages.at(-1);
  const lastId = last?.id;
  const length = last?.content.length;

  useEffect(() => {
    const list = listRef.current;
    if (!list) return;
    if (seen.current === lastId && !isNearEnd(list)) return;
    seen.current = lastId;
    const timer = setTimeout(() => {
      list.scrollTop = list.scrollHeight;
    }, SCROLL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [lastId, length]);

  async function keepPlace(load: () => Promise<unknown>): Promise<void> {
    const list = listRef.current;
    const below = list ? list.scrollHeight - list.scrollTop : 0;
    await load();
    requestAnimationFrame(() => {
      if (list) list.scrollTop = list.scrollHeight - below;
    });
  }
  return { listRef, keepPlace };
}
