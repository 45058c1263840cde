import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** What the prerender knows about the visitor's browser. */
interface Drawing {
  cookies: string;
}

/** Set while the server prerenders a screen; null in the browser. */
export const PrerenderContext = createContext<Drawing | null>(null);

export const useIsPrerender = (): boolean => use(PrerenderContext) !== null;

/** Returns the visitor's cookies that scripts may read, as in `document.cookie`. */
export const usePageCookies = (): string => {
  const drawing = use(PrerenderContext);
  return drawing ? drawing.cookies : document.cookie;
};

const seen = new Set<string>();

/** Records the images that the prerendered page shows before the app replaces it. */
export function notePictures(page: HTMLElement): void {
  for (const picture of page.querySelectorAll('img')) {
    if (picture.complete && picture.naturalWidth > 0) seen.add(picture.getAttribute('src') ?? '');
  }
}

/** Returns true if the prerendered page has shown the image: its fade-in must not repeat. */
export const wasSeen = (src: string): boolean => seen.has(src);

const nameOf = (link: Element): string | null => link.getAttribute('aria-label') ?? link.textContent;

/**
 * Moves the focus from a prerendered link, which the app's first commit removes, to the same link in the app, unless
 * the focus has moved on.
 */
export function keepFocusedLink(page: HTMLElement): void {
  const link = document.activeElement;
  if (!(link instanceof HTMLAnchorElement) || !page.contains(link)) return;
  const observer = new MutationObserver(() => {
    if (link.isConnected) return;
    observer.disconnect();
    if (document.activeElement !== document.body) return;
    const same = [...page.querySelectorAll('a')].find(
      (other) => other.getAttribute('href') === link.getAttribute('href') && nameOf(other) === nameOf(link),
    );
    same?.focus({ preventScroll: true });
  });
  observer.observe(page, { childList: true });
}

/** Id of the element in which the server inlines the responses; see backend/src/pages. */
const ELEMENT_ID = 'first-answers';
/** Milliseconds after which inlined responses expire, since later reads need the current state. */
const GOOD_FOR_MS = 20_000;

/**
 * Inlined responses to the screen's first reads, by address. They come from the page's own server and build, so they
 * are used without a schema and the first screen need not wait for one.
 */
let answers: Map<string, unknown> | null = null;
let position = '';

/** Returns the log position at which the page was rendered; empty if the page has none. */
export const pagePosition = (): string => position;

/** Reads the inlined responses from the page and puts them into queries before the first render. */
export function seedFirstAnswers(queryClient: QueryClient, addressOf: (queryKey: QueryKey) => string): void {
  const element = document.getElementById(ELEMENT_ID);
  if (!element?.textContent) return;
  answers = new Map(Object.entries(JSON.parse(element.textContent) as Record<string, unknown>));
  position = element.dataset.position ?? '';
  element.remove();
  const stop = seedAnswers(queryClient, addressOf, (address, query) => {
    if (answers === null) return stop();
    const answer = answerTo(address);
    // A query that is always stale fetches again when it mounts, and then uses the response a second time.
    if ((query.options as { staleTime?: unknown }).staleTime !== 0) answers?.delete(address);
    return answer;
  });
}

/** Puts responses into new queries by their addresses; returns a stop function. */
export function seedAnswers(
  queryClient: QueryClient,
  addressOf: (queryKey: QueryKey) => string,
  answerAt: (address: string, query: Query) => unknown,
): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'added' || query.state.data !== undefined) return;
    const queryKey = query.queryKey as QueryKey;
    if (typeof queryKey[0] !== 'string') return;
    const answer = answerAt(addressOf(queryKey), query as Query);
    if (answer !== undefined) query.setData(answer);
  });
}

function answerTo(address: string): unknown {
  if (answers !== null && performance.now() > GOOD_FOR_MS) dropFirstAnswers();
  return answers?.get(address);
}

/** Returns the inlined response to a read only once, since a second read needs the current state. */
export function takeFirstAnswer(address: string): unknown {
  const answer = answerTo(address);
  answers?.delete(address);
  return answer;
}

/** Drops the inlined responses when data has changed or is about to change. */
export function dropFirstAnswers(): void {
  answers = null;
}
