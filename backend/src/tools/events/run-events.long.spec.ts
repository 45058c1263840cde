import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createEventStore, type EventStore } from '../../eventsourcing/event-store';
import { startStubServer } from '../../eventsourcing/event-store/eventstoredb/stub/stub-server';
import { eventually } from '../../testing/eventually';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import type { StoresConfig } from '../with-stores';
import { runEvents } from './run-events';

const at = (minute: number) => `2026-03-01T12:0${minute}:00.000Z`;
const metadata = (minute: number, schemaVersion = 1) => ({
  commandId: 'command',
  correlationId: 'correlation',
  causationId: null,
  actor: { kind: 'user', userId: 'ada' },
  ownerId: 'ada',
  schemaVersion,
  at: at(minute),
});
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`;
const LARGE = 'lighthouse '.repeat(200_000);

async function write(log: EventStore): Promise<void> {
  const append = (stream: string, n: number, type: string, data: object, version = 1) =>
    log.append(stream, [{ id: id(n), type, data, metadata: metadata(n, version) }], { expected: 'any' });
  await append('style-1', 1, 'StyleAdded', { name: 'Ink "No. 1"', prompt: '\u001b[31mred\u0007' });
  await append('project-1', 2, 'VideoJobAccepted', { jobId: 'j', sceneId: 's', providerPredictionId: 'p-1' });
  await log.append('orders-1', [{ id: randomUUID(), type: 'OrderPlaced', data: {} }], { expected: 'any' });
  await append('project-1', 3, 'SceneEdited', { sceneId: 's', changes: { sourceText: LARGE } });
  await append('project-1', 4, 'VideoJobQueued', { later: true }, 9);
  await append('style-1', 5, 'StyleDeleted', {});
}

/** Expected output of `tail`, without foreign events. */
const LINES = [
  String.raw`POSITION  ${at(1)}  style-1@0  StyleAdded  {"name":"Ink \"No. 1\"","prompt":"\u001b[31mred\u0007"}`,
  `POSITION  ${at(2)}  project-1@0  VideoJobAccepted  {"jobId":"j","sceneId":"s","predictionId":"p-1"}`,
  `POSITION  ${at(3)}  project-1@1  SceneEdited  {"sceneId":"s","changes":{"sourceText":"${LARGE.slice(0, 80)}…`,
  `POSITION  ${at(4)}  project-1@2  VideoJobQueued  ` +
    '(A newer release of Storyreel wrote this (VideoJobQueued in version 9). Try again later.)',
  `POSITION  ${at(5)}  style-1@1  StyleDeleted  {}`,
];
const printed = (...lines: string[]) => ({ code: 0, stderr: '', stdout: lines.map((line) => `${line}\n`).join('') });

describe.each([
  ['Postgres', false],
  ["EventStoreDB's protocol", true],
])('`npm run events`, on %s', (_name, onEventStoreDb) => {
  let database: TestDatabase;
  let config: StoresConfig;
  let log: EventStore;
  let stop: () => void = () => undefined;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'events-'));
    database = await createTestDatabase();
    const server = onEventStoreDb ? await startStubServer() : null;
    stop = () => void server?.stop();
    const eventStoreUrl = server ? `esdb://127.0.0.1:${server.port}?tls=false` : undefined;
    config = { databaseUrl: database.url, eventStoreUrl, home: folder };
    log = await createEventStore(config);
    await write(log);
  });
  afterAll(async () => {
    await log.close();
    await database.drop();
    stop();
    await rm(folder, { recursive: true });
  });

  /** Runs a command, with an action during it, and returns its output. */
  async function run(line: string[], during?: (shown: () => string, interrupt: () => void) => Promise<void>) {
    const interrupted = new AbortController();
    const written = { stdout: '', stderr: '' };
    const sink = (name: 'stdout' | 'stderr') =>
      new PassThrough().on('data', (chunk: Buffer) => (written[name] += chunk.toString('utf8')));
    const streams = { stdout: sink('stdout'), stderr: sink('stderr') };
    const running = runEvents(config, line, { ...streams, interrupted: interrupted.signal });
    await during?.(
      () => written.stdout,
      () => interrupted.abort(),
    );
    const code = await running;
    // Positions and storage times differ between the stores.
    const stdout = written.stdout
      .replace(/^ *\d+(?= {2}2026)/gm, 'POSITION')
      .replace(/("position":"|"position": ")\d+/g, '$1N')
      .replace(/("created":"|"created": ")[^"]+/g, '$1T')
      .replaceAll(LARGE, 'LARGE');
    return { code, stdout, stderr: written.stderr };
  }
  const positionOf = async (n: number): Promise<string> => {
    const { stdout } = await runRaw(['show', id(n), '--json']);
    return (JSON.parse(stdout) as { position: string }).position;
  };
  async function runRaw(line: string[]) {
    let stdout = '';
    const out = new PassThrough().on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
    const code = await runEvents(config, line, {
      stdout: out,
      stderr: new PassThrough().resume(),
      interrupted: new AbortController().signal,
    });
    return { code, stdout };
  }

  it('tails our own events, one safe line each', async () => {
    expect(await run(['tail'])).toEqual(printed(...LINES));
    const last = printed(...LINES.slice(-1));
    expect(await run(['tail', '--last', '1'])).toEqual(last);
    expect(await run(['tail', '--from', await positionOf(3), '--type', 'StyleDeleted'])).toEqual(last);
  });

  it('follows the log until it is interrupted', async () => {
    const marker = randomUUID();
    const { code, stdout } = await run(['tail', '--last', '0', '--follow', '--json'], async (shown, interrupt) => {
      // The append is repeated, since events appended before `tail` begins to follow are not shown.
      await eventually(
        'The new event',
        async () => {
          const next = { id: randomUUID(), type: 'StyleRestored', data: { marker }, metadata: metadata(6) };
          await log.append('style-followed', [next], { expected: 'any' });
          return shown().includes(marker) ? true : null;
        },
        10_000,
      );
      interrupt();
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ streamId: 'style-followed', data: { marker } });
  });

  it('prints a stream as it is read today, and as it is stored', async () => {
    expect(await run(['stream', 'project-1'])).toEqual(printed(...LINES.slice(1, 4)));
    expect((await run(['stream', 'project-1', '--as-stored'])).stdout).toContain('"providerPredictionId":"p-1"');
    expect(await run(['stream', 'project-none'])).toEqual({
      code: 1,
      stdout: '',
      stderr: "There is no stream 'project-none'.\n",
    });
  });

  it('shows one whole event, by its id and by its position', async () => {
    const byId = await run(['show', id(2).toUpperCase()]);
    const event = {
      position: 'N',
      created: 'T',
      streamId: 'project-1',
      revision: '0',
      id: id(2),
      type: 'VideoJobAccepted',
      data: { jobId: 'j', sceneId: 's', predictionId: 'p-1' },
      metadata: { ...metadata(2, 2), storedVersion: 1 },
    };
    expect(byId).toEqual(printed(JSON.stringify(event, null, 2)));
    expect(await run(['show', await positionOf(2)])).toEqual(byId);
    expect(JSON.parse((await run(['show', id(3), '--json'])).stdout)).toMatchObject({
      data: { changes: { sourceText: 'LARGE' } },
    });
    for (const unknown of [randomUUID(), '99999999999', 'x']) {
      expect(await run(['show', unknown])).toEqual({
        code: 1,
        stdout: '',
        stderr: `There is no event '${unknown}'.\n`,
      });
    }
  });

  it('finds text in data and metadata, newest first, and says how much it read', async () => {
    const found = await run(['grep', 'Ink "No. 1"', '--stream-category', 'style']);
    expect(found.code).toBe(0);
    expect(found.stdout).toContain('StyleAdded');
    expect(found.stderr).toMatch(/^1 found in \d+ events read, back to position \d+\.\n$/);
    const types = async (...line: string[]) =>
      (await run(['grep', ...line, '--json'])).stdout
        .split('\n')
        .filter(Boolean)
        .map((each) => (JSON.parse(each) as { type: string }).type);
    expect(await types('correlation', '--stream-category', 'project')).toEqual([
      'VideoJobQueued',
      'SceneEdited',
      'VideoJobAccepted',
    ]);
    expect(await types('LIGHTHOUSE')).toEqual([]);
    expect(await types('LIGHTHOUSE', '--ignore-case')).toEqual(['SceneEdited']);
    expect(await types('correlation', '--type', 'StyleDeleted')).toEqual(['StyleDeleted']);
    expect(await types('correlation', '--since', '2999-01-01')).toEqual([]);
    expect((await run(['grep', 'nowhere to be found'])).code).toBe(1);
  });

  it('exports a range as JSON Lines, into a file readable by its owner only, which it never overwrites', async () => {
    const out = join(folder, 'export.jsonl');
    const range = ['--from', await positionOf(1), '--to', await positionOf(4), '--category', 'project', '--as-stored'];
    expect(await run(['export', ...range, '--out', out])).toEqual({ code: 0, stdout: '', stderr: '3 events.\n' });
    const lines = (await readFile(out, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { data: unknown }).data)).toEqual([
      { jobId: 'j', sceneId: 's', providerPredictionId: 'p-1' },
      { sceneId: 's', changes: { sourceText: LARGE } },
      { later: true },
    ]);
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    await expect(run(['export', '--out', out])).rejects.toThrow(`${out} exists already.`);
  });

  it('leaves no file of an interrupted or failed export, so that it can be repeated', async () => {
    const out = join(folder, 'again.jsonl');
    const left = async () => (await readdir(folder)).filter((name) => name.startsWith('again'));
    const interrupt = (_shown: unknown, abort: () => void) => Promise.resolve(abort());
    await expect(run(['export', '--out', out], interrupt)).rejects.toMatchObject({
      message: `Interrupted: ${out} was not written.`,
      exitCode: 130,
    });
    expect(await left()).toEqual([]);
    const nowhere = { ...config, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' };
    const streams = { stdout: new PassThrough(), stderr: new PassThrough(), interrupted: new AbortController().signal };
    await expect(runEvents(nowhere, ['export', '--out', out], streams)).rejects.toThrow('ECONNREFUSED');
    expect(await left()).toEqual([]);
    expect((await run(['export', '--out', out])).code).toBe(0);
    expect(await left()).toEqual(['again.jsonl']);
  });

  it.each([['export'], ['stream project-1'], ['grep correlation'], ['show 00000000-0000-4000-8000-0000000000ff']])(
    'says that the read was incomplete when `%s` is interrupted',
    async (line) => {
      const interruption = new AbortController();
      const stderr = new PassThrough();
      const stdout = new PassThrough().once('data', () => interruption.abort()).resume();
      if (line.startsWith('show')) interruption.abort();
      const surroundings = { stdout, stderr, interrupted: interruption.signal };
      await expect(runEvents(config, line.split(' '), surroundings)).rejects.toMatchObject({
        message: 'Interrupted: not all of the log was read.',
        exitCode: 130,
      });
      // The output has neither a count nor a message about finding nothing.
      expect(String(stderr.read() ?? '')).not.toMatch(/^\d+ events|There is no/);
    },
  );

  it('ends without an error when its output is closed', async () => {
    const closed = new PassThrough({ highWaterMark: 1 });
    closed.once('data', () => closed.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })));
    const stderr = new PassThrough().resume();
    const interrupted = new AbortController().signal;
    await expect(runEvents(config, ['export'], { stdout: closed, stderr, interrupted })).resolves.toBe(0);
  });

  it('fails when its output cannot be written', async () => {
    const full = new PassThrough({ highWaterMark: 1 });
    full.once('data', () => full.destroy(Object.assign(new Error('no space left'), { code: 'ENOSPC' })));
    const stderr = new PassThrough().resume();
    const interrupted = new AbortController().signal;
    await expect(runEvents(config, ['export'], { stdout: full, stderr, interrupted })).rejects.toThrow('no space left');
  });

  it('prints its usage for unknown arguments', async () => {
    const { code, stderr } = await run(['tial']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^There is no command 'tial'\.\nUsage: /);
  });
});
