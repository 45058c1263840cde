/** The text at rest that a click or double click turns into a field, by what it is: 'Title of scene 1'. */
export function restingText(label: string, within: ParentNode = document): HTMLButtonElement {
  const found = within.querySelector<HTMLButtonElement>(`button[aria-description="${label}"]`);
  if (!found) throw new Error(`No text at rest is described as "${label}"`);
  return found;
}
