import { contentTemplateSchema, deletedResponseSchema } from '@storyreel/contracts';
import type { ContractCase } from '../visitor';
import { INVALID, NOT_FOUND } from './steps';

export const TEMPLATE_CASES: ContractCase[] = [
  {
    title: 'templates are the user’s own, newest first, followed by the built-in ones [COMPOSER-22]',
    async run(side) {
      const visitor = await side.newcomer();
      const list = () => visitor.get(contentTemplateSchema.array(), 'GET /api/content-templates');
      const seeded = await list();
      expect(seeded.length).toBeGreaterThan(0);
      expect(seeded.every(({ isSeeded }) => isSeeded)).toBe(true);
      const save = (name: string, hashtagTemplate?: string) =>
        visitor.get(contentTemplateSchema, 'POST /api/content-templates', {
          body: { name, contentTemplate: ' It is out: [title]. ', hashtagTemplate },
        });
      const first = await save(' New film ', ' sea storm ');
      expect(first).toMatchObject({
        name: 'New film',
        contentTemplate: 'It is out: [title].',
        hashtagTemplate: 'sea storm',
        isSeeded: false,
      });
      const second = await save('Teaser');
      expect(second.hashtagTemplate).toBe('');
      expect(await list()).toEqual([second, first, ...seeded]);

      const id = { id: first.id };
      expect(await visitor.get(deletedResponseSchema, `DELETE /api/content-templates/${first.id}`)).toEqual(id);
      expect(await list()).toEqual([second, ...seeded]);
      const restored = await visitor.get(contentTemplateSchema, 'POST /api/content-templates/restore', { body: id });
      expect(restored).toEqual(first);
      expect(await list()).toEqual([second, first, ...seeded]);
      for (const { id: everybodys } of seeded) {
        expect(await visitor.refusal(`DELETE /api/content-templates/${everybodys}`)).toEqual(NOT_FOUND);
      }
    },
  },
  {
    title: 'a template needs a name and a content',
    async run(side) {
      const visitor = await side.newcomer();
      for (const body of [{ name: 'A' }, { contentTemplate: 'A' }, { name: ' ', contentTemplate: 'A' }]) {
        expect(await visitor.refusal('POST /api/content-templates', { body })).toEqual(INVALID);
      }
    },
  },
];
