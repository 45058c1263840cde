import { allViews } from '../../app/composition';
import { storedEvents } from './stored-events';

/** A row that throws when it is read. */
const UNSEEN = new Proxy(
  {},
  {
    get: () => {
      throw new Error('The row before was looked at');
    },
    ownKeys: () => {
      throw new Error('The row before was looked at');
    },
  },
);

describe('views that declare that they ignore the row before', () => {
  it.each(allViews.filter(({ ignoresRow }) => ignoresRow).map((view) => [view.name, view] as const))(
    'ignore it: %s',
    (_, view) => {
      const events = storedEvents.filter(({ type }) => view.types.includes(type));
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) {
        for (const key of view.keys(event)) {
          expect(view.evolve(UNSEEN, event, key)).toEqual(view.evolve(null, event, key));
        }
      }
    },
  );
});
