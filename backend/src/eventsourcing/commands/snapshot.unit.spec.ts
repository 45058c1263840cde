import type { Aggregate } from '../domain/aggregate';
import type { DomainEvent } from '../domain/domain-event';
import { foldOf } from './snapshot';

const shelf: Aggregate<{ books: object[] }, DomainEvent> = {
  category: 'shelf',
  initial: { books: [] },
  evolve: (state) => state,
  snapshot: { version: 1, parts: [{ title: '' }] },
};

describe('the name of a fold', () => {
  it('is the same for the same version and shape', () => {
    expect(foldOf({ ...shelf })).toBe(foldOf(shelf));
  });

  it.each([
    ['its version is raised', { snapshot: { version: 2, parts: [{ title: '' }] } }],
    ['its state has another field', { initial: { books: [], rooms: [] } }],
    ['a value in its state has another field', { snapshot: { version: 1, parts: [{ title: '', notes: '' }] } }],
  ])('differs when %s', (_, change) => {
    expect(foldOf({ ...shelf, ...change })).not.toBe(foldOf(shelf));
  });

  it('is missing where snapshots are disabled', () => {
    expect(foldOf({ ...shelf, snapshot: undefined })).toBeNull();
  });
});
