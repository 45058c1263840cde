import { spendingRow } from '../../testing/audit-fixtures';
import { keptBars, zapBars } from './SpendingCharts';

describe('the bars of kept work', () => {
  const rows = [
    spendingRow('image', { made: 40, kept: 10, discarded: 30, zaps: 40 }),
    spendingRow('film', { made: 1, kept: 1, discarded: 0, zaps: 1 }),
    spendingRow('text', { made: 0, kept: 0, discarded: 0, zaps: 9 }),
  ];

  it('are equally long, and dark up to the kept part', () => {
    expect(keptBars(rows, 'kind')).toMatchObject([
      { value: 1, strong: 0.25, shown: '10 of 40 kept', note: '30 discarded' },
      { value: 1, strong: 1, shown: '1 of 1 kept', note: undefined },
    ]);
  });

  it('differ from those of spending', () => {
    expect(zapBars(rows, 'kind').map(({ value }) => value)).toEqual([40, 1, 9]);
  });
});
