import type { Locator, Page } from '@playwright/test';

/** The list of projects at '/'. */
export class DashboardPage {
  readonly newProject: Locator;

  constructor(private readonly page: Page) {
    this.newProject = page.getByRole('main').getByRole('button', { name: 'New Project' }).first();
  }

  async open(): Promise<void> {
    await this.page.goto('/');
    await this.newProject.waitFor();
  }

  card(title: string): Locator {
    return this.page.getByRole('link', { name: `Open ${title}`, exact: true });
  }

  async openProject(title: string): Promise<void> {
    await this.card(title).click();
  }
}
