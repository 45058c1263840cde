import {
  addReadyMadeStyleRequestSchema,
  addStyleRequestSchema,
  READY_MADE_STYLES,
  restoreRequestSchema,
  saveStyleRequestSchema,
} from '@storyreel/contracts';
import { projectWith } from '../media-fixtures';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { notFound } from './refused';

const bare = { body: nothing, query: nothing };
const { createdAt } = projectWith();

export function serveStyles(server: FakeStoryreel): void {
  const { data } = server;
  const kept = (id: string | undefined) => {
    const found = data.styles.find(({ row, deleted }) => row.id === id && !deleted);
    if (!found) throw notFound();
    return found;
  };
  server.serve('GET /api/styles', bare, () => ({ json: data.liveStyles() }));
  server.serve('POST /api/styles', { body: addStyleRequestSchema, query: nothing }, ({ body }) => {
    const { idempotencyKey: _, ...content } = body;
    const row = { ...content, id: data.nextId(), createdAt, updatedAt: createdAt };
    data.addStyle(row);
    return { json: row };
  });
  const readyMade = new Map<string, string>();
  server.serve('POST /api/styles/ready-made', { body: addReadyMadeStyleRequestSchema, query: nothing }, ({ body }) => {
    const known = data.styles.find(({ row }) => row.id === readyMade.get(body.key));
    if (known) {
      known.deleted = false;
      return { json: known.row };
    }
    const { name, picture: imageUrl, attributes } = READY_MADE_STYLES[body.key];
    const content = { name, imageUrl, attributes, description: null, prompt: null, category: 'Custom' as const };
    const row = { ...content, id: data.nextId(), createdAt, updatedAt: createdAt };
    readyMade.set(body.key, row.id);
    data.addStyle(row);
    return { json: row };
  });
  server.serve('PUT /api/styles/:id', { body: saveStyleRequestSchema, query: nothing }, ({ params, body }) => {
    const style = kept(params[0]);
    style.row = { ...style.row, ...body };
    return { json: style.row };
  });
  server.serve('DELETE /api/styles/:id', bare, ({ params }) => {
    const style = kept(params[0]);
    style.deleted = true;
    return { json: { id: style.row.id } };
  });
  server.serve('POST /api/styles/restore', { body: restoreRequestSchema, query: nothing }, ({ body }) => {
    const style = data.styles.find(({ row }) => row.id === body.id);
    if (!style) throw notFound();
    style.deleted = false;
    return { json: style.row };
  });
}
