import { PageSize, type EventRow } from './log-reader';

const row = (bytes: number): EventRow => ['1', 's', '0', 'id', 'T', 'x'.repeat(bytes), null, new Date(0)];

describe('the size of a page', () => {
  it('starts small, grows to the limit with small events, and shrinks with large ones', () => {
    const size = new PageSize(1000, 1_000_000, 100);
    expect(size.next()).toBe(100);
    size.saw([row(100)]);
    expect(size.next()).toBe(1000);
    size.saw([row(500_000), row(500_000)]);
    expect(size.next()).toBe(1);
    size.saw([]);
    expect(size.next()).toBe(1);
  });

  it('never exceeds the requested number', () => {
    expect(new PageSize(1000).next(7)).toBe(7);
  });
});
