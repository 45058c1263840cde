import type { ImageQueue, Project, Scene } from '@storyreel/contracts';
import { eventually } from './seeded';

/** What the server has said yes to, and so must never lose. */
export interface Acknowledged {
  titles: { sceneId: string; title: string }[];
  imageJobs: { jobId: string; sceneId: string }[];
}

/** A creator who keeps working while the server comes and goes. */
export class GenerationRun {
  readonly acknowledged: Acknowledged = { titles: [], imageJobs: [] };
  scenes: Scene[] = [];
  userId = '';
  private cookie = '';
  private edits = 0;
  private readonly waitingForImages: string[] = [];
  private readonly watchers: { count: number; reached: () => void }[] = [];

  constructor(private readonly server: { url: string }) {}

  async begin(story: string): Promise<void> {
    const account = { email: `run-${Date.now()}@example.com`, password: 'correct horse battery', firstName: 'Run' };
    this.userId = (await this.must<{ id: string }>('POST', '/api/register', account)).id;
    const project = await this.must<Project>('POST', '/api/projects', { title: 'Faults' });
    await this.must('PATCH', `/api/projects/${project.id}`, { story });
    await this.must('POST', '/api/scenes/process-story', { projectId: project.id });
    this.scenes = await this.must<Scene[]>('GET', `/api/scenes?projectId=${project.id}`);
    this.waitingForImages.push(...this.scenes.map(({ id }) => id));
  }

  /** One more piece of work; a server that is away or dies in the middle is no error, and nothing is acknowledged. */
  async step(): Promise<void> {
    const sceneId = this.waitingForImages[0];
    const editedId = this.scenes[this.edits % this.scenes.length]?.id;
    if (sceneId) await this.queueImages(sceneId);
    if (editedId) await this.edit(editedId);
  }

  /** Resolves when so many more titles have been acknowledged: a server that dies before has proven nothing. */
  acknowledges(more: number): Promise<void> {
    const count = this.acknowledged.titles.length + more;
    return new Promise((reached) => this.watchers.push({ count, reached }));
  }

  /** Resolves when no job is queued or running any more. */
  async settled(withinMs: number): Promise<Scene[]> {
    while (this.waitingForImages.length > 0) await this.step();
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

  private async queueImages(sceneId: string): Promise<void> {
    const body = { sceneId, prompt: `A lighthouse at dusk, scene ${sceneId}` };
    const answer = await this.call<{ jobId: string }>('POST', '/api/midjourney/generate-image', body);
    if (!answer) return;
    // 409: the first try was taken after all, and only its answer was lost.
    if (answer.status === 201 || answer.status === 200)
      this.acknowledged.imageJobs.push({ jobId: answer.body.jobId, sceneId });
    else if (answer.status !== 409) return;
    this.waitingForImages.splice(this.waitingForImages.indexOf(sceneId), 1);
  }

  private async edit(sceneId: string): Promise<void> {
    const title = `Title ${++this.edits}`;
    const answer = await this.call('PATCH', `/api/scenes/${sceneId}`, { title });
    if (answer?.status !== 200) return;
    this.acknowledged.titles.push({ sceneId, title });
    for (const { count, reached } of this.watchers) if (this.acknowledged.titles.length >= count) reached();
  }

  private async must<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    if (!answer || answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.body;
  }

  /** Null when the server could not be reached or was cut off. */
  private async call<T>(method: string, path: string, body?: object): Promise<{ status: number; body: T } | null> {
    try {
      const response = await fetch(this.server.url + path, {
        method,
        headers: { cookie: this.cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body && JSON.stringify(body),
      });
      const [given] = response.headers.getSetCookie();
      if (given?.startsWith('storyreel_') && !given.startsWith('storyreel_position'))
        this.cookie = given.split(';')[0] ?? '';
      return { status: response.status, body: (await response.json()) as T };
    } catch (error) {
      // By name: a test runner's realm has error classes of its own.
      if (['TypeError', 'SyntaxError'].includes((error as Error).name)) return null;
      throw error;
    }
  }
}
