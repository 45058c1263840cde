import { screen, within } from '@testing-library/react';

export const selectNamed = (name: string): HTMLSelectElement => screen.getByRole('combobox', { name });
/** Returns the text that the select shows. */
export const shownBy = (select: HTMLSelectElement): string | undefined => select.selectedOptions[0]?.textContent;
/** Returns the texts of the select's options. */
export const offeredBy = (select: HTMLSelectElement): string[] =>
  within(select)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
