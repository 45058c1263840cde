import { useState } from 'react';
import { offeredBy, selectNamed, shownBy } from '../testing/select';
import { leaveApp, renderApp } from '../testing/render-app';
import { Select } from '.';

const OPTIONS = [
  { value: 'apple', label: 'Apple' },
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

beforeEach(() => chosen.mockClear());
afterEach(leaveApp);

describe('a select', () => {
  it('shows a disabled placeholder, then the chosen option', async () => {
    const { user } = renderApp(<Host />);
    expect(shownBy(selectNamed('Fruit'))).toBe('Choose one');
    expect(offeredBy(selectNamed('Fruit'))).toEqual(['Apple', 'Avocado', 'Banana']);
    await user.selectOptions(selectNamed('Fruit'), 'Choose one');
    expect(chosen).not.toHaveBeenCalled();
    await user.selectOptions(selectNamed('Fruit'), 'Banana');
    expect(chosen.mock.calls).toEqual([['banana']]);
    expect(shownBy(selectNamed('Fruit'))).toBe('Banana');
    expect(offeredBy(selectNamed('Fruit'))).toEqual(['Apple', 'Avocado', 'Banana']);
  });

  it('has no placeholder while an option is chosen', () => {
    renderApp(<Host start="avocado" />);
    expect(shownBy(selectNamed('Fruit'))).toBe('Avocado');
    expect(selectNamed('Fruit').options).toHaveLength(3);
  });
});
