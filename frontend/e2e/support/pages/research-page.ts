import { expect, type Locator, type Page } from '@playwright/test';

/** The research screen, with or without a project. */
export class ResearchPage {
  readonly chat: Locator;
  readonly input: Locator;
  readonly messages: Locator;
  readonly thinking: Locator;

  constructor(readonly page: Page) {
    this.chat = page.getByRole('region', { name: 'AI Research Assistant' });
    this.input = this.chat.getByRole('textbox', { name: 'Message' });
    this.messages = this.chat.getByRole('article');
    this.thinking = this.chat.getByText('AI is thinking...');
  }

  async open(projectId?: string): Promise<void> {
    await this.page.goto(projectId === undefined ? '/research' : `/research?project=${projectId}`);
    await expect(this.input).toBeEnabled();
  }

  async ask(question: string): Promise<void> {
    await this.input.fill(question);
    await expect(this.chat.getByRole('button', { name: /^Send/ })).toBeEnabled();
    await this.input.press('Enter');
  }
}
