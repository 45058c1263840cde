import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { leaveApp, renderApp } from '../testing/render-app';
import { DatePicker } from '.';

const TODAY = new Date(2026, 10, 22, 13, 0);
const chosen = jest.fn();
function Host({ start = '', min }: { start?: string; min?: string }) {
  const [value, setValue] = useState(start);
  const change = (day: string) => {
    chosen(day);
    setValue(day);
  };
  return <DatePicker label="Date" value={value} onValueChange={change} {...(min ? { min } : {})} />;
}
const open = async (props: { start?: string; min?: string } = {}) => {
  const { user } = renderApp(<Host {...props} />, { fakeTimers: true });
  await user.click(screen.getByRole('button', { name: /^Date: / }));
  return user;
};
const day = (name: string) => within(screen.getByRole('grid')).getByRole('button', { name });
const named = (focused: Element | null) => focused?.getAttribute('aria-label');

beforeEach(() => {
  chosen.mockClear();
  jest.useFakeTimers({ now: TODAY });
});
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

describe('a date picker', () => {
  it("opens today's month, which begins its weeks on Sunday, and closes with the chosen day", async () => {
    const user = await open();
    expect(screen.getByRole('grid', { name: 'November 2026' })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
      'Sun Mon Tue Wed Thu Fri Sat'.split(' '),
    );
    expect(day('Sunday, November 22, 2026').getAttribute('aria-current')).toBe('date');
    await user.click(day('Friday, November 27, 2026'));
    expect(chosen.mock.calls).toEqual([['2026-11-27']]);
    expect(screen.queryByRole('grid')).toBeNull();
    const button = screen.getByRole('button', { name: 'Date: Nov 27, 2026' });
    expect(document.activeElement).toBe(button);
    await user.click(button);
    expect(screen.getByRole('gridcell', { selected: true }).textContent).toBe('27');
  });

  it('disables the days before the first allowed one, and the way to their months', async () => {
    const user = await open({ min: '2026-11-22' });
    expect(day('Saturday, November 21, 2026')).toHaveProperty('disabled', true);
    expect(day('Sunday, November 1, 2026')).toHaveProperty('disabled', true);
    expect(day('Sunday, November 22, 2026')).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Previous month' })).toHaveProperty('disabled', true);
    await user.click(day('Saturday, November 21, 2026'));
    expect(chosen).not.toHaveBeenCalled();
  });

  it('moves no focus to a disabled day', async () => {
    const user = await open({ min: '2026-11-22' });
    await user.keyboard('{ArrowLeft}{PageUp}{Home}{Enter}');
    expect(chosen.mock.calls).toEqual([['2026-11-22']]);
  });

  it('changes its month', async () => {
    const user = await open({ min: '2026-11-22' });
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(screen.getByRole('grid', { name: 'January 2027' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    await user.click(day('Tuesday, December 1, 2026'));
    expect(chosen.mock.calls).toEqual([['2026-12-01']]);
  });

  it.each([
    ['{ArrowRight}', 'Monday, November 23, 2026'],
    ['{ArrowLeft}', 'Saturday, November 21, 2026'],
    ['{ArrowDown}', 'Sunday, November 29, 2026'],
    ['{ArrowUp}', 'Sunday, November 15, 2026'],
    ['{End}', 'Saturday, November 28, 2026'],
    ['{End}{Home}', 'Sunday, November 22, 2026'],
    ['{PageDown}', 'Tuesday, December 22, 2026'],
    ['{PageUp}', 'Thursday, October 22, 2026'],
    ['{Shift>}{PageDown}{/Shift}', 'Monday, November 22, 2027'],
  ])('moves with %s', async (keys, expected) => {
    const user = await open();
    await user.keyboard(keys);
    expect(named(document.activeElement)).toBe(expected);
  });

  it('closes with Escape, chooses nothing and returns the focus', async () => {
    const user = await open({ start: '2026-12-24' });
    expect(named(document.activeElement)).toBe('Thursday, December 24, 2026');
    await user.keyboard('{ArrowRight}{Escape}');
    expect(screen.queryByRole('grid')).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Date: Dec 24, 2026' }));
  });
});
