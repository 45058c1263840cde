import { SHOWN_WIDTHS, thumbnailSet } from '@storyreel/contracts';
import { z } from 'zod';

/** A user's projects, without the long texts. */
const SUMMARIES = '/api/projects?fields=summary';

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

const projectReads = (project: string) => ({
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

export interface FirstPicture {
  /** As a `srcset`. */
  widths: string;
  /** How wide it is shown, as CSS says it. */
  sizes: string;
}

/** A screen has hardly room for more of them before it is scrolled. */
const MOST = 5;
/** What is read of the answers. */
const cards = z.array(z.object({ thumbnail: z.string().nullable() }));
const scenes = z.array(
  z.object({ order: z.number(), imageUrl: z.string().nullable(), imageUrls: z.array(z.string()) }),
);

/** The pictures that the screen at an address shows first: they come with its files, instead of after them. */
export function firstPictures(address: PageAddress, answers: Readonly<Record<string, unknown>>): FirstPicture[] {
  const shown = address.project === undefined ? ofCards(address, answers) : ofBuild(address, answers);
  const pictures = shown.flatMap(([url, sizes]) => {
    const widths = url === null ? null : thumbnailSet(url);
    return widths === null ? [] : [{ widths, sizes }];
  });
  return pictures.slice(0, MOST);
}

type Shown = [url: string | null, sizes: string][];

function ofCards({ path }: PageAddress, answers: Readonly<Record<string, unknown>>): Shown {
  const { data = [] } = cards.safeParse(path === '/' ? answers[SUMMARIES] : []);
  return data.map(({ thumbnail }) => [thumbnail, SHOWN_WIDTHS.projectCard]);
}

/** The first scene's: its main image, large, and those to choose from. */
function ofBuild({ project, tab }: PageAddress, answers: Readonly<Record<string, unknown>>): Shown {
  if (project === undefined || tab !== 'build') return [];
  const { data = [] } = scenes.safeParse(answers[projectReads(project).scenes]);
  const [first] = data.sort((a, b) => a.order - b.order);
  if (!first) return [];
  const { imageUrl, imageUrls } = first;
  const main = imageUrl ?? imageUrls[0] ?? null;
  // Browsers show the large one small as well, rather than fetch it again.
  const others = imageUrls.filter((url) => url !== main);
  return [[main, SHOWN_WIDTHS.preview], ...others.map((url): Shown[number] => [url, SHOWN_WIDTHS.slot])];
}
