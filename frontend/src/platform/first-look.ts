import { createContext, use } from 'react';

/** What a drawing knows of the browser that it is for. */
interface Drawing {
  cookies: string;
}

/** Given where the server draws a screen's first look, before the browser has run anything; null in the browser. */
export const FirstLook = createContext<Drawing | null>(null);

export const useIsFirstLook = (): boolean => use(FirstLook) !== null;

/** The visitor's cookies that scripts may read, as in `document.cookie`. */
export const usePageCookies = (): string => {
  const drawing = use(FirstLook);
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
