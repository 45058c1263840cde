import {
  summaryOf,
  type Project,
  type ProjectFields,
  type ProjectSummary,
  type Style,
  type Transaction,
  type UsageEvent,
  type User,
} from '@storyreel/contracts';
import { projectWith } from './media-fixtures';
import { WholeStoryreel } from './storyreel';

export { ADA } from './storyreel';

/** Returns the id of the nth project, counted from 1. */
export const projectId = (n: number): string => `5e1c1f0e-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`;

export const projectNumbered = (n: number, part: Partial<Project> = {}): Project =>
  projectWith({ id: projectId(n), title: `Project ${n}`, description: `About ${n}`, sceneCount: n, ...part });

/** Returns the nth project as an item of a list. */
export const summaryNumbered = (n: number, part: Partial<Project> = {}): ProjectSummary =>
  summaryOf(projectNumbered(n, part));

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

/** A fake server with projects, styles and a ledger. Tests inspect its state and change it as another window would. */
export class AppServer extends WholeStoryreel {
  constructor(projects: Project[] = []) {
    super();
    this.projects = projects;
    this.on('POST', '/api/objects/upload', () => ({ json: { uploadURL: 'http://localhost/api/uploads/signed' } }));
    this.on('POST', '/api/objects/finalize', () => ({
      json: { url: '/api/media/uploaded.png', contentType: 'image/png', size: 3 },
    }));
  }

  get user(): User | null {
    return this.data.user;
  }
  set user(user: User | null) {
    this.data.user = user;
  }

  get balance(): number {
    return this.data.balance;
  }
  set balance(zaps: number) {
    this.data.balance = zaps;
  }

  get projects(): Project[] {
    return this.data.liveProjects();
  }
  /** Replaces all projects, in this order, and gives each as many scenes as its counts say. */
  set projects(projects: Project[]) {
    this.data.holdProjects(projects);
  }

  get styles(): Style[] {
    return this.data.liveStyles();
  }
  set styles(styles: Style[]) {
    this.data.holdStyles(styles);
  }

  set transactions(transactions: Transaction[]) {
    this.data.transactions = transactions;
  }

  set usageEvents(events: UsageEvent[]) {
    const newestFirst = events.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    this.data.usage = newestFirst.map((event) => ({ event, projectId: '', category: 'text' }));
  }

  titles(): string[] {
    return this.projects.map(({ title }) => title);
  }

  find(id: string): Project {
    return this.data.present(this.data.keptProject(id));
  }

  /** Changes a project as another window would. */
  change(id: string, part: Partial<ProjectFields>): Project {
    const kept = this.data.keptProject(id);
    return this.data.setProject(kept, { ...kept.row, ...part });
  }
}
