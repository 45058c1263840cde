import { cleanup, render, screen } from '@testing-library/react';
import { StatusDot, type StatusColour } from './Status';
import { globalStyles } from './theme';
import { declared } from '../testing/unread-styles';

afterEach(cleanup);

/** Returns the values of a colour variable in the light and the dark theme. */
const valuesOf = (variable: string): number[][] =>
  [...globalStyles.styles.matchAll(new RegExp(`${variable}: #(\\w{2})(\\w{2})(\\w{2});`, 'g'))].map(([, ...channels]) =>
    channels.map((channel) => Number.parseInt(channel, 16)),
  );

/** Names a colour: grey if its saturation is low, otherwise by its hue. */
function nameOf([red = 0, green = 0, blue = 0]: number[]): string {
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  if (range < 0.2 * most) return 'grey';
  if (most === green) return 'green';
  if (most === blue) return 'blue';
  return (green - blue) / range > 0.3 ? 'yellow' : 'red';
}

describe('a status dot', () => {
  it.each<StatusColour>(['red', 'yellow', 'green', 'grey'])(
    'that is %s is so in both themes, and has its title [DOTS-01, DOTS-09, SLOT-12]',
    (colour) => {
      render(<StatusDot colour={colour} title="Its state" />);
      const dot = screen.getByRole('img', { name: 'Its state' });
      expect(dot.title).toBe('Its state');
      const [, variable = 'none'] = /^var\((--[\w-]+)\)$/.exec(declared(dot, 'color')) ?? [];
      expect(valuesOf(variable).map(nameOf)).toEqual([colour, colour]);
    },
  );
});
