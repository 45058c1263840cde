/* Speeds up the lookup of labels: jsdom searches the whole document for each label, and role queries need the labels of
   every control. */

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

/** Returns a control's labels by the HTML standard. */
export function labelsOf(control: HTMLElement): HTMLLabelElement[] {
  const { id } = control;
  const named =
    id !== '' && document.getElementById(id) === control
      ? [...document.getElementsByTagName('label')].filter(({ htmlFor }) => htmlFor === id)
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
