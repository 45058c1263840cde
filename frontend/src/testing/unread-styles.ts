/*
 * Styles are left unread but where a test asks for them: whatever looks for a role would go through all their rules for
 * each element.
 */

interface Files {
  readFileSync(path: string, encoding: 'utf8'): string;
}
const { readFileSync } = jest.requireActual<Files>('node:fs');
const { testPath } = expect.getState();
if (testPath === undefined || !readFileSync(testPath, 'utf8').includes('getComputedStyle')) {
  const create = document.createElement.bind(document);
  document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
    const element = create(name, options);
    if (name === 'style') element.setAttribute('type', 'text/x-unread');
    return element;
  };
}
