import { recorded } from '../../testing/view-spec';
import { counted } from '../../testing/view-stage';
import { KeyBudget, splitBatch } from './fold-batch';
import type { Position } from '../event-store/event-store';

const MB = 1024 * 1024;
const view = counted('counts', { keys: ({ data }) => (data as { ids: string[] }).ids });
const touching = (...lists: string[][]) =>
  lists.map((ids, index) => recorded({ type: 'Counted', data: { ids } }, index));
const partsOf = (bytesPerRow: number, ...lists: string[][]) => {
  const budget = new KeyBudget();
  budget.saw(bytesPerRow);
  const events = touching(...lists);
  const taker = { view, budget };
  return [...splitBatch(events, '9' as Position, [taker])].map(({ touches, to }) => {
    const part = new Set([...(touches.get(taker)?.byKey.values() ?? [])].flat());
    return [part.size, to === '9' ? 'end' : events.filter((event) => part.has(event)).at(-1)?.position === to];
  });
};

describe('a batch', () => {
  it('stays whole while its rows are small', () => {
    expect(partsOf(100, ['a'], ['b'], ['c'])).toEqual([[3, 'end']]);
  });

  it('is cut where it touches more large rows than fit, and a part ends at its last event', () => {
    expect(partsOf(4 * MB, ['a'], ['b'], ['a'], ['c'], ['d'], ['e'])).toEqual([
      [3, true],
      [2, true],
      [1, 'end'],
    ]);
  });

  it('is never cut within an event, however many rows the event touches', () => {
    expect(partsOf(8 * MB, ['a', 'b', 'c'], ['d'])).toEqual([
      [1, true],
      [1, 'end'],
    ]);
  });

  it('without events only advances the position', () => {
    expect(partsOf(100)).toEqual([[0, 'end']]);
  });
});
