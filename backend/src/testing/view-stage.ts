import { randomUUID } from 'node:crypto';
import { ensurePlatformSchema } from '../eventsourcing/platform-schema';
import { createEventStore, type EventStore, type NewEvent, type Position } from '../eventsourcing/event-store';
import type { AnyView, View } from '../eventsourcing/views/view';
import { ViewRunner } from '../eventsourcing/views/view-runner';
import { createTestDatabase, type TestDatabase } from './test-database';

export interface CountRow {
  id: string;
  total: number;
  /** Folded positions, which reveal a repeat or a gap. */
  seen: string[];
}

/** A view that counts the events of each key. It cannot fold an event with `poison`. */
export const counted = (name: string, changes: Partial<View<CountRow>> = {}): AnyView =>
  ({
    name,
    version: 1,
    key: 'id',
    columns: { id: { type: 'text' }, total: { type: 'integer' }, seen: { type: 'jsonb' } },
    types: ['Counted'],
    keys: (event) => [(event.data as { id: string }).id],
    evolve(row, event, key) {
      if ((event.data as { poison?: boolean }).poison) throw new Error('cannot fold this');
      return { id: key, total: (row?.total ?? 0) + 1, seen: [...(row?.seen ?? []), event.position] };
    },
    ...changes,
  }) satisfies View<CountRow>;

const event = (data: object): NewEvent => ({
  id: randomUUID(),
  type: 'Counted',
  data,
  metadata: { ownerId: 'owner', at: '2026-01-01T00:00:00.000Z' },
});

/** A database and a log of its own, with runners that are stopped at the end. */
export class ViewStage {
  readonly errors: string[] = [];
  private readonly runners: ViewRunner[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly events: EventStore,
  ) {}

  static async open(): Promise<ViewStage> {
    const database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    return new ViewStage(database, await createEventStore({ databaseUrl: database.url }));
  }

  async start(...views: AnyView[]): Promise<ViewRunner> {
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (_: unknown, message: string) => void this.errors.push(message),
    };
    const runner = new ViewRunner({ pool: this.database.pool, events: this.events, views, log });
    this.runners.push(runner);
    await runner.start();
    return runner;
  }

  async append(stream: string, ...data: object[]): Promise<Position> {
    const { position } = await this.events.append(stream, data.map(event), { expected: 'any' });
    if (position === null) throw new Error('The store did not say where it is.');
    return position;
  }

  async rows(view: string): Promise<CountRow[]> {
    return (await this.database.pool.query<CountRow>(`select * from views.${view}_v1 order by id`)).rows;
  }

  /** Returns [key, number of its folded events], by key. */
  async totals(view: string): Promise<[string, number][]> {
    return (await this.rows(view)).map(({ id, total }) => [id, total]);
  }

  async close(): Promise<void> {
    for (const runner of this.runners.splice(0)) await runner.stop();
    await this.events.close();
    await this.database.drop();
  }
}
