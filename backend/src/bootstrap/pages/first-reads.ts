/** A user's projects, without the long texts. */
export const SUMMARIES = '/api/projects?fields=summary';

/** What every screen of somebody who is signed in shows. */
const OF_THE_SHELL = ['/api/auth/user', '/api/config', '/api/credits/balance', SUMMARIES, '/api/batches'];
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

export const projectReads = (project: string) => ({
  whole: `/api/projects/${project}`,
  scenes: `/api/scenes?projectId=${project}`,
});

/** Whether the screen at an address is drawn into its page: those that people come to most, when all is there to draw. */
export function isDrawn(address: PageAddress, answers: Readonly<Record<string, unknown>>): boolean {
  const { path, project, tab } = address;
  if (path !== '/' || (project !== undefined && tab !== 'build')) return false;
  return firstReads(address).every((read) => Object.hasOwn(answers, read));
}

/** What the screen at an address reads first, in addresses of the API. */
export function firstReads({ path, project, tab = 'story' }: PageAddress): string[] {
  if (path !== '/' || project === undefined || !UUID.test(project)) {
    return [...OF_THE_SHELL, ...((Object.hasOwn(OF_SCREENS, path) && OF_SCREENS[path]) || [])];
  }
  const { whole, scenes } = projectReads(project);
  return [...OF_THE_SHELL, whole, scenes, ...((Object.hasOwn(OF_TABS, tab) && OF_TABS[tab]) || [])];
}
