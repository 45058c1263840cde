import type { Project, Style, Transaction, UsageEvent, User } from '@storyreel/contracts';
import { FakeServer } from './fake-server';
import { projectWith } from './media-fixtures';

export const ADA: User = { id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0009', firstName: 'Ada', email: 'ada@example.com' };

/** The id of the nth project, from 1. */
export const projectId = (n: number): string => `5e1c1f0e-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`;

export const projectNumbered = (n: number, part: Partial<Project> = {}): Project =>
  projectWith({ id: projectId(n), title: `Project ${n}`, description: `About ${n}`, sceneCount: n, ...part });

export const styleNumbered = (n: number, part: Partial<Style> = {}): Style => ({
  id: `57c1c1f0-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`,
  name: `Style ${n}`,
  description: null,
  imageUrl: `/api/media/style-${n}.png`,
  prompt: null,
  category: 'Custom',
  attributes: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...part,
});

/** An account with projects, styles and a ledger in memory, spoken to as the API is. */
export class AppServer extends FakeServer {
  user: User | null = ADA;
  balance = 100;
  costZaps = 5;
  styles: Style[] = [];
  transactions: Transaction[] = [];
  usageEvents: UsageEvent[] = [];
  private lastId = 900;

  constructor(public projects: Project[] = []) {
    super();
    this.on('GET', '/api/auth/user', () =>
      this.user ? { json: this.user } : { status: 401, json: { message: 'Sign in', code: 'unauthenticated' } },
    );
    this.projectCommands();
    this.styleCommands();
    this.money();
    this.on('GET', '/api/scenes', () => ({ json: [] }));
    this.on('GET', '/api/midjourney/queue', () => ({ json: { jobs: [], activeJobs: 0, queuedJobs: 0 } }));
    this.on('POST', '/api/objects/upload', () => ({ json: { uploadURL: 'http://localhost/api/uploads/signed' } }));
    this.on('POST', '/api/objects/finalize', () => ({
      json: { url: '/api/media/uploaded.png', contentType: 'image/png', size: 3 },
    }));
    this.install();
  }

  titles(): string[] {
    return this.projects.map(({ title }) => title);
  }

  find(id: string | undefined): Project {
    const project = this.projects.find((candidate) => candidate.id === id);
    if (!project) throw new Error(`The server has no project ${id}`);
    return project;
  }

  /** As if another window had changed it. */
  change(id: string | undefined, part: Partial<Project>): Project {
    const before = this.find(id);
    const changed = { ...before, ...part, revision: String(Number(before.revision) + 1) };
    this.projects = this.projects.map((project) => (project.id === id ? changed : project));
    return changed;
  }

  private projectCommands(): void {
    this.on('GET', '/api/projects', () => ({ json: this.projects }));
    this.on('GET', '/api/projects/:id', ({ params }) => {
      const found = this.projects.find(({ id }) => id === params[0]);
      return found ? { json: found } : { status: 404, json: { message: 'Not found', code: 'not_found' } };
    });
    this.on('POST', '/api/projects', ({ body }) => this.add({ ...(body as Partial<Project>) }));
    this.on('PATCH', '/api/projects/:id', ({ params, body }) => ({
      json: this.change(params[0], body as Partial<Project>),
    }));
    this.on('POST', '/api/projects/:id/duplicate', ({ params }) => {
      const original = this.find(params[0]);
      return this.add({ ...original, title: `${original.title} (copy)` });
    });
    this.on('DELETE', '/api/projects/:id', ({ params }) => {
      this.projects = this.projects.filter(({ id }) => id !== params[0]);
      return { json: { id: params[0] } };
    });
    this.on('POST', '/api/projects/restore', ({ body }) => {
      const restored = body as Project;
      this.projects = [restored, ...this.projects];
      return { json: restored };
    });
    this.on('POST', '/api/projects/reorder', ({ body }) => {
      const { projectIds } = body as { projectIds: string[] };
      this.projects = projectIds.map((id) => this.find(id));
      return { json: this.projects };
    });
  }

  private add(part: Partial<Project>) {
    this.lastId += 1;
    const project = projectNumbered(this.lastId, { ...part, id: projectId(this.lastId), sceneCount: 0, revision: '1' });
    this.projects = [project, ...this.projects];
    return { status: 201, json: project };
  }

  private styleCommands(): void {
    this.on('GET', '/api/styles', () => ({ json: this.styles }));
    this.on('POST', '/api/styles', ({ body }) => {
      this.lastId += 1;
      const style = styleNumbered(this.lastId, body as Partial<Style>);
      this.styles = [...this.styles, style];
      return { status: 201, json: style };
    });
    this.on('PUT', '/api/styles/:id', ({ params, body }) => {
      this.styles = this.styles.map((style) => (style.id === params[0] ? { ...style, ...(body as Style) } : style));
      return { json: this.styles.find(({ id }) => id === params[0]) };
    });
    const deleted: Style[] = [];
    this.on('POST', '/api/styles/restore', ({ body }) => {
      const found = deleted.find(({ id }) => id === (body as { id: string }).id);
      if (!found) return { status: 404, json: { message: 'Not found.', code: 'not_found' } };
      this.styles = [...this.styles, found];
      return { json: found };
    });
    this.on('DELETE', '/api/styles/:id', ({ params }) => {
      deleted.push(...this.styles.filter(({ id }) => id === params[0]));
      this.styles = this.styles.filter(({ id }) => id !== params[0]);
      return { json: { id: params[0] } };
    });
  }

  private money(): void {
    this.on('GET', '/api/credits/balance', () => ({ json: { balance: this.balance } }));
    this.on('GET', '/api/credits/transactions', () => ({ json: this.transactions }));
    this.on('GET', '/api/usage-events', () => ({ json: this.usageEvents }));
    this.on('POST', '/api/costs/estimate', () => ({ json: { costZaps: this.costZaps } }));
    this.on('POST', '/api/credits/add-zaps', ({ body }) => {
      const { amount } = body as { amount: number };
      this.balance += amount;
      return { json: { amount } };
    });
    this.on('GET', '/api/projects/:id/costs', ({ params }) => ({
      json: { projectId: params[0], totalZaps: 0, totalUsd: 0, breakdown: {} },
    }));
  }
}
