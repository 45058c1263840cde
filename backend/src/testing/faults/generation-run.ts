import { randomUUID } from 'node:crypto';
import type { ImageQueue, Project, Scene } from '@storyreel/contracts';
import { eventually } from '../eventually';
import { atRandomMoment, draw } from './seeded';

/** Number of scenes for which `step` queues no images, so that one is left to request after each fault. */
const KEPT = draw(1, 24);
/** Waiting time for each image that is queued ahead: three are made at once, each within three seconds. */
const EACH_AHEAD_MS = 1_000;

/** Changes that the server acknowledged and so must never lose. */
export interface Acknowledged {
  titles: { sceneId: string; title: string }[];
  imageJobs: { jobId: string; sceneId: string }[];
}

/** A creator who keeps working while the server stops and starts. */
export class GenerationRun {
  readonly acknowledged: Acknowledged = { titles: [], imageJobs: [] };
  /** Responses that no injected fault explains, as 'PATCH /path: 500'. */
  readonly failures = new Set<string>();
  scenes: Scene[] = [];
  userId = '';
  private readonly account = { email: `run-${randomUUID()}@example.com`, password: 'correct horse battery' };
  private cookie = '';
  private edits = 0;
  private steps = 0;
  private readonly waitingForImages: string[] = [];
  private readonly watchers: { count: number; reached: () => void }[] = [];

  constructor(
    private readonly server: { url: string; printed?: string },
    /** Images are requested in one of this many steps, so that scenes without any do not run out early. */
    private readonly imagesEvery = 1,
  ) {}

  /** The session's cookie. */
  get session(): string {
    return this.cookie;
  }

  /** Registers, and creates a number of projects from a story, with enough zaps to generate everything. */
  async begin(story: string, projects = 1): Promise<void> {
    this.userId = (await this.must<{ id: string }>('POST', '/api/register', { ...this.account, firstName: 'Run' })).id;
    if (projects > 1) await this.must('POST', '/api/credits/add-zaps', { amount: 2500 });
    for (let i = 0; i < projects; i++) {
      const project = await this.must<Project>('POST', '/api/projects', { title: 'Faults' });
      await this.must('PATCH', `/api/projects/${project.id}`, { story });
      await this.must('POST', '/api/scenes/process-story', { projectId: project.id });
      // A response may precede its views, which lag a little on a busy machine.
      const shown = async () => {
        const scenes = await this.must<Scene[]>('GET', `/api/scenes?projectId=${project.id}`);
        return scenes.length > 0 ? scenes : null;
      };
      this.scenes.push(...(await eventually('The scenes of the story', shown, 30_000)));
    }
    this.waitingForImages.push(...this.scenes.map(({ id }) => id));
  }

  /** Signs in again after a restore, which brings back no sessions. */
  async signIn(): Promise<void> {
    await this.must('POST', '/api/login', this.account);
  }

  /** Makes one more change; an unavailable or dying server is no error, and nothing is acknowledged. */
  async step(): Promise<void> {
    const sceneId =
      this.steps++ % this.imagesEvery === 0 && this.waitingForImages.length > KEPT
        ? this.waitingForImages[0]
        : undefined;
    const editedId = this.scenes[this.edits % this.scenes.length]?.id;
    if (sceneId) await this.queueImages(sceneId);
    if (editedId) await this.edit(editedId);
  }

  /** Resolves when this many more titles have been acknowledged: an earlier death of the server would prove nothing. */
  acknowledges(more: number): Promise<void> {
    const count = this.acknowledged.titles.length + more;
    return new Promise((reached) => this.watchers.push({ count, reached }));
  }

  /** Resolves when no job is queued or running. */
  async settled(withinMs: number): Promise<Scene[]> {
    for (const sceneId of [...this.waitingForImages])
      await this.insist('Its images', () => this.queueImages(sceneId), withinMs);
    return eventually(
      'The end of all jobs',
      async () => {
        const queue = await this.call<ImageQueue>('GET', '/api/midjourney/queue');
        if (queue?.status !== 200 || queue.body.activeJobs + queue.body.queuedJobs > 0) return null;
        const scenes = await this.call<Scene[]>('GET', '/api/scenes');
        return scenes?.status === 200 ? scenes.body : null;
      },
      withinMs,
    );
  }

  /**
   * Resolves when, after a fault, a change is accepted, a read shows it and one more image is made.
   * @throws Error with the step that did not happen in time and the server's last log lines
   */
  async goesOn(withinMs: number): Promise<void> {
    try {
      await this.showsWork(withinMs);
    } catch (error) {
      const logged = (this.server.printed ?? '').slice(-4_000);
      throw new Error(`${(error as Error).message} The server has logged last:\n${logged}`, { cause: error });
    }
  }

  private async showsWork(withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    const left = (): number => Math.max(0, deadline - performance.now());
    const edited = this.scenes[0];
    const waiting = this.waitingForImages[0];
    if (!edited || !waiting) throw new Error('Nothing is left to ask for images for: begin with more projects.');
    await this.insist('A change', () => this.edit(edited.id), left());
    await this.insist('The queueing of an image', () => this.queueImages(waiting), left());
    const title = this.acknowledged.titles.findLast(({ sceneId }) => sceneId === edited.id)?.title;
    const shows = async (sceneId: string, isThere: (scene: Scene) => boolean): Promise<true | null> => {
      const answer = await this.call<Scene[]>('GET', '/api/scenes');
      return (answer?.status === 200 && answer.body.some((scene) => scene.id === sceneId && isThere(scene))) || null;
    };
    await eventually('A read of what was changed', () => shows(edited.id, (scene) => scene.title === title), left());
    const isMade = ({ imageStatus }: Scene) => imageStatus === 'complete';
    // After many kills there is a queue, whose images are made first.
    const queue = await this.must<ImageQueue>('GET', '/api/midjourney/queue');
    const ahead = queue.activeJobs + queue.queuedJobs;
    await eventually('An image after the fault', () => shows(waiting, isMade), left() + ahead * EACH_AHEAD_MS);
  }

  private async insist(what: string, attempt: () => Promise<boolean>, withinMs: number): Promise<void> {
    await eventually(what, async () => (await attempt()) || null, withinMs);
  }

  /** @returns true when the scene's images are requested now */
  private async queueImages(sceneId: string): Promise<boolean> {
    const body = { sceneId, prompt: `A lighthouse at dusk, scene ${sceneId}` };
    // Like the page, repeats a call whose response was lost; its images may be finished by then.
    const answer = await this.call<{ jobId: string }>(
      'POST',
      '/api/midjourney/generate-image',
      body,
      `images-${sceneId}`,
    );
    if (answer?.status === 402) throw new Error('The run has no zaps left.');
    if (answer?.status !== 201 && answer?.status !== 200) return false;
    this.acknowledged.imageJobs.push({ jobId: answer.body.jobId, sceneId });
    this.waitingForImages.splice(this.waitingForImages.indexOf(sceneId), 1);
    return true;
  }

  /** @returns true when the server acknowledged the edit */
  private async edit(sceneId: string): Promise<boolean> {
    const title = `Title ${++this.edits}`;
    const answer = await this.call('PATCH', `/api/scenes/${sceneId}`, { title });
    if (answer?.status !== 200) return false;
    this.acknowledged.titles.push({ sceneId, title });
    for (const { count, reached } of this.watchers) if (this.acknowledged.titles.length >= count) reached();
    return true;
  }

  private async must<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  /** Returns null when the server could not be reached or the connection broke. */
  private async call<T>(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<{ status: number; body: T } | null> {
    try {
      const response = await fetch(this.server.url + path, {
        method,
        headers: {
          cookie: this.cookie,
          ...(body && { 'content-type': 'application/json' }),
          ...(key && { 'idempotency-key': key }),
        },
        body: body && JSON.stringify(body),
      });
      const [given] = response.headers.getSetCookie();
      if (given?.startsWith('storyreel_') && !given.startsWith('storyreel_position'))
        this.cookie = given.split(';')[0] ?? '';
      if (response.status >= 500 && response.status !== 503) this.failures.add(`${method} ${path}: ${response.status}`);
      return { status: response.status, body: (await response.json()) as T };
    } catch (error) {
      // The error is recognised by its name: a test runner's realm has error classes of its own.
      if (['TypeError', 'SyntaxError'].includes((error as Error).name)) return null;
      throw error;
    }
  }
}

/** Runs the creators, each at its own pace, until a promise settles. @throws its rejection */
export async function workUntil(runs: GenerationRun[], random: () => number, until: Promise<unknown>): Promise<void> {
  let over = false;
  void until.finally(() => (over = true)).catch(() => undefined);
  const work = async (run: GenerationRun): Promise<void> => {
    while (!over) {
      await run.step();
      await atRandomMoment(random, 5, 30);
    }
  };
  await Promise.all(runs.map(work));
  await until;
}
