import type { Locator, Page } from '@playwright/test';
import type { Project, ProjectFields, Scene, SceneFields } from '@storyreel/contracts';
import type { ApiClient } from '../../../scripts/lib/api-client.mjs';
import { first, makeProject } from './content';

/** What a journey writes on: a project with one scene. */
export interface Sheet {
  project: Project;
  scene: Scene;
}

/** A place where people write and nobody presses 'Save'. */
export interface SavedField {
  name: string;
  /** The address where it is found. */
  address(sheet: Sheet): string;
  /** Puts the caret behind the text. An edit in place begins with that. */
  begin(page: Page): Promise<Locator>;
  /** Ends the writing, where a field saves only then. */
  end(field: Locator): Promise<void>;
  /** The text as the page shows it when nobody writes. */
  shown(page: Page): Promise<string>;
  /** The address in the API of the project or scene it belongs to. */
  resource(sheet: Sheet): string;
  /** Which property of that it is. */
  key: string;
  /** Turns words into what the field takes, where it takes no words. */
  spell?(words: string): string;
}

/** Words as the field takes them. */
export const spelled = (field: SavedField, words: string): string => field.spell?.(words) ?? words;

/** The whole project or scene that the field belongs to, as the server has it. */
export const readAround = (api: ApiClient, field: SavedField, sheet: Sheet) =>
  api.json<Record<string, unknown>>('GET', field.resource(sheet));

/** What the server has in the field. */
export async function storedText(api: ApiClient, field: SavedField, sheet: Sheet): Promise<string> {
  const around = await api.json<Record<string, string | null>>('GET', field.resource(sheet));
  return around[field.key] ?? '';
}

export const makeSheet = async (api: ApiClient, title: string): Promise<Sheet> => {
  const { project, scenes } = await makeProject(api, title, ['The harbour']);
  await api.json('PATCH', `/api/projects/${project.id}`, { imageUrl: 'https://pictures.invalid/lamp' });
  return { project, scene: first(scenes) };
};

const projectResource = ({ project }: Sheet) => `/api/projects/${project.id}`;
const sceneResource = ({ scene }: Sheet) => `/api/scenes/${scene.id}`;
const inTab = (tab: string) => (sheet: Sheet) => `/?project=${sheet.project.id}&tab=${tab}`;

/** A text box that is always there. */
function typed(label: string) {
  const find = (page: Page) => page.getByRole('textbox', { name: label, exact: true });
  return {
    async begin(page: Page) {
      const field = find(page);
      await field.focus();
      await page.keyboard.press('Control+End');
      return field;
    },
    end: () => Promise.resolve(),
    shown: (page: Page) => find(page).inputValue(),
  };
}

/** A text that turns into a text box and back. */
function inPlace(label: string) {
  const rest = (page: Page) => page.locator(`button[aria-description="${label}"]`);
  return {
    async begin(page: Page) {
      await rest(page).focus();
      await page.keyboard.press('F2');
      return page.getByRole('textbox', { name: label, exact: true });
    },
    end: (field: Locator) => field.press('Escape'),
    shown: (page: Page) => rest(page).innerText(),
  };
}

const ofProject = (tab: string, key: keyof ProjectFields, label: string): SavedField => ({
  name: `the project’s ${label} in ${tab}`,
  address: inTab(tab),
  ...typed(label),
  resource: projectResource,
  key,
});
const ofScene = (key: string, label: string): SavedField => ({
  name: `the scene’s ${label}`,
  address: inTab('build'),
  ...typed(label),
  resource: sceneResource,
  key,
});
const ofSceneInPlace = (tab: string, key: 'title' | 'description', label: string): SavedField => ({
  name: `the scene’s ${key} in ${tab}`,
  address: inTab(tab),
  ...inPlace(label),
  resource: sceneResource,
  key,
});
const onDashboard = (key: 'title' | 'description', label: string): SavedField => ({
  name: `the project’s ${key} on the dashboard`,
  address: () => '/',
  ...inPlace(label),
  resource: projectResource,
  key,
});

/** Counts once it is left. */
const referenceImage: SavedField = {
  ...ofProject('settings', 'imageUrl', 'Image URL'),
  end: (field) => field.press('Enter'),
  spell: (words) => words.replaceAll(' ', '-'),
};

/** A text that the contract has and this list has not does not compile. */
const SCENE_TEXTS: Record<Exclude<keyof SceneFields, 'duration' | 'narration' | 'speaker'>, string> = {
  title: 'Sentence Fragment',
  description: 'Scene Description',
  imagePrompt: 'Image Prompt',
  videoPrompt: 'Video Prompt',
};

/** Every text that saves by itself. */
export const SAVED_FIELDS: readonly SavedField[] = [
  ofProject('story', 'story', 'Story'),
  ofProject('story', 'title', 'Project title'),
  ofProject('story', 'description', 'Project description'),
  ofProject('settings', 'characters', 'Characters'),
  ofProject('settings', 'environment', 'Environment'),
  ofProject('settings', 'props', 'Props'),
  ofProject('settings', 'midjourneyPrompt', 'Midjourney Prompt'),
  referenceImage,
  ...Object.entries(SCENE_TEXTS).map(([key, label]) => ofScene(key, label)),
  ofSceneInPlace('scenes', 'title', 'Title of scene 1'),
  ofSceneInPlace('scenes', 'description', 'Description of scene 1'),
  ofSceneInPlace('board', 'title', 'Title of scene 1'),
  ofSceneInPlace('board', 'description', 'Description of scene 1'),
  onDashboard('title', 'Title'),
  onDashboard('description', 'Description'),
];
