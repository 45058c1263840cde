import type { WorkspaceTab } from '@storyreel/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export const FIRST_TAB: WorkspaceTab = 'story';

export interface OpenProject {
  projectId: string | null;
  tab: WorkspaceTab;
  open: (id: string, tab?: WorkspaceTab) => void;
  close: () => void;
  setTab: (tab: WorkspaceTab) => void;
  /** True if the Build tab shows its light table. */
  choosesPictures: boolean;
  /** Opens the Build tab's light table, which has an address of its own. */
  choosePictures: () => void;
}

/**
 * Returns the open project and its tab. Both are in the address, so that reloading, going back and sharing the link
 * work.
 */
export function useOpenProject(): OpenProject {
  const { project: projectId, tab, choose } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const open = useCallback(
    (id: string, chosen?: WorkspaceTab) => void navigate({ to: '/', search: { project: id, tab: chosen } }),
    [navigate],
  );
  const close = useCallback(() => void navigate({ to: '/', search: {} }), [navigate]);
  const setTab = useCallback(
    // Each tab restores its own scroll position, so the router must not scroll to the top.
    (chosen: WorkspaceTab) =>
      void navigate({
        to: '/',
        search: ({ project }) => ({ project, tab: chosen }),
        resetScroll: false,
      }),
    [navigate],
  );
  const choosePictures = useCallback(
    () =>
      void navigate({
        to: '/',
        search: ({ project }) => ({ project, tab: 'build' as const, choose: 'images' as const }),
      }),
    [navigate],
  );
  return {
    projectId: projectId ?? null,
    tab: tab ?? FIRST_TAB,
    open,
    close,
    setTab,
    choosesPictures: choose === 'images',
    choosePictures,
  };
}

/**
 * Returns a function that opens a tab and moves the focus to it; otherwise the focus would be lost with the pressed
 * button.
 */
export function useGoToTab(): (tab: WorkspaceTab) => void {
  const { setTab } = useOpenProject();
  return useCallback(
    (tab) => {
      const trigger = document.querySelector<HTMLElement>(`[role='tab'][data-tab='${tab}']`);
      // Focusing a tab also selects it.
      if (trigger && document.activeElement !== trigger) trigger.focus();
      else setTab(tab);
    },
    [setTab],
  );
}
