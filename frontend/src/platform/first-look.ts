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
