import { fireEvent, screen, within } from '@testing-library/react';

/** Returns queries within a scene's editor in the Build tab, by the scene's number. */
export const editor = (n: number) => within(screen.getByRole('region', { name: new RegExp(`^Scene ${n}:`) }));
export const field = (n: number, label: string): HTMLTextAreaElement => editor(n).getByLabelText(label);
export const write = (n: number, label: string, value: string): void => {
  fireEvent.change(field(n, label), { target: { value } });
};
/** Returns the element beside a field's label. */
export const besideLabel = (n: number, label: string) =>
  within(editor(n).getByText(label, { selector: 'label' }).parentElement ?? document.body);
