import { isBlank, type Project, type Scene, type Style } from '@storyreel/contracts';
import { FakeServer } from './fake-server';
import { projectWith, sceneWith } from './media-fixtures';

/** The id of the nth scene of a test project, from 1. */
export const sceneId = (n: number): string => `7f0c1f0e-5d0a-4f7e-9a3c-${String(n).padStart(12, '0')}`;

export const sceneNumbered = (n: number, part: Partial<Scene> = {}): Scene =>
  sceneWith([], {
    id: sceneId(n),
    title: `Beat ${n}`,
    description: `What happens in beat ${n}.`,
    imagePrompt: `Picture ${n}`,
    videoPrompt: `Motion ${n}`,
    order: n * 10,
    displayOrder: n,
    ...part,
  });

export const scenesNumbered = (count: number): Scene[] =>
  Array.from({ length: count }, (_, at) => sceneNumbered(at + 1));

/** One project with scenes in memory, spoken to as the API is. Tests change what it holds and what it answers. */
export class WorkspaceServer extends FakeServer {
  balance = 100;
  styles: Style[] = [];
  private revision = 1;
  private lastId = 900;
  private before: Scene[] = [];

  constructor(
    public scenes: Scene[] = scenesNumbered(3),
    public project: Project = projectWith(),
  ) {
    super();
    this.shell();
    this.projects();
    this.sceneCommands();
    this.wholeLists();
    this.storyAi();
    this.install();
  }

  scene(n: number): Scene {
    const found = this.scenes.find(({ id }) => id === sceneId(n));
    if (!found) throw new Error(`The server has no scene ${n}`);
    return found;
  }

  titles(): string[] {
    return this.scenes.map(({ title }) => title);
  }

  /** As if another window had changed it. */
  change(id: string, part: Partial<Scene>): Scene {
    const changed = { ...this.find(id), ...part, revision: this.nextRevision() };
    this.scenes = this.scenes.map((scene) => (scene.id === id ? changed : scene));
    return changed;
  }

  private nextRevision = (): string => String((this.revision += 1));

  private find(id: string | undefined): Scene {
    const scene = this.scenes.find((candidate) => candidate.id === id);
    if (!scene) throw new Error(`The server has no scene ${id}`);
    return scene;
  }

  private setScenes(scenes: Scene[]): void {
    this.scenes = scenes.map((scene, at) => ({ ...scene, displayOrder: at + 1 }));
  }

  private newScene(part: Partial<Scene>): Scene {
    this.lastId += 1;
    return { ...sceneNumbered(this.lastId), ...part, id: sceneId(this.lastId), revision: this.nextRevision() };
  }

  private projectRow(): Project {
    const withImage = this.scenes.filter(({ imageUrl }) => imageUrl).length;
    const withMainVideo = this.scenes.filter(({ mainVideoId }) => mainVideoId).length;
    const sceneCounts = {
      total: this.scenes.length,
      described: this.scenes.filter(({ description }) => !isBlank(description)).length,
      withImage,
      withMainVideo,
      withImageAndMainVideo: this.scenes.filter(({ imageUrl, mainVideoId }) => imageUrl && mainVideoId).length,
      withAnyMedia: Math.max(withImage, withMainVideo),
    };
    return { ...this.project, sceneCount: this.scenes.length, sceneCounts, revision: String(this.revision) };
  }

  private shell(): void {
    this.on('GET', '/api/auth/user', () => ({ json: { id: this.project.userId, firstName: 'Ada', email: 'a@b.c' } }));
    this.on('GET', '/api/credits/balance', () => ({ json: { balance: this.balance } }));
    this.on('POST', '/api/costs/estimate', () => ({ json: { costZaps: 0.5 } }));
    this.on('GET', '/api/styles', () => ({ json: this.styles }));
    this.on('GET', '/api/midjourney/queue', () => ({ json: { jobs: [], activeJobs: 2, queuedJobs: 5 } }));
    this.on('GET', '/api/midjourney/bulk-quote', () => ({ json: { remainingToday: 60, zapsPerScene: 4 } }));
    this.on('GET', '/api/replicate/models', () => ({ json: [{ id: 'kling-v2.1', name: 'Kling' }] }));
    this.on('GET', '/api/replicate/model-schema/:id', () => ({ json: {} }));
  }

  private projects(): void {
    this.on('GET', '/api/projects', () => ({ json: [this.projectRow()] }));
    this.on('GET', '/api/projects/:id', () => ({ json: this.projectRow() }));
    this.on('PATCH', '/api/projects/:id', ({ body }) => {
      this.project = { ...this.project, ...(body as Partial<Project>) };
      this.nextRevision();
      return { json: this.projectRow() };
    });
  }

  private sceneCommands(): void {
    this.on('GET', '/api/scenes', () => ({ json: this.scenes }));
    this.on('GET', '/api/scenes/:id', ({ params }) => {
      const scene = this.scenes.find(({ id }) => id === params[0]);
      return scene ? { json: scene } : { status: 404, json: { message: 'Not found', code: 'not_found' } };
    });
    this.on('PATCH', '/api/scenes/:id', ({ params, body }) => ({
      json: this.change(params[0] ?? '', body as Partial<Scene>),
    }));
    this.on('POST', '/api/scenes', ({ body }) => {
      const order = Math.max(0, ...this.scenes.map((scene) => scene.order)) + 1;
      const scene = this.newScene({ ...(body as Partial<Scene>), order, displayOrder: this.scenes.length + 1 });
      this.scenes = [...this.scenes, scene];
      return { status: 201, json: scene };
    });
    this.on('POST', '/api/scenes/:id/duplicate', ({ params }) => {
      const original = this.find(params[0]);
      const copy = this.newScene({ ...original, title: `${original.title} (copy)` });
      this.setScenes(this.scenes.flatMap((scene) => (scene === original ? [scene, copy] : [scene])));
      return { status: 201, json: this.find(copy.id) };
    });
    this.on('DELETE', '/api/scenes/:id', ({ params }) => {
      this.setScenes(this.scenes.filter(({ id }) => id !== params[0]));
      return { json: { id: params[0] } };
    });
    this.on('POST', '/api/scenes/restore', ({ body }) => {
      const scene = { ...(body as Scene), revision: this.nextRevision() };
      this.setScenes([...this.scenes, scene].sort((a, b) => a.order - b.order));
      return { json: this.find(scene.id) };
    });
  }

  private wholeLists(): void {
    this.on('POST', '/api/scenes/reorder', ({ body }) => {
      const { sceneIds } = body as { sceneIds: string[] };
      this.setScenes(
        sceneIds.map((id, at) => ({ ...this.find(id), order: (at + 1) * 10, revision: this.nextRevision() })),
      );
      return { json: this.scenes };
    });
    this.on('DELETE', '/api/scenes/all/:id', () => {
      this.before = this.scenes;
      this.scenes = [];
      return { json: { deletedCount: this.before.length } };
    });
    this.on('POST', '/api/scenes/restore-all', () => {
      this.scenes = this.before;
      return { json: { restoredCount: this.before.length } };
    });
    this.on('POST', '/api/scenes/process-story', () => {
      this.before = this.scenes;
      this.setScenes(['Dawn', 'Dusk'].map((title, at) => this.newScene({ title, order: (at + 1) * 10 })));
      return { json: { sceneCount: 2 } };
    });
  }

  private storyAi(): void {
    this.on('POST', '/api/ai/generate/scene-description/:id', ({ params }) => {
      const written = { description: 'Described.', imagePrompt: 'Painted.', videoPrompt: 'Moved.' };
      return { json: { scene: this.change(params[0] ?? '', written), description: 'Described.' } };
    });
    this.on('POST', '/api/scenes/:id/enhance-prompt', ({ params }) => {
      this.change(params[0] ?? '', { imagePrompt: 'Enhanced.' });
      return { json: { enhancedPrompt: 'Enhanced.' } };
    });
    this.on('POST', '/api/ai/generate/video-prompt/:id', ({ params }) => {
      this.change(params[0] ?? '', { videoPrompt: 'Slow pan.' });
      return { json: { videoPrompt: 'Slow pan.' } };
    });
    this.on('POST', '/api/ai/generate/continuity', () => ({
      json: { characters: 'Mira: tall, red coat', environments: 'A lighthouse', props: 'A lamp' },
    }));
  }
}
