import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Project } from '@storyreel/contracts';
import { EraseAccount } from '../../accounts/erasure/erase-account';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { provenViews, trustedLedgerKeys, verifyLedger } from '../../ledger';
import { SignLedgerHeads } from '../../ledger/proof/sign-ledger-heads';
import type { Agent, TestApp } from '../app-harness';
import { connectable, uploadedPicture } from '../routes/belongings';

export const PASSWORD = 'correct horse battery';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu;

/** Returns every row of every table, as text. */
export async function dump(pool: Pool): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const each = tables.map(({ name }) => `select '${name}: ' || t::text as row from ${name} t`);
  const { rows } = await pool.query<{ row: string }>(each.join(' union all '));
  return rows.map(({ row }) => row);
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** Runs the first round of an erasure. */
export function erasureOf(app: TestApp, accountId: string, signal: AbortSignal = new AbortController().signal) {
  const job = { dedupKey: `${accountId}:first`, payload: { accountId } } as unknown as Job;
  return app.get<EraseAccount>(EraseAccount).run(job, signal);
}

/** Signs the heads of the ledger for the day of `at`. */
export const signHeads = (app: TestApp, at: Date) =>
  app.get<SignLedgerHeads>(SignLedgerHeads).run({
    payload: { day: at.toISOString().slice(0, 10) },
    correlationId: 'c',
    causationId: 'e',
  });

/** Returns the faults that `ledger verify --heads` finds, and the number of signed days. */
export async function ledgerReport(app: TestApp) {
  await app.idle();
  const { config, pool, events } = app.runtime;
  const signed = { home: config.home, trusted: trustedLedgerKeys(config) };
  const report = await verifyLedger(events, { rows: { pool, views: provenViews }, signed });
  return { signedDays: report.signedDays, named: report.findings.named };
}

interface Person {
  id: string;
  email: string;
  /** Text that occurs in each of this person's texts, in the address and in the name, and nowhere else. */
  mark: string;
  agent: Agent;
  projects: string[];
}

interface CrowdOptions {
  people: number;
  erasures: number;
  random: () => number;
  /** Called before each erasure, with its number. */
  before?: (erasure: number) => Promise<void>;
}

/** Erases random people of a crowd, who work and spend meanwhile; a new person takes the place of each. */
export class Crowd {
  private readonly people: Person[] = [];
  private readonly gone: Person[] = [];

  constructor(
    private readonly app: TestApp,
    private readonly options: CrowdOptions,
  ) {}

  /** @returns people who are left, and people who were erased */
  async run(): Promise<{ left: Person[]; gone: Person[] }> {
    const { people, erasures, before } = this.options;
    for (let n = 0; n < people; n++) await this.join();
    for (let n = 0; n < erasures; n++) {
      for (let acts = 0; acts < 3; acts++) await this.act(this.pick(this.people));
      await this.app.idle();
      await before?.(n);
      await this.eraseOne();
      await this.join();
    }
    return { left: this.people, gone: this.gone };
  }

  private pick<T>(among: readonly T[]): T {
    const one = among[Math.floor(this.options.random() * among.length)];
    if (one === undefined) throw new Error('Nothing to choose from.');
    return one;
  }

  private async join(): Promise<void> {
    const letters = Array.from({ length: 12 }, () => this.pick([...'abcdefghijklmnopqrstuvwxyz']));
    const mark = `zq${letters.join('')}`;
    const agent = this.app.anonymous();
    const email = `${mark}@example.com`;
    const account = { email, password: PASSWORD, firstName: mark };
    const registered = await agent.post('/api/register').send(account).expect(201);
    const person: Person = { id: (registered.body as { id: string }).id, email, mark, agent, projects: [] };
    await this.begin(person);
    this.people.push(person);
  }

  private async begin({ agent, mark, projects }: Person): Promise<void> {
    const project = { title: `Title ${mark}`, story: `Tale of ${mark}` };
    projects.push(((await agent.post('/api/projects').send(project).expect(201)).body as Project).id);
  }

  private async act(person: Person): Promise<void> {
    const { agent, mark, projects } = person;
    const projectId = this.pick(projects);
    await this.pick([
      () => this.begin(person),
      () =>
        agent
          .patch(`/api/projects/${projectId}`)
          .send({ story: `${mark} again ${projects.length}` })
          .expect(200),
      () =>
        agent
          .post('/api/scenes')
          .send({ projectId, title: mark, imagePrompt: `Drawn: ${mark}` })
          .expect(201),
      () => uploadedPicture(agent),
      async () => {
        await agent
          .post('/api/chat')
          .send({ role: 'user', content: `Who is ${mark}?`, projectId })
          .expect(201);
        // One chat answers one question at a time.
        await this.app.idle();
      },
      () => this.post(person),
      async () => {
        await agent.delete(`/api/projects/${projectId}`).expect(200);
        projects.splice(projects.indexOf(projectId), 1);
        await this.begin(person);
      },
    ])();
  }

  private async post({ agent, mark }: Person): Promise<void> {
    const account = { ...connectable(`${mark}-${this.options.random()}`), accountName: mark };
    const { id } = (await agent.post('/api/social/accounts').send(account).expect(201)).body as { id: string };
    const post = { title: mark, content: `Says ${mark}`, platform: 'youtube', socialAccountId: id };
    await agent.post('/api/social/posts').send(post).expect(201);
  }

  private async eraseOne(): Promise<void> {
    const { app } = this;
    const [one] = this.people.splice(Math.floor(this.options.random() * this.people.length), 1);
    if (!one) throw new Error('Nobody is left.');
    const blobs = await this.blobsOf(one);
    const others = await this.rowsOfOthers();
    const how = this.options.random();
    if (how < 0.5) {
      const asked = { email: one.email, password: PASSWORD };
      await one.agent.post('/api/account/erase').send(asked).expect(200);
      await app.idle();
    } else {
      const signal = AbortSignal.abort(new Error('This node is stopping.'));
      if (how < 0.75) await expect(erasureOf(app, one.id, signal)).rejects.toThrow('stopping');
      await erasureOf(app, one.id);
      if (how > 0.9 && this.gone.length > 0) await erasureOf(app, this.pick(this.gone).id);
    }
    this.gone.push(one);
    await app.idle();
    await this.expectGone(one, blobs);
    expect(await this.rowsOfOthers()).toEqual(others);
  }

  private async blobsOf({ id }: Person): Promise<string[]> {
    const { rows } = await this.app.runtime.pool.query<{ blob: string }>(
      'select blob from platform.stored_objects where owner_id = $1',
      [id],
    );
    return rows.map(({ blob }) => blob);
  }

  private async expectGone({ mark }: Person, blobs: readonly string[]): Promise<void> {
    const rows = await dump(this.app.runtime.pool);
    expect(rows.filter((row) => row.includes(mark))).toEqual([]);
    const names = new Set(filesIn(join(this.app.home, 'media')).map((path) => path.split('/').at(-1)));
    expect(blobs.filter((blob) => names.has(blob))).toEqual([]);
  }

  /** Returns, for each person who is left, a hash of all rows that name this person. */
  private async rowsOfOthers(): Promise<Record<string, string>> {
    const rows = new Map(this.people.map(({ id }) => [id, [] as string[]]));
    for (const row of await dump(this.app.runtime.pool))
      for (const id of new Set(row.match(UUID) ?? [])) rows.get(id)?.push(row);
    const hash = (all: string[]) => createHash('sha256').update(all.sort().join('\n')).digest('hex');
    return Object.fromEntries([...rows].map(([id, own]) => [id, `${own.length} rows: ${hash(own)}`]));
  }
}
