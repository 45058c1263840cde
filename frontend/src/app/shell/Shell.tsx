import styled from '@emotion/styled';
import type { User } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { logError } from '../../platform/log';
import { setSocketConnected } from '../../platform/realtime/socket-status';
import { useSession } from '../../platform/session/session';
import { FloatingContainer, space, tokens } from '../../ui';
import { DeleteDialogProvider } from '../../ui/DeleteDialog';
import { BudgetNotice } from './FloatingNotice';
import { Header } from './Header';
import { MainSidebar } from './MainSidebar';
import { OfflineBar } from './OfflineBar';
import { SidebarProvider } from './Sidebar';
import { keepFocus } from './focus-keeper';

/** Keeps the screen in sync with the server while somebody is signed in. The code loads after the first screen. */
function usePush(): void {
  const queryClient = useQueryClient();
  // The server closes a session's sockets with the session, so a renewed session needs a new socket.
  const { renewals } = useSession();
  useEffect(() => {
    let ended = false;
    let close: (() => void) | null = null;
    import('./push-connection')
      .then(({ openPushConnection }) => {
        if (!ended) close = openPushConnection(queryClient, setSocketConnected);
      })
      .catch((error: unknown) => logError('The socket could not be loaded', error));
    return () => {
      ended = true;
      close?.();
    };
  }, [queryClient, renewals]);
}

const Frame = styled.div`
  display: flex;
  min-height: 100dvh;
`;
const Column = styled.div`
  flex: 1;
  min-width: 0;
`;
const Main = styled.main`
  max-width: 1488px;
  margin: 0 auto;
  min-width: 0;
  &:focus {
    outline: none;
  }
`;
const Skip = styled.a`
  position: fixed;
  top: ${space(2)};
  left: ${space(2)};
  z-index: 80;
  padding: ${space(2)} ${space(4)};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  transform: translateY(-200%);
  &:focus {
    box-shadow: ${tokens.shadow};
    transform: none;
  }
`;

export function Shell({ user, children }: { user: User; children: ReactNode }) {
  usePush();
  const [main, setMain] = useState<HTMLElement | null>(null);
  useEffect(() => (main ? keepFocus(main) : undefined), [main]);
  return (
    <SidebarProvider>
      <FloatingContainer value={main}>
        <DeleteDialogProvider>
          <Skip href="#main">Skip to content</Skip>
          <Frame>
            <MainSidebar />
            <Column>
              <Header user={user} />
              <Main id="main" tabIndex={-1} ref={setMain}>
                {children}
              </Main>
            </Column>
          </Frame>
          <BudgetNotice />
          <OfflineBar />
        </DeleteDialogProvider>
      </FloatingContainer>
    </SidebarProvider>
  );
}
