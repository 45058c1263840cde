import type { WorkspaceTab } from '@storyreel/contracts';
import { useCallback } from 'react';
import { useOpenProject } from '../../domains/projects/useOpenProject';

/** Shows a tab and takes the focus there, which would fall to the page with the button that was pressed. */
export function useGoToTab(): (tab: WorkspaceTab) => void {
  const { setTab } = useOpenProject();
  return useCallback(
    (tab) => {
      const trigger = document.querySelector<HTMLElement>(`[role='tab'][data-tab='${tab}']`);
      // The focus of a tab is what selects it.
      if (trigger && document.activeElement !== trigger) trigger.focus();
      else setTab(tab);
    },
    [setTab],
  );
}
