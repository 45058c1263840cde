import type { ProjectSummary } from '@storyreel/contracts';
import { summaryNumbered } from '../../testing/app-server';
import { besideTheirs, kinOf, nextSort, reorderShown, sectionsOf, sortProjects, type Sort } from './project-list';

const titles = (projects: readonly ProjectSummary[]): string[] => projects.map(({ title }) => title);
const draft = summaryNumbered(1, { title: 'beta', status: 'draft', sceneCount: 10 });
const active = summaryNumbered(2, { title: 'Alpha', status: 'in-progress', sceneCount: 9 });
const complete = summaryNumbered(3, { title: 'gamma', status: 'complete', sceneCount: 100 });
const all = [complete, draft, active];

describe('sorted projects', () => {
  it.each<[Sort | null, string[]]>([
    [null, ['gamma', 'beta', 'Alpha']],
    [{ column: 'title', direction: 'ascending' }, ['Alpha', 'beta', 'gamma']],
    [{ column: 'title', direction: 'descending' }, ['gamma', 'beta', 'Alpha']],
    [{ column: 'scenes', direction: 'ascending' }, ['Alpha', 'beta', 'gamma']],
    [{ column: 'scenes', direction: 'descending' }, ['gamma', 'beta', 'Alpha']],
  ])('by %j', (sort, expected) => {
    expect(titles(sortProjects(all, sort))).toEqual(expected);
  });

  it('by status put draft before in-progress before complete, and the other way round [PROJ-11]', () => {
    const ascending = sortProjects(all, { column: 'status', direction: 'ascending' });
    expect(ascending.map(({ status }) => status)).toEqual(['draft', 'in-progress', 'complete']);
    const descending = sortProjects(all, { column: 'status', direction: 'descending' });
    expect(descending.map(({ status }) => status)).toEqual(['complete', 'in-progress', 'draft']);
  });

  it('switch from ascending to descending and back to the dragged order', () => {
    const first = nextSort(null, 'title');
    expect(first).toEqual({ column: 'title', direction: 'ascending' });
    expect(nextSort(first, 'title')).toEqual({ column: 'title', direction: 'descending' });
    expect(nextSort(nextSort(first, 'title'), 'title')).toBeNull();
    expect(nextSort(first, 'status')).toEqual({ column: 'status', direction: 'ascending' });
  });
});

describe('sections', () => {
  it('hold draft and in-progress projects, and complete ones [PROJ-05]', () => {
    const [first, second, ...others] = sectionsOf(all, 'all');
    expect([first?.title, titles(first?.projects ?? [])]).toEqual(['Draft & In Progress', ['beta', 'Alpha']]);
    expect([second?.title, titles(second?.projects ?? [])]).toEqual(['Completed Projects', ['gamma']]);
    expect(others).toEqual([]);
  });

  it('are a single one for a chosen status', () => {
    expect(sectionsOf(all, 'complete').map(({ projects }) => titles(projects))).toEqual([['gamma']]);
  });
});

describe('a dragged project', () => {
  it.each([
    ['a', 'c', ['b', 'c', 'a']],
    ['c', 'a', ['c', 'a', 'b']],
    ['b', 'b', ['a', 'b', 'c']],
  ])('%s dropped on %s gives %j', (from, to, expected) => {
    expect(reorderShown(['a', 'b', 'c'], ['a', 'b', 'c'], from, to)).toEqual(expected);
  });

  it('leaves hidden ones in their places', () => {
    expect(reorderShown(['a', 'x', 'b', 'y', 'c'], ['a', 'b', 'c'], 'a', 'c')).toEqual(['b', 'x', 'c', 'y', 'a']);
  });
});

describe('alternatives', () => {
  const darker = summaryNumbered(4, { title: 'Darker', alternativeOf: active.id });
  const alone = summaryNumbered(5, { title: 'Alone', alternativeOf: '00000000-0000-4000-8000-000000000000' });

  it('follow their project, and name it', () => {
    expect(titles(besideTheirs([darker, alone, complete, active]))).toEqual(['Alone', 'gamma', 'Alpha', 'Darker']);
    expect(titles(besideTheirs([darker]))).toEqual(['Darker']);
    expect([active, darker, alone].map((project) => kinOf(project, all))).toEqual([
      null,
      'Alternative of “Alpha”',
      'Alternative of a deleted project',
    ]);
  });
});
