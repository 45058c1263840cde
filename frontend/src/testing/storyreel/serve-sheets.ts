import {
  castMembers,
  drawSheetRequestSchema,
  referencesOf,
  SHEET_IMAGES,
  sheetProblem,
  withoutSheet,
  withSheet,
  withSheetOrdered,
} from '@storyreel/contracts';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { giveBack, hold, settle, zapsFor } from './money';
import { notFound, Refused } from './refused';

const FAILS = '[sandbox:fail]';

interface Order {
  id: string;
  projectId: string;
  held: number;
  model: string;
  fails: boolean;
}
const orders = new WeakMap<AccountData, Order[]>();

/** Acts as the workers: draws every requested sheet. */
export function drawSheets(data: AccountData): void {
  for (const { id, projectId, held, model, fails } of orders.get(data) ?? []) {
    const kept = data.keptProject(projectId);
    if (fails) {
      giveBack(data, held, projectId);
      data.setProject(kept, { ...kept.row, cast: withoutSheet(kept.row.cast, id, 'The provider could not do it.') });
      continue;
    }
    const work = { provider: 'replicate', model, operation: 'generate_image', category: 'castSheet' };
    settle(data, held, 0, { ...work, description: 'A sheet', projectId });
    const drawn = Array.from({ length: SHEET_IMAGES }, () => data.nextId()).map((picture) => ({
      id: picture,
      url: `/api/media/${picture}.png`,
      hash: picture,
    }));
    data.setProject(kept, { ...kept.row, cast: withSheet(kept.row.cast, id, drawn) });
  }
  orders.delete(data);
}

export function serveSheets(server: FakeStoryreel): void {
  const { data } = server;
  server.serve(
    'POST /api/projects/:projectId/cast/sheet',
    { body: drawSheetRequestSchema, query: nothing },
    ({ params: [projectId], body: { memberId, model } }) => {
      const kept = data.keptProject(projectId);
      const member = castMembers(kept.row).find(({ id }) => id === memberId);
      if (!member) throw notFound();
      const problem = sheetProblem(member);
      if (problem !== null)
        throw new Refused(member.sheet?.error === null ? 'already_in_progress' : 'conflict', problem);
      const references = member.pictures.length > 0 && referencesOf(model) ? 1 : 0;
      const held = zapsFor({ model, operation: 'generate_image', usage: { images: SHEET_IMAGES, references } }).zaps;
      hold(data, held, kept.row.id);
      const id = data.nextId();
      const order = { id, projectId: kept.row.id, held, model, fails: member.look.includes(FAILS) };
      orders.set(data, [...(orders.get(data) ?? []), order]);
      return { json: data.setProject(kept, { ...kept.row, cast: withSheetOrdered(kept.row, memberId, id) }) };
    },
  );
}
