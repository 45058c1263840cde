import {
  deletedResponseSchema,
  LIMITS,
  READY_MADE_STYLES,
  type SaveStyleRequest,
  type Style,
  styleSchema,
} from '@storyreel/contracts';
import type { ContractCase, Visitor } from '../visitor';
import { INVALID, NOBODYS_ID, NOT_FOUND, picture } from './steps';

const INK = { name: 'Ink', imageUrl: picture('ink'), category: 'Custom' } as const;
const add = (visitor: Visitor, body: SaveStyleRequest): Promise<Style> =>
  visitor.get(styleSchema, 'POST /api/styles', { body });
const list = (visitor: Visitor): Promise<Style[]> => visitor.get(styleSchema.array(), 'GET /api/styles');
const names = (styles: Style[]): string[] => styles.map(({ name }) => name);

export const STYLE_CASES: ContractCase[] = [
  {
    title: 'styles are listed newest first, with null for missing fields',
    async run(side) {
      const visitor = await side.newcomer();
      const ink = await add(visitor, INK);
      expect(ink).toMatchObject({ description: null, prompt: null, attributes: null });
      await add(visitor, { ...INK, name: 'Wash' });
      expect(names(await list(visitor))).toEqual(['Wash', 'Ink']);
    },
  },
  {
    title: 'a style needs a name, an image and a category; the name is trimmed [STYLE-09]',
    async run(side) {
      const visitor = await side.newcomer();
      const { name, imageUrl, category } = INK;
      const incomplete = [
        { imageUrl, category },
        { name, category },
        { name, imageUrl },
        { ...INK, name: ' \n' },
        { ...INK, imageUrl: ' ' },
        { ...INK, category: 'Oil' },
        { ...INK, name: 'x'.repeat(LIMITS.styleName + 1) },
      ];
      for (const body of incomplete) expect(await visitor.refusal('POST /api/styles', { body })).toEqual(INVALID);
      const kept = await add(visitor, { ...INK, name: '  Ink ', attributes: '  fine lines ' });
      expect(kept).toMatchObject({ name: 'Ink', attributes: 'fine lines' });
      for (const body of incomplete) {
        expect(await visitor.refusal(`PUT /api/styles/${kept.id}`, { body })).toEqual(INVALID);
      }
      expect(await list(visitor)).toEqual([kept]);
    },
  },
  {
    title: 'an edited style keeps its place, and fields missing in the request are emptied',
    async run(side) {
      const visitor = await side.newcomer();
      const ink = await add(visitor, { ...INK, prompt: 'fine lines' });
      await add(visitor, { ...INK, name: 'Wash' });
      const changed = await visitor.get(styleSchema, `PUT /api/styles/${ink.id}`, { body: { ...INK, name: 'Chalk' } });
      expect(changed).toMatchObject({ id: ink.id, name: 'Chalk', prompt: null, createdAt: ink.createdAt });
      expect(names(await list(visitor))).toEqual(['Wash', 'Chalk']);
    },
  },
  {
    title: 'a deleted style disappears, and is restored under its id at its place',
    async run(side) {
      const visitor = await side.newcomer();
      const ink = await add(visitor, INK);
      await add(visitor, { ...INK, name: 'Wash' });
      const id = { id: ink.id };
      expect(await visitor.get(deletedResponseSchema, `DELETE /api/styles/${ink.id}`)).toEqual(id);
      expect(names(await list(visitor))).toEqual(['Wash']);
      expect(await visitor.refusal(`PUT /api/styles/${ink.id}`, { body: INK })).toEqual(NOT_FOUND);
      expect(await visitor.refusal(`DELETE /api/styles/${ink.id}`)).toEqual(NOT_FOUND);
      const { updatedAt: _, ...kept } = ink;
      expect(await visitor.get(styleSchema, 'POST /api/styles/restore', { body: id })).toMatchObject(kept);
      expect(names(await list(visitor))).toEqual(['Wash', 'Ink']);
      const unknown = { body: { id: NOBODYS_ID } };
      expect(await visitor.refusal('POST /api/styles/restore', unknown)).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a ready-made style is added once, can be edited, and is restored unchanged after a deletion',
    async run(side) {
      const visitor = await side.newcomer();
      const take = (key = 'cut-paper'): Promise<Style> =>
        visitor.get(styleSchema, 'POST /api/styles/ready-made', { body: { key } });
      const { name, picture: imageUrl, attributes } = READY_MADE_STYLES['cut-paper'];
      const made = await take();
      expect(made).toMatchObject({ name, imageUrl, attributes, category: 'Custom', prompt: null, description: null });
      expect((await take()).id).toBe(made.id);
      await take('golden-hour');
      expect(names(await list(visitor))).toEqual([READY_MADE_STYLES['golden-hour'].name, name]);
      const body = { name: 'Mine', imageUrl, category: 'Flux' as const, attributes };
      await visitor.get(styleSchema, `PUT /api/styles/${made.id}`, { body });
      await visitor.get(deletedResponseSchema, `DELETE /api/styles/${made.id}`);
      expect(await take()).toMatchObject({ id: made.id, name: 'Mine' });
      expect(await visitor.refusal('POST /api/styles/ready-made', { body: { key: 'crayon' } })).toEqual(INVALID);
    },
  },
  {
    title: 'two requests with one idempotency key create one style',
    async run(side) {
      const visitor = await side.newcomer();
      const ask = { body: INK, key: 'one-style-please' };
      const first = await visitor.get(styleSchema, 'POST /api/styles', ask);
      expect((await visitor.get(styleSchema, 'POST /api/styles', ask)).id).toBe(first.id);
      expect(names(await list(visitor))).toEqual(['Ink']);
    },
  },
];
