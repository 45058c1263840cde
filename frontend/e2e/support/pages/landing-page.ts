import type { Locator, Page } from '@playwright/test';

/** The page that a visitor without a session sees at every address. */
export class LandingPage {
  readonly getStarted: Locator;

  constructor(private readonly page: Page) {
    this.getStarted = page.getByRole('link', { name: 'Get Started' });
  }

  async open(path = '/'): Promise<void> {
    await this.page.goto(path);
    await this.getStarted.waitFor();
  }
}
