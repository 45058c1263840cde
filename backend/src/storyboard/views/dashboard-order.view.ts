import { LIMITS } from '@storyreel/contracts';
import type { View } from '../../platform/views/view';
import type { ProjectsReordered } from '../domain/dashboard-order';

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
