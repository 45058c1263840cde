import { LIMITS } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { View } from '../../eventsourcing/views/view';

/** A user's own order of the projects on the dashboard; the stream is `dashboard-<userId>`. */
export interface DashboardState {
  projectIds: readonly string[];
}
export interface ProjectsReordered {
  type: 'ProjectsReordered';
  data: { projectIds: string[] };
}

export const dashboardAggregate: Aggregate<DashboardState, ProjectsReordered> = {
  category: 'dashboard',
  initial: { projectIds: [] },
  evolve: (_, event) => ({ projectIds: event.data.projectIds }),
  snapshot: { version: 1 },
};

export class ReorderProjects extends AggregateCommand<DashboardState, { projectIds: string[] }> {}

/** The list may contain ids of other users' projects: the view orders only the owner's rows. */
export function decideReorderProjects({ data }: ReorderProjects, state: DashboardState): ProjectsReordered[] {
  const projectIds = [...new Set(data.projectIds)];
  const same = projectIds.length === state.projectIds.length && projectIds.every((id, i) => id === state.projectIds[i]);
  return same ? [] : [{ type: 'ProjectsReordered', data: { projectIds } }];
}

export const ReorderProjectsHandler = handlerFor(ReorderProjects, dashboardAggregate, decideReorderProjects);

/**
 * Maximum number of places: deleted projects keep theirs for a restore, and beyond this limit the oldest places are
 * dropped.
 */
const MOST_PLACES = 2 * LIMITS.projectsPerUser;

/** The places of a user's projects. They are separate from the projects' rows, since one drag moves all projects. */
export interface DashboardOrderRow {
  userId: string;
  /** Project ids with their places, the most recently placed last; may contain other users' projects. */
  places: [projectId: string, place: number][];
}

export const dashboardOrderView: View<DashboardOrderRow, ProjectsReordered> = {
  name: 'dashboard_order',
  version: 1,
  key: 'userId',
  columns: { userId: { type: 'uuid' }, places: { type: 'jsonb' } },
  types: ['ProjectsReordered'],
  keys: ({ metadata }) => [metadata.ownerId],
  evolve(row, { data }, userId) {
    const placed = data.projectIds.map((id, place): [string, number] => [id.toLowerCase(), place]);
    const moved = new Set(placed.map(([id]) => id));
    const others = (row?.places ?? []).filter(([id]) => !moved.has(id));
    return { userId, places: [...others, ...placed].slice(-MOST_PLACES) };
  },
};
