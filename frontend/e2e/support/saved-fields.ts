import type { Locator, Page } from '@playwright/test';
import type { Project, Scene } from '@storyreel/contracts';
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

/** One place of each kind in which people write; a table of the web tests has every place. */
export const SAVED_FIELDS: readonly SavedField[] = [
  {
    name: 'a text box',
    address: inTab('story'),
    ...typed('Story'),
    resource: projectResource,
    key: 'story',
  },
  {
    name: 'a text that is edited in place',
    address: inTab('scenes'),
    ...inPlace('Title of scene 1'),
    resource: sceneResource,
    key: 'title',
  },
  {
    name: 'an address, which counts once its field is left',
    address: inTab('settings'),
    ...typed('Image URL'),
    end: (field) => field.press('Enter'),
    resource: projectResource,
    key: 'imageUrl',
    spell: (words) => words.replaceAll(' ', '-'),
  },
];
