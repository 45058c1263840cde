import { screen } from '@testing-library/react';
import { useState } from 'react';
import { fakeWindow } from '../testing/fake-window';
import { leaveApp, renderApp } from '../testing/render-app';
import { Dialog, Select } from '.';

const OPTIONS = [
  { value: 'apple', label: 'Apple' },
  { value: 'apricot', label: 'Apricot', disabled: true },
  { value: 'avocado', label: 'Avocado' },
  { value: 'banana', label: 'Banana' },
] as const;
type Fruit = (typeof OPTIONS)[number]['value'];

const chosen = jest.fn();
function Host({ start = '' }: { start?: Fruit | '' }) {
  const [value, setValue] = useState<Fruit | ''>(start);
  const change = (next: Fruit) => {
    chosen(next);
    setValue(next);
  };
  return <Select ariaLabel="Fruit" value={value} onValueChange={change} options={OPTIONS} placeholder="Choose one" />;
}
const trigger = () => screen.getByRole('combobox', { name: 'Fruit' });
const focused = () => document.activeElement?.textContent;

beforeEach(() => {
  fakeWindow();
  chosen.mockClear();
});
afterEach(leaveApp);

describe('a select', () => {
  it('shows a placeholder, then what was chosen by a click', async () => {
    const { user } = renderApp(<Host />);
    expect(trigger().textContent).toBe('Choose one');
    await user.click(trigger());
    expect(trigger().getAttribute('aria-expanded')).toBe('true');
    await user.click(screen.getByRole('option', { name: 'Banana' }));
    expect(trigger().textContent).toBe('Banana');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('is worked by the keyboard alone', async () => {
    const { user } = renderApp(<Host start="apple" />);
    await user.tab();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Apple');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Avocado');
    await user.keyboard('{End}');
    expect(focused()).toBe('Banana');
    await user.keyboard('{Home}');
    expect(focused()).toBe('Apple');
    await user.keyboard('b');
    expect(focused()).toBe('Banana');
    await user.keyboard('{Enter}');
    expect(chosen.mock.calls).toEqual([['banana']]);
    await user.keyboard('{ArrowUp}{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(document.activeElement).toBe(trigger());
  });

  it('walks through the options of one letter', async () => {
    const { user } = renderApp(<Host start="banana" />);
    await user.click(trigger());
    await user.keyboard('a');
    expect(focused()).toBe('Apple');
    await user.keyboard('a');
    expect(focused()).toBe('Avocado');
    await user.keyboard('a');
    expect(focused()).toBe('Apple');
  });

  it('tells nothing when the same or a disabled option is chosen', async () => {
    const { user } = renderApp(<Host start="apple" />);
    await user.click(trigger());
    await user.click(screen.getByRole('option', { name: 'Apricot' }));
    screen.getByRole('listbox');
    await user.click(screen.getByRole('option', { name: 'Apple' }));
    expect(chosen).not.toHaveBeenCalled();
  });

  it('opens inside its dialog, and Escape closes only the list', async () => {
    const close = jest.fn();
    const { user } = renderApp(
      <Dialog open onOpenChange={close} title="Fruits">
        <Host />
      </Dialog>,
    );
    await user.click(trigger());
    expect(screen.getByRole('dialog').contains(screen.getByRole('listbox'))).toBe(true);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(close).not.toHaveBeenCalled();
  });
});
