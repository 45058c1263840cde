import { WORKSPACE_TABS, type WorkspaceTab } from '@storyreel/contracts';

/** What an address may carry: the open project and the tab it shows. */
export interface AppSearch {
  project?: string;
  tab?: WorkspaceTab;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Nonsense in an address is dropped, not an error. */
export function readSearch(search: Record<string, unknown>): AppSearch {
  const tab = WORKSPACE_TABS.find((known) => known === search.tab);
  return {
    ...(typeof search.project === 'string' && UUID.test(search.project) && { project: search.project }),
    ...(tab && { tab }),
  };
}
