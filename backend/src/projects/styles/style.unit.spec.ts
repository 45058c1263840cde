import { given, NOW, testEnvironment } from '../../testing/given-when-then';
import { recorded, foldTwice } from '../../testing/view-spec';
import { decideAddStyle, decideDeleteStyle, decideRestoreStyle, decideUpdateStyle, styleAggregate } from './style';
import type { StyleContent, StyleEvent, StyleState } from './style';
import { styleListView } from './style-list.view';

const ID = '33333333-3333-4333-8333-333333333333';
const STRANGER = testEnvironment({ ownerId: '99999999-9999-4999-8999-999999999999' });
const content: StyleContent = {
  name: 'Ink',
  description: null,
  imageUrl: 'https://example.com/ink.png',
  prompt: null,
  category: 'Flux',
  attributes: null,
};
const changed: StyleContent = { ...content, name: 'Wash', attributes: 'soft' };
const added: StyleEvent = { type: 'StyleAdded', data: content };
const deleted: StyleEvent = { type: 'StyleDeleted', data: {} };

describe('a style that does not exist', () => {
  const style = given(styleAggregate, []);

  it('is added', () => {
    style.when((state) => decideAddStyle({ data: content }, state)).then([added]);
  });
  it('cannot be updated, deleted or restored', () => {
    style.when((state, env) => decideUpdateStyle({ data: content }, state, env)).refused('not_found');
    style.when((state, env) => decideDeleteStyle(null, state, env)).refused('not_found');
    style.when((state, env) => decideRestoreStyle(null, state, env)).refused('not_found');
  });
});

describe('a style', () => {
  const style = given(styleAggregate, [added]);

  it('is not added again', () => {
    style.when((state) => decideAddStyle({ data: content }, state)).then([]);
  });
  it('is updated', () => {
    style
      .when((state, env) => decideUpdateStyle({ data: changed }, state, env))
      .then([{ type: 'StyleUpdated', data: changed }]);
  });
  it('makes no event of an update that changes nothing', () => {
    style.when((state, env) => decideUpdateStyle({ data: { ...content } }, state, env)).then([]);
  });
  it('is deleted', () => {
    style.when((state, env) => decideDeleteStyle(null, state, env)).then([deleted]);
  });
  it('cannot be restored while it is not deleted', () => {
    style.when((state, env) => decideRestoreStyle(null, state, env)).then([]);
  });
  it('is not found for anybody but its owner', () => {
    style.when((state, env) => decideUpdateStyle({ data: content }, state, env), STRANGER).refused('not_found');
    style.when((state, env) => decideDeleteStyle(null, state, env), STRANGER).refused('not_found');
    style.when((state, env) => decideRestoreStyle(null, state, env), STRANGER).refused('not_found');
  });
});

describe('a deleted style', () => {
  const style = given<StyleState, StyleEvent>(styleAggregate, [
    added,
    { type: 'StyleUpdated', data: changed },
    deleted,
  ]);

  it('is restored as it was', () => {
    style
      .when((state, env) => decideRestoreStyle(null, state, env))
      .then([{ type: 'StyleRestored', data: { ...changed, createdAt: NOW } }]);
  });
  it('cannot be updated or deleted', () => {
    style.when((state, env) => decideUpdateStyle({ data: content }, state, env)).refused('not_found');
    style.when((state, env) => decideDeleteStyle(null, state, env)).refused('not_found');
  });
});

describe('the list of styles', () => {
  const later = '2026-03-02T08:00:00.000Z';
  const at = (event: StyleEvent, index: number, when = NOW) =>
    recorded(event, index, { streamId: `style-${ID}`, at: when });

  it('shows a style as it was last saved', () => {
    const rows = foldTwice(styleListView, [at(added, 1), at({ type: 'StyleUpdated', data: changed }, 2, later)]);
    expect(rows.get(ID)).toMatchObject({ ...changed, createdAt: NOW, updatedAt: later });
  });
  it('drops a deleted style and shows it again when it is restored', () => {
    const past = [at(added, 1), at(deleted, 2)];
    expect(foldTwice(styleListView, past).size).toBe(0);
    const restored: StyleEvent = { type: 'StyleRestored', data: { ...content, createdAt: NOW } };
    expect(foldTwice(styleListView, [...past, at(restored, 3, later)]).get(ID)).toMatchObject({
      ...content,
      createdAt: NOW,
      updatedAt: later,
    });
  });
});
