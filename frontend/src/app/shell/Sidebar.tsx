import { css, keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { usePageCookies } from '../../platform/prerender/prerender';
import { useMediaQuery } from '../../platform/useMediaQuery';
import { IconButton, MOBILE, mobile, space, tokens, touch, VisuallyHidden } from '../../ui';
import { useBackCloses } from '../../ui/Dialog';

export const SIDEBAR_COOKIE = 'sidebar_state';
/** 7 days in seconds. */
export const SIDEBAR_COOKIE_MAX_AGE = 604_800;

/** Returns the sidebar's last state; open by default. */
export function readSidebarCookie(cookies: string): boolean {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${SIDEBAR_COOKIE}=`));
  return found !== `${SIDEBAR_COOKIE}=false`;
}

export const sidebarCookie = (open: boolean): string =>
  `${SIDEBAR_COOKIE}=${open}; path=/; max-age=${SIDEBAR_COOKIE_MAX_AGE}; samesite=lax`;

interface SidebarState {
  /** State on a wide window: true when open with labels, false when collapsed to icons. */
  isOpen: boolean;
  isMobile: boolean;
  /** State on a phone: true when open as a panel over the page. */
  isPanelOpen: boolean;
  setPanelOpen: (open: boolean) => void;
  toggle: () => void;
  /** Called after a click on an entry: closes the panel on a phone; a wide sidebar stays open. */
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

const slide = keyframes`from { transform: translateX(-100%); }`;
const Aside = styled.aside`
  position: sticky;
  top: 0;
  flex: none;
  width: var(--sidebar-width);
  height: 100dvh;
  overflow: hidden auto;
  border-right: 1px solid ${tokens.line};
  background: ${tokens.surface1};
  transition: width ${tokens.slow};
  /* Hidden on phones by CSS, because the server prerenders the sidebar without knowing the window's width. */
  ${mobile} {
    display: none;
  }
`;
const Overlay = styled(Dialog.Overlay)`
  position: fixed;
  inset: 0;
  z-index: 30;
  background: ${tokens.overlay};
`;
const Panel = styled(Dialog.Content)`
  position: fixed;
  inset: 0 auto 0 0;
  z-index: 31;
  width: min(var(--sidebar-width), 100vw);
  overflow: hidden auto;
  border-right: 1px solid ${tokens.line};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  animation: ${slide} ${tokens.slow};
  &:focus {
    outline: none;
  }
`;
const Close = styled.div`
  position: absolute;
  top: ${space(2)};
  right: ${space(2)};
`;

export interface SidebarProps {
  /** Widths as CSS lengths: open, on a phone, and collapsed to icons. */
  width?: string;
  mobileWidth?: string;
  collapsedWidth?: string;
  children: ReactNode;
}

/** A column that collapses to icons; on phones, a panel over the page. */
export function Sidebar({ width = '16rem', mobileWidth = '18rem', collapsedWidth = '3rem', children }: SidebarProps) {
  const { isMobile, isOpen, isPanelOpen, setPanelOpen } = useSidebar();
  useBackCloses(isMobile && isPanelOpen, () => setPanelOpen(false));
  if (!isMobile) {
    return (
      <Aside
        aria-label="Sidebar"
        data-state={isOpen ? 'open' : 'collapsed'}
        style={{ ['--sidebar-width' as string]: isOpen ? width : collapsedWidth }}
      >
        {children}
      </Aside>
    );
  }
  return (
    <Dialog.Root open={isPanelOpen} onOpenChange={setPanelOpen}>
      <Dialog.Portal>
        <Overlay />
        <Panel aria-describedby={undefined} style={{ ['--sidebar-width' as string]: mobileWidth }}>
          <Dialog.Title asChild>
            <VisuallyHidden>Sidebar</VisuallyHidden>
          </Dialog.Title>
          {children}
          <Close>
            <IconButton
              label="Close sidebar"
              tooltip={false}
              icon={<X size={20} aria-hidden />}
              onClick={() => setPanelOpen(false)}
            />
          </Close>
        </Panel>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A row of the sidebar: an icon with a label, which is hidden while the sidebar is collapsed. */
export const sidebarItem = css`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: 36px;
  padding: 0 ${space(2)};
  border: 0;
  border-radius: ${tokens.radius};
  background: none;
  color: ${tokens.text2};
  font-weight: 500;
  text-align: left;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition:
    background ${tokens.fast},
    color ${tokens.fast};
  & svg {
    flex: none;
  }
  & > .words {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &:hover {
    background: ${tokens.surface2};
    color: ${tokens.text1};
  }
  &[aria-current] {
    background: ${tokens.surface3};
    color: ${tokens.text1};
  }
  &:disabled {
    opacity: 0.55;
    cursor: not-allowed;
  }
  ${touch} {
    min-height: 44px;
  }
`;
