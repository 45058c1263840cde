import { onePerWindow } from '../../platform/query-client';

/** The projects that were created in this window and whose story nobody has looked at yet, by id. */
export const newProjects = onePerWindow(() => new Set<string>());
