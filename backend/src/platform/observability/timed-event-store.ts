import type { EventStore } from '../event-store/event-store';
import type { Metrics } from './metrics';

/** The same store, with the time of each append measured. */
export function timedEventStore(events: EventStore, metrics: Pick<Metrics, 'observeAppend'>): EventStore {
  const append: EventStore['append'] = async (...call) => {
    const started = process.hrtime.bigint();
    const seconds = () => Number(process.hrtime.bigint() - started) / 1e9;
    try {
      const result = await events.append(...call);
      metrics.observeAppend(seconds(), 'appended');
      return result;
    } catch (error) {
      metrics.observeAppend(seconds(), 'refused');
      throw error;
    }
  };
  return new Proxy(events, {
    get(target, property) {
      if (property === 'append') return append;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
