/** What every screen of somebody who is signed in shows. */
const OF_THE_SHELL = [
  '/api/auth/user',
  '/api/config',
  '/api/credits/balance',
  '/api/projects?fields=summary',
  '/api/batches',
];
const OF_VISITORS = ['/api/auth/user', '/api/config'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Beyond the project and its scenes. */
const OF_TABS: Record<string, string[]> = {
  build: ['/api/midjourney/queue', '/api/replicate/models', '/api/styles'],
  settings: ['/api/styles'],
};

const OF_SCREENS: Record<string, string[]> = {
  '/styles': ['/api/styles'],
};

export interface PageAddress {
  path: string;
  project?: string;
  tab?: string;
}

/** What the screen at an address reads first, in addresses of the API. */
export function firstReads({ path, project, tab = 'story' }: PageAddress, isVisitor: boolean): string[] {
  if (isVisitor) return OF_VISITORS;
  if (path !== '/' || project === undefined || !UUID.test(project)) {
    return [...OF_THE_SHELL, ...((Object.hasOwn(OF_SCREENS, path) && OF_SCREENS[path]) || [])];
  }
  const ofProject = [`/api/projects/${project}`, `/api/scenes?projectId=${project}`];
  return [...OF_THE_SHELL, ...ofProject, ...((Object.hasOwn(OF_TABS, tab) && OF_TABS[tab]) || [])];
}
