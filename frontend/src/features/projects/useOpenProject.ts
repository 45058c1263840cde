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
  /** Whether Build shows its light table. */
  choosesPictures: boolean;
  /** Opens the light table of Build, as an address of its own. */
  choosePictures: () => void;
}

/** The open project and its tab: they live in the address, so that reload, back and a shared link work. */
export function useOpenProject(): OpenProject {
  const { project: projectId, tab, choose } = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const open = useCallback(
    (id: string, chosen?: WorkspaceTab) => void navigate({ to: '/', search: { project: id, tab: chosen } }),
    [navigate],
  );
  const close = useCallback(() => void navigate({ to: '/', search: {} }), [navigate]);
  const setTab = useCallback(
    // Each tab keeps its own scroll place: the router must not go to the top.
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
