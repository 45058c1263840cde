import styled from '@emotion/styled';
import type { User } from '@storyreel/contracts';
import { useEffect, useState, type ReactNode } from 'react';
import { FloatingContainer, space, tokens } from '../../ui';
import { DeleteDialogProvider } from '../../ui/delete-dialog';
import { BudgetNotice } from './BudgetNotice';
import { keepFocus } from './focus-keeper';
import { Header } from './Header';
import { MainSidebar } from './MainSidebar';
import { usePush } from './usePush';
import { SidebarProvider } from './useSidebar';

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
        </DeleteDialogProvider>
      </FloatingContainer>
    </SidebarProvider>
  );
}
