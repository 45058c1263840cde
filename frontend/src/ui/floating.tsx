import { createContext, use, useEffect } from 'react';

const FloatingContext = createContext<HTMLElement | null>(null);

/**
 * Where menus, lists and tooltips are put: inside the page's landmark, or inside the dialog that they were opened in, so
 * that a screen reader finds them there and a dialog does not hide them.
 */
export const FloatingContainer = FloatingContext.Provider;
export const useFloatingContainer = (): HTMLElement | undefined => use(FloatingContext) ?? undefined;

/** While it is rendered the page takes no clicks: one that closes a menu must not also do something below it. */
export function PageShield() {
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.shielded = '';
    return () => {
      delete dataset.shielded;
    };
  }, []);
  return null;
}
