import type { Locator, Page } from '@playwright/test';

/** Returns the balance from the header's accessible label. Waits until it has loaded. */
export async function zapsIn(page: Page): Promise<number> {
  const told = page.getByTestId('zap-balance').getByText(/^[\d.,]+ zaps$/);
  return Number((await told.innerText()).replace(' zaps', '').replaceAll(',', ''));
}

/** The newest toast. */
export const toastIn = (page: Page): Locator =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
