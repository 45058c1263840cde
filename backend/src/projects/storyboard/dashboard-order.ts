import { LIMITS } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../eventsourcing/commands/command-handler';
import type { Aggregate } from '../../eventsourcing/domain/aggregate';
import type { View } from '../../eventsourcing/views/view';

/** The order in which a user has put the projects of the dashboard; the stream is `dashboard-<userId>`. */
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

/** Ids of other users' projects may stand in the list: the view gives an order to the owner's rows only. */
export function decideReorderProjects({ data }: ReorderProjects, state: DashboardState): ProjectsReordered[] {
  const projectIds = [...new Set(data.projectIds)];
  const same = projectIds.length === state.projectIds.length && projectIds.every((id, i) => id === state.projectIds[i]);
  return same ? [] : [{ type: 'ProjectsReordered', data: { projectIds } }];
}

export const ReorderProjectsHandler = handlerFor(ReorderProjects, dashboardAggregate, decideReorderProjects);

/** Deleted projects keep their place for when they are restored; past this the ones that were dragged longest ago lose it. */
const MOST_PLACES = 2 * LIMITS.projectsPerUser;

/** Where a user has put projects. Apart from the projects' rows, since one drag moves all of them. */
export interface DashboardOrderRow {
  userId: string;
  /** The ones that were placed last stand last. Ids of others' projects may be among them. */
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
