import { contentTemplateSchema } from '@storyreel/contracts';
import { given, testEnvironment } from '../../testing/given-when-then';
import {
  decideDeleteTemplate,
  decideRestoreTemplate,
  decideSaveTemplate,
  ownTemplate,
  presentTemplate,
  SEEDED_TEMPLATES,
  templateAggregate,
} from './content-template';
import type { TemplateEvent } from './content-template';

const content = { name: 'New film', contentTemplate: 'It is out.', hashtagTemplate: 'sea' };
const saved: TemplateEvent = { type: 'TemplateSaved', data: content };
const deleted: TemplateEvent = { type: 'TemplateDeleted', data: {} };
const restored: TemplateEvent = {
  type: 'TemplateRestored',
  data: { ...content, createdAt: '2026-03-01T12:00:00.000Z' },
};
const theirs = testEnvironment({ ownerId: 'somebody-else' });
const after = (...events: TemplateEvent[]) => given(templateAggregate, events);

describe('a template', () => {
  it('is saved once', () => {
    after()
      .when((state) => decideSaveTemplate({ data: content }, state))
      .then([saved]);
    after(saved)
      .when((state) => decideSaveTemplate({ data: content }, state))
      .then([]);
    after(saved, deleted)
      .when((state) => decideSaveTemplate({ data: content }, state))
      .then([]);
  });

  it('is deleted once, and restored as it was', () => {
    after(saved)
      .when((state, env) => decideDeleteTemplate({}, state, env))
      .then([deleted]);
    after(saved, deleted)
      .when((state, env) => decideDeleteTemplate({}, state, env))
      .refused('not_found');
    after(saved, deleted)
      .when((state, env) => decideRestoreTemplate({}, state, env))
      .then([restored]);
    after(saved, deleted, restored)
      .when((state, env) => decideRestoreTemplate({}, state, env))
      .then([]);
    after(saved, deleted, restored)
      .when((state, env) => decideDeleteTemplate({}, state, env))
      .then([deleted]);
  });

  it('belongs to its owner', () => {
    expect(ownTemplate(after(saved).state, testEnvironment()).content).toEqual(content);
    for (const decide of [decideDeleteTemplate, decideRestoreTemplate]) {
      after(saved)
        .when((state, env) => decide({}, state, env), theirs)
        .refused('not_found');
      after()
        .when((state, env) => decide({}, state, env), testEnvironment({ ownerId: '' }))
        .refused('not_found');
    }
  });

  it('is reported while it exists', () => {
    expect(presentTemplate('t', after(saved).state)).toEqual({ id: 't', ...content, isSeeded: false });
    expect(presentTemplate('t', after(saved, deleted, restored).state)).toMatchObject(content);
    expect(() => presentTemplate('t', after(saved, deleted).state)).toThrow();
    expect(() => presentTemplate('t', after().state)).toThrow();
  });
});

it('gives every user three complete, distinct templates', () => {
  expect(SEEDED_TEMPLATES.map(({ name, isSeeded }) => [name, isSeeded])).toEqual([
    ['New film', true],
    ['Behind the scenes', true],
    ['Coming soon', true],
  ]);
  expect(new Set(SEEDED_TEMPLATES.map(({ id }) => id)).size).toBe(3);
  for (const template of SEEDED_TEMPLATES) expect(contentTemplateSchema.safeParse(template).success).toBe(true);
});
