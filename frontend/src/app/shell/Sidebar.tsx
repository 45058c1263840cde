import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton, mobile, space, tokens, VisuallyHidden } from '../../ui';
import { useBackCloses } from '../../ui/useBackCloses';
import { useSidebar } from './useSidebar';

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
  /* Drawn by the server, which does not know how wide the window is. */
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
  /** CSS lengths: open on a wide window, on a phone, collapsed to icons. */
  width?: string;
  mobileWidth?: string;
  collapsedWidth?: string;
  children: ReactNode;
}

/** A column beside the page that collapses to icons; on phones a panel over it. */
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
