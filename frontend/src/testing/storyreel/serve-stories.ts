import {
  abridgeStoryRequestSchema,
  acceptAbridgedRequestSchema,
  isBlank,
  type StoryDraft,
  storyDraftCommandSchema,
  toZaps,
  textPrice,
  undoAbridgedRequestSchema,
  writeStoryRequestSchema,
} from '@storyreel/contracts';
import { projectWith } from '../media-fixtures';
import type { AccountData, KeptDraft } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { charge, giveBack, hold, settle, TEXT } from './money';
import { notFound, Refused } from './refused';

const { createdAt } = projectWith();
const PRICE = toZaps(textPrice(1).units);
/** The story that the text model writes for every idea. */
export const WRITTEN = 'Elias found a bottle. There was a letter in it.';

/** The shortened version of every story. */
export const SHORTER = 'Mara lit the lamp. Then the storm came.';

const isOpen = ({ row }: KeptDraft): boolean => row.status === 'pending' || row.status === 'writing';

function put(data: AccountData, kept: KeptDraft): void {
  const project = data.keptProject(kept.row.projectId);
  kept.before = project.row.story;
  data.setProject(project, { ...project.row, story: kept.row.text });
  kept.row = { ...kept.row, place: 'used' };
}

/**
 * Acts as the worker: writes every pending story and puts it into its project, unless the user has edited the story
 * meanwhile.
 */
export function doStories(data: AccountData): void {
  for (const kept of [...data.drafts.values()].filter(isOpen)) {
    const { projectId } = kept.row;
    kept.row = { ...kept.row, status: 'complete', text: WRITTEN };
    settle(data, PRICE, 0, { ...TEXT, operation: 'write_story', projectId });
    if (data.keptProject(projectId).row.story === kept.basedOn) put(data, kept);
  }
}

export function serveStories(server: FakeStoryreel): void {
  const { data } = server;
  /** Stories that were replaced by shortened ones, by the id of the shortening. */
  const earlier = new Map<string, string>();
  const path = '/api/projects/:id/story-draft';
  const command = { body: storyDraftCommandSchema, query: nothing };
  const draftOf = (projectId: string | undefined, draftId: string): KeptDraft => {
    data.keptProject(projectId);
    const kept = data.drafts.get(projectId ?? '');
    if (kept?.row.id !== draftId) throw notFound();
    return kept;
  };
  const refuseWhileWriting = (kept: KeptDraft | undefined): void => {
    if (kept && isOpen(kept)) throw new Refused('already_in_progress', 'A story is already being written.');
  };
  const shown = (projectId: string | undefined): { draft: StoryDraft | null } => {
    const kept = data.drafts.get(data.keptProject(projectId).row.id);
    return { draft: kept && !kept.isDismissed ? kept.row : null };
  };

  server.serve(`GET ${path}`, { body: nothing, query: nothing }, ({ params }) => ({ json: shown(params[0]) }));
  server.serve(
    'POST /api/projects/:id/write-story',
    { body: writeStoryRequestSchema, query: nothing },
    ({ params, body }) => {
      const { row: project } = data.keptProject(params[0]);
      refuseWhileWriting(data.drafts.get(project.id));
      if (!isBlank(project.story) && !body.replaces) throw new Refused('conflict', 'There is a story already.');
      hold(data, PRICE, project.id);
      const { idea, tone, length } = body;
      const made = { id: data.nextId(), projectId: project.id, text: '', error: null, createdAt };
      const row: StoryDraft = { ...made, idea, tone, length, status: 'pending', place: 'none' };
      data.drafts.set(project.id, { row, basedOn: project.story, before: null, isDismissed: false });
      return { json: row };
    },
  );
  server.serve(`POST ${path}/stop`, command, ({ params, body }) => {
    const kept = draftOf(params[0], body.draftId);
    if (isOpen(kept)) {
      giveBack(data, PRICE, kept.row.projectId);
      kept.row = { ...kept.row, status: 'stopped' };
    }
    return { json: kept.row };
  });
  server.serve(`POST ${path}/use`, command, ({ params, body }) => {
    const kept = draftOf(params[0], body.draftId);
    refuseWhileWriting(kept);
    if (isBlank(kept.row.text)) throw new Refused('conflict', 'Nothing was written yet.');
    put(data, kept);
    return { json: kept.row };
  });
  server.serve(`POST ${path}/undo`, command, ({ params, body }) => {
    const kept = draftOf(params[0], body.draftId);
    if (kept.before === null) throw notFound();
    const project = data.keptProject(params[0]);
    data.setProject(project, { ...project.row, story: kept.before });
    kept.row = { ...kept.row, place: 'undone' };
    return { json: kept.row };
  });
  const shorter = '/api/projects/:id/abridge-story';
  server.serve(`POST ${shorter}`, { body: abridgeStoryRequestSchema, query: nothing }, ({ params }) => {
    const { row } = data.keptProject(params[0]);
    charge(data, { ...TEXT, operation: 'abridge_story', projectId: row.id });
    return { json: { abridgingId: data.nextId(), story: SHORTER } };
  });
  server.serve(`POST ${shorter}/accept`, { body: acceptAbridgedRequestSchema, query: nothing }, ({ params, body }) => {
    const project = data.keptProject(params[0]);
    earlier.set(body.abridgingId, project.row.story);
    data.setProject(project, { ...project.row, story: body.story });
    return { json: { story: body.story } };
  });
  server.serve(`POST ${shorter}/undo`, { body: undoAbridgedRequestSchema, query: nothing }, ({ params, body }) => {
    const project = data.keptProject(params[0]);
    const story = earlier.get(body.abridgingId);
    if (story === undefined) throw notFound();
    data.setProject(project, { ...project.row, story });
    return { json: { story } };
  });
  server.serve(`DELETE ${path}`, { body: nothing, query: storyDraftCommandSchema }, ({ params, query }) => {
    const kept = draftOf(params[0], query.draftId);
    refuseWhileWriting(kept);
    kept.isDismissed = true;
    return { json: shown(params[0]) };
  });
}
