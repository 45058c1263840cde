import { SHOWN_WIDTHS, thumbnailSet } from '@storyreel/contracts';
import { z } from 'zod';

/** Address of the list of the user's projects, without their long texts. */
const SUMMARIES = '/api/projects?fields=summary';

/** Addresses that every screen of a signed-in user reads. */
const OF_THE_SHELL = ['/api/auth/user', '/api/config', '/api/credits/balance', SUMMARIES, '/api/batches'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Address of the posts that decide the Publish dots of projects. */
const POSTS = '/api/social/project-posts';

/** Addresses that each tab reads, beyond the project and its scenes. */
const OF_TABS: Record<string, string[]> = {
  build: ['/api/midjourney/queue', '/api/replicate/models', '/api/styles'],
  settings: ['/api/styles'],
};

const OF_SCREENS: Record<string, string[]> = {
  '/': [POSTS],
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

/**
 * Tells whether the screen at an address is prerendered: only the most visited screens are, and only once all of their
 * reads have answers.
 */
export function isDrawn(address: PageAddress, answers: Readonly<Record<string, unknown>>): boolean {
  const { path, project, tab } = address;
  if (path !== '/' || (project !== undefined && tab !== 'build')) return false;
  return firstReads(address).every((read) => Object.hasOwn(answers, read));
}

/** Returns the API addresses that the screen at an address reads first. */
export function firstReads({ path, project, tab = 'story' }: PageAddress): string[] {
  if (path !== '/' || project === undefined || !UUID.test(project)) {
    return [...OF_THE_SHELL, ...((Object.hasOwn(OF_SCREENS, path) && OF_SCREENS[path]) || [])];
  }
  const { whole, scenes } = projectReads(project);
  return [...OF_THE_SHELL, POSTS, whole, scenes, ...((Object.hasOwn(OF_TABS, tab) && OF_TABS[tab]) || [])];
}

export interface FirstPicture {
  /** Candidate images in the form of `srcset`. */
  widths: string;
  /** Displayed width in the form of `sizes`. */
  sizes: string;
}

/** Maximum images to preload: few screens show more than that before scrolling. */
const MOST = 5;
/** Schemas of the parts of the answers that name images. */
const cards = z.array(z.object({ thumbnail: z.string().nullable() }));
const scenes = z.array(
  z.object({ order: z.number(), imageUrl: z.string().nullable(), imageUrls: z.array(z.string()) }),
);

/** Returns the images that the screen at an address shows first, to preload them along with its scripts. */
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

/** Returns the images of the first scene: the large main image and the images to choose from. */
function ofBuild({ project, tab }: PageAddress, answers: Readonly<Record<string, unknown>>): Shown {
  if (project === undefined || tab !== 'build') return [];
  const { data = [] } = scenes.safeParse(answers[projectReads(project).scenes]);
  const [first] = data.sort((a, b) => a.order - b.order);
  if (!first) return [];
  const { imageUrl, imageUrls } = first;
  const main = imageUrl ?? imageUrls[0] ?? null;
  // Browsers show the large image also at the small size, so it is not preloaded twice.
  const others = imageUrls.filter((url) => url !== main);
  return [[main, SHOWN_WIDTHS.preview], ...others.map((url): Shown[number] => [url, SHOWN_WIDTHS.slot])];
}
