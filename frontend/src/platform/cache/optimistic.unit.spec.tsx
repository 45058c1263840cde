import { QueryClient } from '@tanstack/react-query';
import { createOptimisticChanges } from './optimistic';

const words = createOptimisticChanges<string[]>();
let queryClient: QueryClient;
let held: string[];
beforeEach(() => {
  queryClient = new QueryClient();
  held = ['a'];
});
afterEach(() => queryClient.clear());
const shown = () => words.shown(queryClient, held);

/** Adds a word by a change whose response the test controls. */
function add(word: string, inTurn?: string) {
  let resolve: (word: string) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const answer = new Promise<string>((...ends) => ([resolve, reject] = ends));
  const save = jest.fn(() => answer);
  const apply = (list: string[]) => [...list, word];
  const settle = (saved: string) => (held = [...held, saved]);
  return { resolve, reject, save, made: words.make(queryClient, { apply, save, settle, inTurn }) };
}

describe('an optimistic change', () => {
  it('is replaced by the answer', async () => {
    const { resolve, made } = add('b');
    expect(shown()).toEqual(['a', 'b']);
    expect(held).toEqual(['a']);
    resolve('B');
    await made;
    expect(shown()).toEqual(['a', 'B']);
  });

  it('reverts when it fails, and leaves those beside it', async () => {
    const fails = add('b');
    const other = add('c');
    fails.reject(new Error('No.'));
    await expect(fails.made).rejects.toThrow('No.');
    expect(shown()).toEqual(['a', 'c']);
    other.resolve('C');
    await other.made;
    expect(shown()).toEqual(['a', 'C']);
  });

  it('is applied to data read meanwhile', () => {
    add('b');
    held = ['read'];
    expect(shown()).toEqual(['read', 'b']);
  });

  it('waits for the previous one where changes are serialized, and is shown at once', async () => {
    const first = add('b', 'words');
    const second = add('c', 'words');
    expect(shown()).toEqual(['a', 'b', 'c']);
    expect(second.save).not.toHaveBeenCalled();
    first.resolve('B');
    second.resolve('C');
    await second.made;
    expect(second.save).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual(['a', 'B', 'C']);
  });
});
