import type { Locator, Page } from '@playwright/test';

/** The zaps that the header shows, as they are told to a screen reader. Waits until they are known. */
export async function zapsIn(page: Page): Promise<number> {
  const told = page.getByTestId('zap-balance').getByText(/^[\d.,]+ zaps$/);
  return Number((await told.innerText()).replace(' zaps', '').replaceAll(',', ''));
}

/** The newest notification. */
export const toastIn = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
