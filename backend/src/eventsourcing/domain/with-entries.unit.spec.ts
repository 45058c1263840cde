import { OwnedValue, withEntries } from './aggregate';

describe('a collection with another entry', () => {
  it.each([undefined, new OwnedValue()])('is a copy when the collection is shared (%p)', (unshared) => {
    const held = { a: 1 };
    expect(withEntries(held, [['b', 2]], unshared)).toEqual({ a: 1, b: 2 });
    expect(held).toEqual({ a: 1 });
  });

  it('is changed in place while it is unshared, and copied by the next read', () => {
    const first = new OwnedValue();
    const made = withEntries<number>({}, [['a', 1]], first);
    expect(withEntries(made, [['b', 2]], first)).toBe(made);
    expect(withEntries(made, [['c', 3]], new OwnedValue())).not.toBe(made);
    expect(Object.keys(made)).toEqual(['a', 'b']);
  });
});
