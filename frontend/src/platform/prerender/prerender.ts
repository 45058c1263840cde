import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** What a drawing knows of the browser that it is for. */
interface Drawing {
  cookies: string;
}

/** Given where the server draws a screen's first look, before the browser has run anything; null in the browser. */
export const PrerenderContext = createContext<Drawing | null>(null);

export const useIsPrerender = (): boolean => use(PrerenderContext) !== null;

/** The visitor's cookies that scripts may read, as in `document.cookie`. */
export const usePageCookies = (): string => {
  const drawing = use(PrerenderContext);
  return drawing ? drawing.cookies : document.cookie;
};

const seen = new Set<string>();

/** Notes which pictures a page shows already, before the app takes the place of its first look. */
export function notePictures(page: HTMLElement): void {
  for (const picture of page.querySelectorAll('img')) {
    if (picture.complete && picture.naturalWidth > 0) seen.add(picture.getAttribute('src') ?? '');
  }
}

/** Whether a picture has been on screen since the page came: it must not appear once more. */
export const wasSeen = (src: string): boolean => seen.has(src);

const nameOf = (link: Element): string | null => link.getAttribute('aria-label') ?? link.textContent;

/**
 * A link of a page's first look that has the focus is taken away by the app's first commit. The same link of the app gets
 * the focus then, unless somebody has moved on.
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

/** Where the server put them; see backend/src/bootstrap/pages. */
const ELEMENT_ID = 'first-answers';
/** Whoever asks later wants to know how things stand then. */
const GOOD_FOR_MS = 20_000;

/**
 * Answers that came with the page to what its screen reads first, by address. They come from the very server and build
 * that the page is of, so they are taken without a schema, which the first screen then need not wait for.
 */
let answers: Map<string, unknown> | null = null;
let position = '';

/** Up to where pushes had come when the page was read; empty where it does not say. */
export const pagePosition = (): string => position;

/** Reads them from the page, and gives queries theirs before anything is rendered. */
export function plantFirstAnswers(queryClient: QueryClient, addressOf: (queryKey: QueryKey) => string): void {
  const element = document.getElementById(ELEMENT_ID);
  if (!element?.textContent) return;
  answers = new Map(Object.entries(JSON.parse(element.textContent) as Record<string, unknown>));
  position = element.dataset.position ?? '';
  element.remove();
  const stop = plantAnswers(queryClient, addressOf, (address, query) => {
    if (answers === null) return stop();
    const answer = answerTo(address);
    // One that asks at every use takes the answer once more, when it does.
    if ((query.options as { staleTime?: unknown }).staleTime !== 0) answers?.delete(address);
    return answer;
  });
}

/** Gives queries what there is at their addresses, as they are made. Returns what ends that. */
export function plantAnswers(
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

/** The answer to a read, once: who asks again wants to know whether it has changed. */
export function takeFirstAnswer(address: string): unknown {
  const answer = answerTo(address);
  answers?.delete(address);
  return answer;
}

/** Something is about to change, or has. */
export function dropFirstAnswers(): void {
  answers = null;
}
