/*
 * What jsdom takes most of its time for, and tests of components hardly ever look at. Half as long is worth having in a
 * run of all of them.
 */

const LABELABLE = 'button, input:not([type="hidden"]), meter, output, progress, select, textarea';
const CONTROLS = [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
];

/** As the standard has it. jsdom looks through the whole document for each label there is, and roles ask for every control. */
export function labelsOf(control: HTMLElement): HTMLLabelElement[] {
  const { id } = control;
  const named =
    id !== '' && document.getElementById(id) === control
      ? [...document.querySelectorAll<HTMLLabelElement>(`label[for=${JSON.stringify(id)}]`)]
      : [];
  const around = control.closest<HTMLLabelElement>('label:not([for])');
  return around?.querySelector(LABELABLE) === control ? [around, ...named] : named;
}

for (const { prototype } of CONTROLS) {
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      return this.matches(LABELABLE) ? labelsOf(this) : null;
    },
  });
}

/** Styles are read where a test asks for them; whatever looks for a role would go through all their rules for each element. */
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
