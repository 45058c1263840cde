import {
  CastRefusal,
  castAfterTexts,
  castMembers,
  changeCastRequestSchema,
  changedCast,
  createProjectRequestSchema,
  cutText,
  isTitleOfItself,
  keepInLibraryRequestSchema,
  LIMITS,
  type CastChange,
  type DecidedCastChange,
  type LibraryMember,
  type Project,
  type ProjectCosts,
  projectListQuerySchema,
  projectQuerySchema,
  restoreCastRequestSchema,
  reorderProjectsRequestSchema,
  restoreRequestSchema,
  summaryOf,
  titleFromStory,
  updateProjectRequestSchema,
} from '@storyreel/contracts';
import { projectWith } from '../media-fixtures';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';
import { notFound, Refused } from './refused';
import { copyScene } from './serve-scenes';

const COPY = ' (Copy)';
const answered = (project: Project, fields: 'summary' | undefined) =>
  fields === 'summary' ? summaryOf(project) : project;
const bare = { body: nothing, query: nothing };

/** Returns the ids of members that the project's scenes show. */
const usedIn = (data: FakeStoryreel['data'], projectId: string): ReadonlySet<string> =>
  new Set(data.liveScenes(projectId).flatMap(({ cast }) => cast ?? []));

const kept = (data: FakeStoryreel['data'], id: string | undefined): LibraryMember => {
  const entry = data.library.find((one) => one.id === id);
  if (!entry) throw notFound();
  return entry;
};
const linkTo = ({ id, version }: LibraryMember) => ({ id, version });

function decidedChange(data: FakeStoryreel['data'], project: Project, change: CastChange): DecidedCastChange {
  if (change.action === 'addPicture')
    return { ...change, picture: { id: data.nextId(), url: change.url, hash: `hash of ${change.url}` } };
  if (change.action === 'take') return { ...change, entry: kept(data, change.libraryId) };
  if (change.action !== 'keepMine') return change;
  const member = castMembers(project).find(({ id }) => id === change.memberId);
  return { ...change, library: linkTo(kept(data, member?.library?.id)) };
}

/** Serves the routes of the cast library. */
export function serveCastLibrary(server: FakeStoryreel): void {
  const { data } = server;
  let removed: LibraryMember[] = [];
  server.serve('GET /api/cast-library', bare, () => ({ json: data.library }));
  server.serve('POST /api/cast-library', { body: keepInLibraryRequestSchema, query: nothing }, ({ body }) => {
    const project = data.keptProject(body.projectId);
    const member = castMembers(project.row).find(({ id }) => id === body.memberId);
    if (!member) throw notFound();
    const { kind, name, look, pictures } = member;
    const known = data.library.find(({ id }) => id === member.library?.id);
    const content = { kind, name, look, pictures };
    const isSame = known && JSON.stringify({ ...known, ...content }) === JSON.stringify(known);
    const version = (known?.version ?? 0) + (isSame ? 0 : 1);
    const entry = { id: known?.id ?? data.nextId(), version, ...content };
    data.library = [entry, ...data.library.filter(({ id }) => id !== entry.id)];
    const link = { action: 'keep', memberId: member.id, library: linkTo(entry) } as const;
    const { fields } = changedCast(project.row, link, usedIn(data, project.row.id));
    return { json: data.setProject(project, { ...project.row, ...fields }) };
  });
  server.serve('DELETE /api/cast-library/:id', bare, ({ params }) => {
    const entry = kept(data, params[0]);
    removed = [...removed, entry];
    data.library = data.library.filter((one) => one !== entry);
    return { json: { id: entry.id } };
  });
  server.serve('POST /api/cast-library/restore', { body: restoreRequestSchema, query: nothing }, ({ body }) => {
    const entry = [...data.library, ...removed].find(({ id }) => id === body.id);
    if (!entry) throw notFound();
    data.library = [entry, ...data.library.filter(({ id }) => id !== entry.id)];
    return { json: entry };
  });
}

function decided(data: FakeStoryreel['data'], project: Project, change: CastChange): Partial<Project> {
  try {
    return changedCast(project, decidedChange(data, project, change), usedIn(data, project.id)).fields;
  } catch (error) {
    if (error instanceof CastRefusal) throw new Refused(error.code, error.message);
    throw error;
  }
}

export function serveCast(server: FakeStoryreel): void {
  const { data } = server;
  const before = new Map<string, { revision: string; fields: Partial<Project> }>();
  server.serve(
    'POST /api/projects/:projectId/cast',
    { body: changeCastRequestSchema, query: nothing },
    ({ params, body }) => {
      const kept = data.keptProject(params[0]);
      const fields = decided(data, kept.row, body.change);
      const { cast, characters, environment, props, voices } = kept.row;
      const json = data.setProject(kept, { ...kept.row, ...fields });
      before.set(json.id, { revision: json.revision, fields: { cast, characters, environment, props, voices } });
      return { json };
    },
  );
  server.serve(
    'POST /api/projects/:projectId/cast/restore',
    { body: restoreCastRequestSchema, query: nothing },
    ({ params, body }) => {
      const kept = data.keptProject(params[0]);
      const earlier = before.get(kept.row.id);
      if (earlier?.revision !== body.revision) throw new Refused('conflict', 'The cast was changed since.');
      before.delete(kept.row.id);
      return { json: data.setProject(kept, { ...kept.row, ...earlier.fields }) };
    },
  );
}

export function serveProjects(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/projects', { body: nothing, query: projectListQuerySchema }, ({ query }) =>
    pageOf(
      data.liveProjects().map((project) => answered(project, query.fields)),
      query,
    ),
  );
  server.serve('GET /api/projects/:id', { body: nothing, query: projectQuerySchema }, ({ params, query }) => ({
    json: answered(data.present(data.keptProject(params[0])), query.fields),
  }));
  server.serve('POST /api/projects', { body: createProjectRequestSchema, query: nothing }, ({ body }) => {
    const { idempotencyKey: _, ...fields } = body;
    const row = projectWith({ story: '', ...fields, id: data.nextId(), revision: data.nextRevision() });
    return { json: data.present(data.addProject(row)) };
  });
  server.serve('PATCH /api/projects/:id', { body: updateProjectRequestSchema, query: nothing }, ({ params, body }) => {
    const kept = data.keptProject(params[0]);
    const named = body.title !== undefined || body.story === undefined || !isTitleOfItself(kept.row);
    const title = named ? {} : { title: titleFromStory(body.story ?? '') };
    const cast = castAfterTexts(kept.row, body, usedIn(data, kept.row.id));
    return { json: data.setProject(kept, { ...kept.row, ...body, ...title, cast }) };
  });
  server.serve('POST /api/projects/:id/duplicate', bare, ({ params }) => {
    const { row } = data.keptProject(params[0]);
    const title = `${cutText(row.title, LIMITS.title - COPY.length)}${COPY}`;
    const copy = data.addProject({ ...row, title, id: data.nextId(), revision: data.nextRevision() });
    for (const scene of data.liveScenes(row.id)) data.addScene(copyScene(data, scene, copy.row.id));
    return { json: data.present(copy) };
  });
  server.serve('DELETE /api/projects/:id', bare, ({ params }) => {
    const kept = data.keptProject(params[0]);
    data.remove(kept);
    return { json: { id: kept.row.id } };
  });
  server.serve('POST /api/projects/restore', { body: restoreRequestSchema, query: nothing }, ({ body }) => {
    const kept = data.projects.find(({ row }) => row.id === body.id);
    if (!kept) throw notFound();
    kept.deleted = false;
    return { json: data.setProject(kept, kept.row) };
  });
  const order = { body: reorderProjectsRequestSchema, query: projectQuerySchema };
  server.serve('POST /api/projects/reorder', order, ({ body, query }) => {
    for (const kept of data.projects) {
      const place = body.projectIds.indexOf(kept.row.id);
      if (place >= 0) kept.place = place;
    }
    return { json: data.liveProjects().map((project) => answered(project, query.fields)) };
  });
  server.serve('GET /api/projects/:id/costs', bare, ({ params }) => {
    const { row } = data.keptProject(params[0]);
    const costs: ProjectCosts = { projectId: row.id, totalZaps: 0, totalUsd: 0, breakdown: {} };
    for (const { event, category } of data.usage.filter(({ projectId }) => projectId === row.id)) {
      const operations = (costs.breakdown[category] ??= {});
      const total = (operations[event.operation] ??= { count: 0, totalZaps: 0, totalUsd: 0 });
      total.count += 1;
      total.totalZaps += event.computedCostZaps;
      total.totalUsd += event.computedCostUsd;
      costs.totalZaps += event.computedCostZaps;
      costs.totalUsd += event.computedCostUsd;
    }
    return { json: costs };
  });
}
