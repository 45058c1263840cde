import { WORKSPACE_TABS, type WorkspaceTab } from '@storyreel/contracts';

/** What an address may carry: the open project and the tab it shows. */
export interface AppSearch {
  project?: string;
  tab?: WorkspaceTab;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Nonsense in an address is dropped, not an error: an explicit undefined takes the place of what the router read. */
export function readSearch(search: Record<string, unknown>): AppSearch {
  const { project, tab } = search;
  return {
    project: typeof project === 'string' && UUID.test(project) ? project : undefined,
    tab: WORKSPACE_TABS.find((known) => known === tab),
  };
}
