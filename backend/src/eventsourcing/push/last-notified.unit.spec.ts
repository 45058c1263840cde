import type { Position } from '../event-store/event-store';
import { LastNotified } from './last-notified';

const at = (n: number) => String(n).padStart(20, '0') as Position;

describe('the last notification of each user', () => {
  it('shows which users were notified since a page was read', () => {
    const told = new LastNotified();
    told.begin(at(10));
    told.told(['ada'], at(20));
    told.told([], at(30));
    expect(told.upTo).toBe(at(30));
    expect(told.hasNotifiedSince('ada', at(19))).toBe(true);
    expect(told.hasNotifiedSince('ada', at(20))).toBe(false);
    expect(told.hasNotifiedSince('bob', at(10))).toBe(false);
  });

  it('counts as missed for a page that is older than the remembered notifications', () => {
    const told = new LastNotified();
    expect(told.hasNotifiedSince('ada', at(1))).toBe(true);
    told.begin(at(10));
    expect(told.hasNotifiedSince('ada', at(9))).toBe(true);
  });

  it('begins with an empty log', () => {
    const told = new LastNotified();
    told.begin('start');
    expect(told.upTo).toBeNull();
    expect(told.hasNotifiedSince('ada', at(0))).toBe(false);
  });

  it('counts as missed for a window without a position if there was any', () => {
    const told = new LastNotified();
    told.begin(at(10));
    told.told(['ada'], at(20));
    expect(told.hasNotifiedSince('ada', null)).toBe(true);
    expect(told.hasNotifiedSince('bob', null)).toBe(false);
  });

  it('is evicted for the users notified longest ago; pages of that time count as having missed one', () => {
    const told = new LastNotified(2);
    told.begin(at(10));
    for (const [index, user] of ['ada', 'bob', 'ada', 'cy'].entries()) told.told([user], at(20 + index));
    expect(told.hasNotifiedSince('bob', null)).toBe(false);
    expect(told.hasNotifiedSince('bob', at(20))).toBe(true);
    expect(told.hasNotifiedSince('bob', at(21))).toBe(false);
    expect(told.hasNotifiedSince('ada', at(21))).toBe(true);
  });
});
