import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import type { Aggregate } from '../../platform/domain/aggregate';

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
