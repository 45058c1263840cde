import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '../../eventsourcing/domain/domain-event';
import { readPostmasterPid } from '../../infra/embedded-postgres/server-process';
import { eventually } from '../eventually';
import { readLog } from './audit-log';
import { holdOnTo } from './hostile-clients';
import { ServerProcess } from './server-process';
import { SteadyLoad } from './steady-load';

describe('a server that is stopping', () => {
  let home: string;
  let server: ServerProcess;
  let creators: SteadyLoad[];

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-stopping-'));
    server = new ServerProcess({ STORYREEL_HOME: home, SANDBOX_DELAY_MS: '0' });
    await server.start();
    creators = Array.from({ length: 4 }, (_, index) => new SteadyLoad(`load-${index}`));
    for (const creator of creators) await creator.begin(server.url);
  });
  afterEach(async () => {
    for (const creator of creators) creator.close();
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it('ends in time whatever its clients do, and everything acknowledged is in the log', async () => {
    const hostile = await holdOnTo(server.url, creators[0]?.cookie ?? '');
    await eventually(
      'The upgrade of the websocket',
      () => Promise.resolve(hostile.received['deaf websocket']?.startsWith('HTTP/1.1 101') ? true : null),
      5_000,
    );
    const loads = creators.map((creator) => creator.untilGone(server.url));
    await eventually(
      'Some load',
      () => Promise.resolve(creators.every(({ acknowledged }) => acknowledged.length > 5) ? true : null),
      20_000,
    );
    const told = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - told).toBeLessThan(10_000);
    await Promise.all(loads);
    hostile.close();

    // A busy client is asked to close its connection, and no response waited for views that had stopped.
    expect(creators.map(({ closing }) => closing > 0)).toEqual(creators.map(() => true));
    expect(creators.map(({ late }) => late)).toEqual(creators.map(() => 0));
    expect(readPostmasterPid(join(home, 'postgres'))).toBeNull();

    const log = await readLog(home);
    const titleOf = ({ data }: RecordedEvent) => (data as { changes: { title?: string } }).changes.title;
    const edits = log.filter((event) => event.type === 'ProjectEdited');
    const titles = new Set(edits.map((event) => `${event.streamId} ${titleOf(event)}`));
    const acknowledged = creators.flatMap((creator) => creator.acknowledged);
    expect(acknowledged.filter(({ projectId, title }) => !titles.has(`project-${projectId} ${title}`))).toEqual([]);
  }, 120_000);
});
