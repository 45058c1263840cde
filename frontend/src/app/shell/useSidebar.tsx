import { createContext, use, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { usePageCookies } from '../../platform/first-look';
import { useMediaQuery } from '../../platform/useMediaQuery';
import { MOBILE } from '../../ui';
import { readSidebarCookie, sidebarCookie } from './sidebar-cookie';

interface SidebarState {
  /** On a wide window: with words, or collapsed to icons. */
  isOpen: boolean;
  isMobile: boolean;
  /** On a phone: the panel lies over the page. */
  isPanelOpen: boolean;
  setPanelOpen: (open: boolean) => void;
  toggle: () => void;
  /** After a choice in it: the panel goes away, a wide sidebar stays. */
  onChoice: () => void;
}
const SidebarContext = createContext<SidebarState | null>(null);

export function SidebarProvider({ children }: { children: ReactNode }) {
  const isMobile = useMediaQuery(MOBILE);
  const cookies = usePageCookies();
  const [isOpen, setOpen] = useState(() => readSidebarCookie(cookies));
  const [panelWanted, setPanelOpen] = useState(false);
  const isPanelOpen = isMobile && panelWanted;

  const toggle = useCallback(() => {
    if (isMobile) {
      setPanelOpen((open) => !open);
      return;
    }
    document.cookie = sidebarCookie(!isOpen);
    setOpen(!isOpen);
  }, [isMobile, isOpen]);
  const onChoice = useCallback(() => setPanelOpen(false), []);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'b' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      toggle();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [toggle]);

  const state = useMemo(
    () => ({ isOpen, isMobile, isPanelOpen, setPanelOpen, toggle, onChoice }),
    [isOpen, isMobile, isPanelOpen, toggle, onChoice],
  );
  return <SidebarContext value={state}>{children}</SidebarContext>;
}

export function useSidebar(): SidebarState {
  const state = use(SidebarContext);
  if (!state) throw new Error('useSidebar needs a SidebarProvider around it');
  return state;
}
