import type { Locator, Page } from '@playwright/test';
import { ScenePanel } from './scene-panel';

export type TabName = 'Settings' | 'Story' | 'Scenes' | 'Build' | 'Board' | 'Audio' | 'Create' | 'Publish';

/** An open project: its header, its eight tabs and their contents. */
export class WorkspacePage {
  readonly title: Locator;
  readonly description: Locator;
  readonly story: Locator;
  readonly dialog: Locator;

  constructor(private readonly page: Page) {
    this.title = page.getByRole('textbox', { name: 'Project title' });
    this.description = page.getByRole('textbox', { name: 'Project description' });
    this.story = page.getByRole('textbox', { name: 'Story', exact: true });
    this.dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  }

  async open(projectId: string, tab: Lowercase<TabName> = 'story'): Promise<void> {
    await this.page.goto(`/?project=${projectId}&tab=${tab}`);
    await this.title.waitFor();
  }

  tab(name: TabName): Locator {
    return this.page.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  async showTab(name: TabName): Promise<void> {
    await this.tab(name).click();
  }

  /** 'Saved {time}', which every autosaved field shows in the end. */
  get saved(): Locator {
    return this.page.getByText(/^Saved /).first();
  }

  async createScenes(): Promise<void> {
    await this.page.getByRole('button', { name: 'Create Scenes' }).click();
    await this.dialog.getByRole('button', { name: 'Create Scenes' }).click();
    await this.dialog.waitFor({ state: 'hidden' });
  }

  /** Returns a scene's editor in the Build tab, by number. */
  scene(number: number): ScenePanel {
    return new ScenePanel(this.page.getByRole('region', { name: new RegExp(`^Scene ${number}: `) }));
  }

  /** Returns a scene's card in the Board tab, by number. */
  card(number: number): Locator {
    return this.page.getByRole('article', { name: `Scene ${number}`, exact: true });
  }

  /** The project's id from the address. */
  get projectId(): string {
    return new URL(this.page.url()).searchParams.get('project') ?? '';
  }
}
