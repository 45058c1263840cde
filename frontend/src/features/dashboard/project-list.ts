import { PROJECT_STATUSES, type ProjectStatus, type ProjectSummary } from '@storyreel/contracts';

export type StatusFilter = 'all' | ProjectStatus;
export type SortColumn = 'title' | 'scenes' | 'status';
export interface Sort {
  column: SortColumn;
  direction: 'ascending' | 'descending';
}

/** Returns the rank of a status: draft 0, in-progress 1, complete 2. */
const statusRank = (status: ProjectStatus): number => PROJECT_STATUSES.indexOf(status);
const byWords = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

const COMPARE: Record<SortColumn, (a: ProjectSummary, b: ProjectSummary) => number> = {
  title: (a, b) => byWords.compare(a.title, b.title),
  scenes: (a, b) => a.sceneCount - b.sceneCount,
  status: (a, b) => statusRank(a.status) - statusRank(b.status),
};

/** Sorts projects; null keeps the order into which the user has dragged them. */
export function sortProjects(projects: readonly ProjectSummary[], sort: Sort | null): ProjectSummary[] {
  if (!sort) return [...projects];
  const compare = COMPARE[sort.column];
  return [...projects].sort((a, b) => (sort.direction === 'ascending' ? compare(a, b) : compare(b, a)));
}

/** Moves each alternative behind its project, if both are shown; otherwise the order stays the same. */
export function besideTheirs(projects: readonly ProjectSummary[]): ProjectSummary[] {
  const ids = new Set(projects.map(({ id }) => id));
  const isBeside = ({ alternativeOf }: ProjectSummary): boolean => alternativeOf !== null && ids.has(alternativeOf);
  return projects
    .filter((project) => !isBeside(project))
    .flatMap((project) => [project, ...projects.filter(({ alternativeOf }) => alternativeOf === project.id)]);
}

/** Says which project this one is an alternative of: 'Alternative of “The Keeper”'; null for other projects. */
export function kinOf({ alternativeOf }: ProjectSummary, projects: readonly ProjectSummary[]): string | null {
  if (alternativeOf === null) return null;
  const first = projects.find(({ id }) => id === alternativeOf);
  return first ? `Alternative of “${first.title.trim() || 'Untitled Project'}”` : 'Alternative of a deleted project';
}

/** Returns the order after a column's heading is pressed: ascending, then descending, then the dragged order again. */
export function nextSort(sort: Sort | null, column: SortColumn): Sort | null {
  if (sort?.column !== column) return { column, direction: 'ascending' };
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null;
}

export interface ProjectSectionData {
  key: string;
  /** Heading; empty for a filtered list. */
  title: string;
  empty: string;
  projects: ProjectSummary[];
}

export function sectionsOf(projects: readonly ProjectSummary[], filter: StatusFilter): ProjectSectionData[] {
  if (filter !== 'all') {
    const matching = projects.filter(({ status }) => status === filter);
    return [{ key: filter, title: '', empty: 'No projects with this status', projects: matching }];
  }
  return [
    {
      key: 'active',
      title: 'Draft & In Progress',
      empty: 'No active projects',
      projects: projects.filter(({ status }) => status !== 'complete'),
    },
    {
      key: 'completed',
      title: 'Completed Projects',
      empty: 'No completed projects',
      projects: projects.filter(({ status }) => status === 'complete'),
    },
  ];
}

/**
 * Returns the ids of all projects after one was dropped on another. Only shown projects move; hidden ones keep their
 * positions.
 */
export function reorderShown(all: readonly string[], shown: readonly string[], from: string, to: string): string[] {
  const moved = shown.filter((id) => id !== from);
  moved.splice(shown.indexOf(to), 0, from);
  const isShown = new Set(shown);
  let next = 0;
  return all.map((id) => (isShown.has(id) ? (moved[next++] ?? id) : id));
}
