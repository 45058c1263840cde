/* Skips style sheets unless a test needs them: each role query would match all their rules against each element. */

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
