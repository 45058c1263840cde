import { PointerEventWithType } from './pointer-event';

/** A window with a size and a system theme; jsdom has neither. */
export interface FakeWindow {
  resize(width: number): void;
  preferDark(dark: boolean): void;
}

export function fakeWindow({ width = 1440, dark = false, reducedMotion = true } = {}): FakeWindow {
  const listeners = new Map<string, Set<(event: MediaQueryListEvent) => void>>();
  const matches = (query: string): boolean => {
    if (query.includes('prefers-color-scheme')) return query.includes('dark') === dark;
    if (query.includes('prefers-reduced-motion')) return reducedMotion;
    const atMost = /max-width:\s*([\d.]+)px/.exec(query)?.[1];
    return atMost !== undefined && width <= Number(atMost);
  };
  const tell = () => {
    for (const [query, set] of listeners) {
      for (const listener of set) listener({ matches: matches(query), media: query } as MediaQueryListEvent);
    }
  };
  window.scrollTo = () => {};
  globalThis.PointerEvent ??= PointerEventWithType as unknown as typeof PointerEvent;
  window.matchMedia = (query: string) => {
    const set = listeners.get(query) ?? new Set();
    listeners.set(query, set);
    const list = {
      get matches() {
        return matches(query);
      },
      media: query,
      onchange: null,
      addEventListener: (_type: string, listener: (event: MediaQueryListEvent) => void) => set.add(listener),
      removeEventListener: (_type: string, listener: (event: MediaQueryListEvent) => void) => set.delete(listener),
    };
    return list as unknown as MediaQueryList;
  };
  return {
    resize(next) {
      width = next;
      tell();
    },
    preferDark(next) {
      dark = next;
      tell();
    },
  };
}
