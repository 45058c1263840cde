import { createChanges, createKeyedStore, createStore } from './store';

describe('a store', () => {
  it('notifies every listener of a change, and none that has unsubscribed', () => {
    const store = createStore(1);
    const stays = jest.fn();
    const leaves = jest.fn();
    store.subscribe(stays);
    const leave = store.subscribe(leaves);
    store.set(2);
    leave();
    store.set(3);
    expect(store.get()).toBe(3);
    expect(stays).toHaveBeenCalledTimes(2);
    expect(leaves).toHaveBeenCalledTimes(1);
  });

  it('watches its source from the first listener to the last', () => {
    const steps: string[] = [];
    const changes = createChanges(() => {
      steps.push('begin');
      return () => steps.push('end');
    });
    const [first, second] = [changes.subscribe(jest.fn()), changes.subscribe(jest.fn())];
    first();
    first();
    expect(steps).toEqual(['begin']);
    second();
    expect(steps).toEqual(['begin', 'end']);
    changes.subscribe(jest.fn());
    expect(steps).toEqual(['begin', 'end', 'begin']);
  });

  it('keeps the values of several subjects apart', () => {
    const store = createKeyedStore<string>();
    const heard = jest.fn();
    store.subscribe(heard);
    store.set('a', 'one');
    store.set('b', 'two');
    store.set('a', undefined);
    expect([store.get('a'), store.get('b')]).toEqual([undefined, 'two']);
    expect(heard).toHaveBeenCalledTimes(3);
  });
});
