import { LIMITS } from '@storyreel/contracts';
import type { LibraryMember } from '@storyreel/contracts';
import { castLibraryAggregate, decideKeepInLibrary, decideRemoveFromLibrary, decideRestoreToLibrary } from './library';
import type { LibraryEvent, LibraryState } from './library';

const mara: LibraryMember = { id: 'mara', version: 1, kind: 'character', name: 'Mara', look: 'red coat', pictures: [] };
const after = (events: LibraryEvent[], state: LibraryState = castLibraryAggregate.initial): LibraryState =>
  events.reduce((folded, event) => castLibraryAggregate.evolve(folded, event, {} as never), state);
const kept = (entry: LibraryMember = mara): LibraryEvent => ({ type: 'LibraryMemberKept', data: { entry } });
const keep = (entry: Partial<LibraryMember>, state: LibraryState) => {
  const { version: _, ...data } = { ...mara, ...entry };
  return decideKeepInLibrary({ data }, state);
};

describe('the library of casts', () => {
  it('counts the changes of an entry, and records no repeated value', () => {
    const state = after([kept()]);
    expect(keep({}, state)).toEqual([]);
    expect(keep({ look: 'blue coat' }, state)).toEqual([kept({ ...mara, look: 'blue coat', version: 2 })]);
    expect(after(keep({ look: 'blue coat' }, state), state).entries).toHaveLength(1);
  });

  it('holds 200 entries at most', () => {
    expect(LIMITS.libraryMembers).toBe(200);
    const many = (count: number) => after(Array.from({ length: count }, (_, at) => kept({ ...mara, id: `m${at}` })));
    expect(keep({}, many(199))).toHaveLength(1);
    expect(() => keep({}, many(200))).toThrow('A library holds at most 200 characters, places and props.');
    expect(keep({ id: 'm7', look: 'blue coat' }, many(200))).toHaveLength(1);
  });

  it('restores a removed entry, once', () => {
    const gone = after([kept(), { type: 'LibraryMemberRemoved', data: { entryId: 'mara' } }]);
    const restored = decideRestoreToLibrary({ data: { id: 'mara' } }, gone);
    expect(restored).toEqual([{ type: 'LibraryMemberRestored', data: { entry: mara } }]);
    expect(decideRestoreToLibrary({ data: { id: 'mara' } }, after(restored, gone))).toEqual([]);
    expect(() => decideRemoveFromLibrary({ data: { id: 'mara' } }, gone)).toThrow();
    expect(() => decideRestoreToLibrary({ data: { id: 'tom' } }, gone)).toThrow();
  });
});
