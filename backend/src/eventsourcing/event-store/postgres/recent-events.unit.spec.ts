import { toPosition } from '../event-store';
import { RecentEvents } from './recent-events';

const eventsOf = (count: number, bytes = 2) =>
  Array.from({ length: count }, (_, n) => {
    const data = JSON.stringify('x'.repeat(bytes - 2));
    const encoded = { id: String(n), type: 'T', data, metadata: null };
    return { streamId: 's', revision: BigInt(n), created: new Date(0), encoded };
  });
const positionsAfter = (recent: RecentEvents, position: bigint, limit = 10) =>
  recent.after(position, limit)?.map((event) => Number(event.position)) ?? null;

describe('the newest events', () => {
  it('are available after each position, beginning with the one before the first event', () => {
    const recent = new RecentEvents();
    recent.add(5n, eventsOf(2));
    recent.add(7n, eventsOf(1));
    expect(positionsAfter(recent, 4n)).toEqual([5, 6, 7]);
    expect(positionsAfter(recent, 6n)).toEqual([7]);
    expect(positionsAfter(recent, 4n, 2)).toEqual([5, 6]);
    expect(positionsAfter(recent, 3n)).toBeNull();
    expect(positionsAfter(recent, 7n)).toBeNull();
  });

  it('are evicted when another node appended in between', () => {
    const recent = new RecentEvents();
    recent.add(5n, eventsOf(2));
    recent.add(8n, eventsOf(1));
    expect(positionsAfter(recent, 5n)).toBeNull();
    expect(positionsAfter(recent, 7n)).toEqual([8]);
  });

  it('are limited in number and size', () => {
    const many = new RecentEvents();
    many.add(1n, eventsOf(5000));
    expect(positionsAfter(many, 0n)).toBeNull();
    expect(positionsAfter(many, 4999n)).toEqual([5000]);
    const large = new RecentEvents();
    for (let n = 0; n < 20; n++) large.add(BigInt(n + 1), eventsOf(1, 1024 * 1024));
    expect(positionsAfter(large, 0n)).toBeNull();
    expect(positionsAfter(large, 19n)).toEqual([20]);
  });

  it('equal the events read from the table', () => {
    const recent = new RecentEvents();
    const encoded = { id: 'id', type: 'T', data: '{"at":"2030-01-01"}', metadata: '{"m":1}' };
    recent.add(3n, [{ streamId: 's', revision: 9n, created: new Date(1), encoded }]);
    expect(recent.after(2n, 1)).toEqual([
      {
        id: 'id',
        type: 'T',
        data: { at: '2030-01-01' },
        metadata: { m: 1 },
        streamId: 's',
        revision: 9n,
        position: toPosition(3n),
        created: new Date(1),
      },
    ]);
  });
});
