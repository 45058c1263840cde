import type { Locator, Page } from '@playwright/test';
import type { Project, Scene } from '@storyreel/contracts';
import type { ApiClient } from '../../../scripts/lib/api-client.mjs';
import { first, makeProject } from './content';

/** Test data to type into: a project with one scene. */
export interface Sheet {
  project: Project;
  scene: Scene;
}

/** A text field that saves by itself, without a 'Save' button. */
export interface SavedField {
  name: string;
  /** The address of the screen with the field. */
  address(sheet: Sheet): string;
  /** Starts editing, with the caret at the end of the text. */
  begin(page: Page): Promise<Locator>;
  /** Ends editing, for fields that save only then. */
  end(field: Locator): Promise<void>;
  /** Returns the text as shown when it is not being edited. */
  shown(page: Page): Promise<string>;
  /** API address of the project or scene that has the field. */
  resource(sheet: Sheet): string;
  /** Name of the field's property in that resource. */
  key: string;
  /** Converts words into a valid value, for fields that don't take free text. */
  spell?(words: string): string;
}

/** Returns the words as a valid value of the field. */
export const spelled = (field: SavedField, words: string): string => field.spell?.(words) ?? words;

/** Reads the whole project or scene that has the field from the server. */
export const readAround = (api: ApiClient, field: SavedField, sheet: Sheet) =>
  api.json<Record<string, unknown>>('GET', field.resource(sheet));

/** Reads the field's value from the server. */
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

/** A permanent text box. */
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

/** A text that becomes a text box while it is edited. */
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

/** One field of each kind; a table in the unit tests covers every field. */
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
