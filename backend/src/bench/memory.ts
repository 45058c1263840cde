import { randomBytes, randomUUID } from 'node:crypto';
import { createEventStore, type NewEvent } from '../eventsourcing/event-store';
import { NEW_PROJECT_FIELDS } from '../projects/storyboard/domain/project';

const metadata = {
  ownerId: randomUUID(),
  at: '2026-01-01T00:00:00.000Z',
  commandId: 'bench',
  correlationId: 'bench',
  causationId: null,
  actor: { kind: 'system', name: 'bench' },
  schemaVersion: 1,
};
const event = (type: string, data: object): NewEvent => ({ id: randomUUID(), type, data, metadata });

/** Fills the log with one project whose story of `bytes` bytes was saved `saves` times. */
export async function fillStories(databaseUrl: string, saves: number, bytes: number): Promise<void> {
  const store = await createEventStore({ databaseUrl });
  try {
    const projectId = randomUUID();
    const append = (one: NewEvent) => store.append(`project-${projectId}`, [one], { expected: 'any' });
    await append(event('ProjectCreated', { projectId, fields: NEW_PROJECT_FIELDS, scenes: [], copiedFrom: null }));
    // Random, so that it cannot be compressed and differs each time.
    const story = randomBytes(bytes / 2).toString('hex');
    for (let save = 0; save < saves; save++) {
      await append(event('ProjectEdited', { changes: { story: `${save} ${story.slice(save % 1_000)}` } }));
    }
  } finally {
    await store.close();
  }
}
