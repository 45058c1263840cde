import { screen, within } from '@testing-library/react';

export const selectNamed = (name: string): HTMLSelectElement => screen.getByRole('combobox', { name });
/** The words that a select shows. */
export const shownBy = (select: HTMLSelectElement): string | undefined => select.selectedOptions[0]?.textContent;
/** The words that it lets people choose from. */
export const offeredBy = (select: HTMLSelectElement): string[] =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
