import { keepFocus } from './focus-keeper';

let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = `
    <main id="main" tabindex="-1">
      <ul>
        <li><button>One</button></li>
        <li><button>Two</button></li>
        <li><button>Three</button></li>
      </ul>
    </main>
    <div id="layer"><button>In a menu</button></div>`;
  const main = document.querySelector('main');
  if (main) stop = keepFocus(main);
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  document.body.innerHTML = '';
});

const button = (text: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === text);
/** Removes an element, then waits as long as a dialog or menu may take to return the focus. */
async function remove(element: Element | null | undefined): Promise<void> {
  element?.remove();
  await jest.advanceTimersByTimeAsync(100);
}

describe('the focus of a button that is disabled while it works', () => {
  /** Disables an element as browsers do, but jsdom does not: it loses the focus without an event. */
  function disable(target: HTMLButtonElement): void {
    Object.defineProperty(document, 'activeElement', { configurable: true, get: () => document.body });
    target.disabled = true;
  }
  async function enable(target: HTMLButtonElement): Promise<void> {
    await jest.advanceTimersByTimeAsync(0);
    target.disabled = false;
    await jest.advanceTimersByTimeAsync(0);
  }
  const two = (): HTMLButtonElement => button('Two') ?? document.createElement('button');
  afterEach(() => Reflect.deleteProperty(document, 'activeElement'));

  it('returns when the button is enabled again', async () => {
    two().focus();
    disable(two());
    const focused = jest.spyOn(two(), 'focus');
    await enable(two());
    expect(focused).toHaveBeenCalledTimes(1);
  });

  it('stays where the user moved it meanwhile', async () => {
    two().focus();
    disable(two());
    await jest.advanceTimersByTimeAsync(0);
    Reflect.deleteProperty(document, 'activeElement');
    button('Three')?.focus();
    await enable(two());
    expect(document.activeElement).toBe(button('Three'));
  });
});

describe('the focus of a removed element', () => {
  it('moves to the element now in its place', async () => {
    button('Two')?.focus();
    await remove(button('Two')?.closest('li'));
    expect(document.activeElement).toBe(button('Three'));
  });

  it('moves to the previous one when it was the last', async () => {
    button('Three')?.focus();
    await remove(button('Three')?.closest('li'));
    expect(document.activeElement).toBe(button('Two'));
  });

  it('moves to the content of the page when nothing is left, or it was in a layer over it', async () => {
    button('One')?.focus();
    await remove(document.querySelector('ul'));
    expect(document.activeElement?.id).toBe('main');
    button('In a menu')?.focus();
    await remove(document.querySelector('#layer'));
    expect(document.activeElement?.id).toBe('main');
  });

  it('moves to the content of the page when it was in a text, whose next keys must press nothing', async () => {
    const field = document.createElement('textarea');
    const row = document.querySelector('li');
    row?.prepend(field);
    field.focus();
    await remove(row);
    expect(document.activeElement).toBe(document.querySelector('main'));
  });

  it('is left alone when the caller moves it', async () => {
    button('Two')?.focus();
    button('Two')?.closest('li')?.remove();
    button('One')?.focus();
    await jest.advanceTimersByTimeAsync(100);
    expect(document.activeElement).toBe(button('One'));
  });
});
