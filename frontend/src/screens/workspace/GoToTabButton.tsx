import type { WorkspaceTab } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { Button } from '../../ui';

/** Leads from an empty tab to the one where its things are made. */
export function GoToTabButton({ tab, children }: { tab: WorkspaceTab; children: ReactNode }) {
  const { setTab } = useOpenProject();
  return (
    <Button variant="primary" onClick={() => setTab(tab)}>
      {children}
    </Button>
  );
}
