import { z } from 'zod';
import { DomainError } from '../../lib/domain-error';
import { keyFrom, pageOf } from './paging';

const rows = [1, 2, 3].map((n) => ({ n }));
const key = ({ n }: { n: number }) => [n];
const shape = z.tuple([z.number()]);

describe('a page', () => {
  it('is the last one when no entry follows it', () => {
    expect(pageOf(rows, 3, key)).toEqual({ items: rows, next: null });
    expect(pageOf([], 3, key)).toEqual({ items: [], next: null });
  });

  it('names its last entry as the cursor when more entries follow', () => {
    const { items, next } = pageOf(rows, 2, key);
    expect(items).toEqual([{ n: 1 }, { n: 2 }]);
    expect(keyFrom(next ?? '', shape)).toEqual([2]);
  });

  it('ends before it is too large, and never before its first entry', () => {
    const large = () => 20 * 1024 * 1024;
    const { items, next } = pageOf(rows, 3, key, large);
    expect(items).toEqual([{ n: 1 }]);
    expect(keyFrom(next ?? '', shape)).toEqual([1]);
  });

  it.each([
    '',
    'x',
    'bm9uc2Vuc2U',
    Buffer.from('["a"]').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
  ])('is refused for the cursor %j', (cursor) => {
    expect(() => keyFrom(cursor, shape)).toThrow(DomainError);
  });
});
