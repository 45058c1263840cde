import { randomUUID } from 'node:crypto';
import { allViews } from '../app/composition';
import { NEW_PROJECT_FIELDS } from '../projects/storyboard/domain/project';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import type { BenchRow } from './appends';
import { benchPool, closePool } from './bench-pool';
import { createEventStore, type EventStore, type NewEvent } from '../eventsourcing/event-store';
import { ViewRunner } from '../eventsourcing/views/view-runner';

const SCENES = 20;
const EDITS_PER_PROJECT = 480;
const OWNER = '11111111-1111-4111-8111-111111111111';

const event = (type: string, data: object): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { ownerId: OWNER, at: '2026-01-01T00:00:00.000Z', commandId: 'bench', schemaVersion: 1 },
});

/** Builds a typical project: scenes, and many small saves of their texts. */
function projectHistory(): { streamId: string; events: NewEvent[] } {
  const projectId = randomUUID();
  const sceneIds = Array.from({ length: SCENES }, () => randomUUID());
  const scenes = sceneIds.map((id, index) => ({
    id,
    title: `Scene ${index}`,
    description: '',
    imagePrompt: '',
    videoPrompt: '',
    duration: 5,
    sourceText: '',
    order: index * 10,
    images: [],
    mainImageId: null,
    imageStatus: 'pending',
    videos: [],
    mainVideoId: null,
  }));
  const edits = Array.from({ length: EDITS_PER_PROJECT }, (_, index) =>
    event('SceneEdited', {
      sceneId: sceneIds[index % SCENES],
      changes: { description: `Version ${index} of the text` },
    }),
  );
  const created = event('ProjectCreated', { projectId, fields: NEW_PROJECT_FIELDS, scenes, copiedFrom: null });
  return { streamId: `project-${projectId}`, events: [created, ...edits] };
}

async function fill(store: EventStore, total: number): Promise<void> {
  for (let made = 0; made < total;) {
    const batch = Array.from({ length: 8 }, projectHistory);
    await Promise.all(batch.map(({ streamId, events }) => store.append(streamId, events, { expected: 'no_stream' })));
    made += batch.reduce((sum, { events }) => sum + events.length, 0);
  }
}

/**
 * Benchmarks a rebuild of all views from the whole log against reading the log alone. Fills the database first if it
 * holds fewer events than `total`.
 */
export async function benchViews(databaseUrl: string, total = 100_000): Promise<BenchRow[]> {
  const pool = benchPool(databaseUrl, 12);
  await ensurePlatformSchema(pool);
  const store = await createEventStore({ databaseUrl });
  try {
    await fill(store, total);
    let events = 0;
    const readFrom = performance.now();
    for await (const { position } of store.readAll()) events += position ? 1 : 0;
    const readRate = (events / (performance.now() - readFrom)) * 1000;

    const views = allViews.map((view) => ({ ...view, name: `bench_${view.name}` }));
    await pool.query('delete from platform.view_checkpoints');
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (error: unknown) => process.stderr.write(`${String(error)}\n`),
    };
    const runner = new ViewRunner({ pool, events: store, views, log });
    const rebuildFrom = performance.now();
    await runner.start();
    const rebuildRate = (events / (performance.now() - rebuildFrom)) * 1000;
    await runner.stop();
    return [
      {
        name: `rebuild of ${views.length} views, ${events} events`,
        value: Math.round(rebuildRate),
        unit: 'events/s',
        baseline: Math.round(readRate),
        ratio: rebuildRate / readRate,
        aim: 0.4,
      },
    ];
  } finally {
    await store.close();
    await closePool(pool);
  }
}
