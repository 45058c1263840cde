/** Returns an inline-editable text that is not being edited, by its label, such as 'Title of scene 1'. */
export function restingText(label: string, within: ParentNode = document): HTMLButtonElement {
  const found = within.querySelector<HTMLButtonElement>(`button[aria-description="${label}"]`);
  if (!found) throw new Error(`No text at rest is described as "${label}"`);
  return found;
}
