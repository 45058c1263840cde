import {
  type ImageJob,
  type ImageQueue,
  type Prediction,
  type Project,
  type Scene,
  updateSceneRequestSchema,
  type VideoItem,
  type VideoMetadata,
} from '@storyreel/contracts';
import { FakeServer } from './fake-server';
import { JOB_ID, PREDICTION_ID, projectWith, SCENE_ID } from './media-fixtures';

/** One project with one scene, and the calls about its media. Tests change what it holds and what it answers. */
export class MediaServer extends FakeServer {
  queue: ImageQueue = { jobs: [], activeJobs: 0, queuedJobs: 0 };
  job: Partial<ImageJob> = { status: 'processing' };
  prediction: Partial<Prediction> = { status: 'processing' };
  balance = 100;
  private uploads = 0;

  constructor(
    public scene: Scene,
    public project: Project = projectWith(),
  ) {
    super();
    this.reads();
    this.images();
    this.videos();
    this.generation();
    this.files();
    this.install();
  }

  /** The scene as the server has it from now on. */
  change(part: Partial<Scene>): Scene {
    this.scene = { ...this.scene, ...part, revision: String(Number(this.scene.revision) + 1) };
    return this.scene;
  }

  private reads(): void {
    this.on('GET', '/api/scenes', () => ({ json: [this.scene] }));
    this.on('GET', '/api/scenes/:id', () => ({ json: this.scene }));
    this.on('PATCH', '/api/scenes/:id', ({ body }) => {
      const { idempotencyKey: _, ...fields } = updateSceneRequestSchema.parse(body);
      return { json: this.change(fields) };
    });
    this.on('GET', '/api/projects', () => ({ json: [this.project] }));
    this.on('GET', '/api/projects/:id', () => ({ json: this.project }));
    this.on('PATCH', '/api/projects/:id', ({ body }) => {
      const revision = String(Number(this.project.revision) + 1);
      this.project = { ...this.project, ...(body as Partial<Project>), revision };
      return { json: this.project };
    });
    this.on('GET', '/api/auth/user', () => ({ json: { id: this.project.userId, firstName: 'Ada', email: 'a@b.c' } }));
    this.on('GET', '/api/credits/balance', () => ({ json: { balance: this.balance } }));
    this.on('POST', '/api/costs/estimate', () => ({ json: { costZaps: 4 } }));
  }

  private images(): void {
    this.on('POST', '/api/scenes/:id/images', ({ body }) => {
      const { imageUrl, insertAt } = body as { imageUrl: string; insertAt?: number };
      const at = insertAt ?? this.scene.imageUrls.length;
      const put = <T>(list: T[], item: T): T[] => [...list.slice(0, at), item, ...list.slice(at)];
      return {
        json: this.change({
          imageUrls: put(this.scene.imageUrls, imageUrl),
          imageStatuses: put(this.scene.imageStatuses, 'complete'),
          imageJobIds: put(this.scene.imageJobIds, null),
          imageIds: put(this.scene.imageIds, `added-${this.scene.revision}`),
          ...(insertAt === undefined && { imageUrl }),
        }),
      };
    });
    this.on('DELETE', '/api/scenes/:id/images/:index', ({ params }) => {
      const gone = Number(params[1]);
      const drop = <T>(list: T[]): T[] => list.filter((_, index) => index !== gone);
      return {
        json: this.change({
          imageUrls: drop(this.scene.imageUrls),
          imageStatuses: drop(this.scene.imageStatuses),
          imageJobIds: drop(this.scene.imageJobIds),
          imageIds: drop(this.scene.imageIds),
        }),
      };
    });
    this.on('PATCH', '/api/scenes/:id/main-image', ({ body }) => ({ json: this.change(body as Partial<Scene>) }));
  }

  private videos(): void {
    this.on('POST', '/api/scenes/:id/videos', ({ body }) => {
      const { insertAt, ...metadata } = body as VideoMetadata;
      const id = metadata.id ?? `video-${this.scene.revision}`;
      const video: VideoItem = { duration: null, thumbnail: null, ...metadata, id, status: 'complete' };
      const at = insertAt ?? this.scene.videos.length;
      const videos = [...this.scene.videos.slice(0, at), video, ...this.scene.videos.slice(at)];
      return { json: this.change({ videos, ...(insertAt === undefined && { mainVideoId: id }) }) };
    });
    this.on('DELETE', '/api/scenes/:id/videos/:videoId', ({ params }) => ({
      json: this.change({ videos: this.scene.videos.filter(({ id }) => id !== params[1]) }),
    }));
    this.on('PATCH', '/api/scenes/:id/main-video', ({ body }) => ({
      json: this.change({ mainVideoId: (body as { videoId: string }).videoId }),
    }));
  }

  private generation(): void {
    this.on('GET', '/api/midjourney/queue', () => ({ json: this.queue }));
    this.on('GET', '/api/midjourney/job/:id', ({ params }) => ({ json: this.jobRow(params[0] ?? JOB_ID) }));
    this.on('POST', '/api/midjourney/generate-image', () => ({
      json: { jobId: JOB_ID, queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } },
    }));
    this.on('GET', '/api/replicate/models', () => ({
      json: ['kling-v2.1', 'hailuo-02', 'seedance-1-pro', 'seedance-1-lite'].map((id) => ({ id, name: id })),
    }));
    this.on('GET', '/api/replicate/model-schema/:id', () => ({ json: {} }));
    this.on('POST', '/api/replicate/generate-video', () => ({
      json: { predictionId: PREDICTION_ID, costInfo: { creditsUsed: 9, costUsd: 0.25 } },
    }));
    this.on('GET', '/api/replicate/prediction/:id', ({ params }) => ({
      json: {
        id: params[0],
        sceneId: SCENE_ID,
        projectId: this.project.id,
        status: 'processing',
        progress: null,
        error: null,
        ...this.prediction,
      },
    }));
  }

  private files(): void {
    for (const path of ['/api/upload', '/api/objects/upload']) {
      this.on('POST', path, () => ({ json: { uploadURL: `http://localhost/api/uploads/${++this.uploads}` } }));
    }
    this.on('POST', '/api/objects/finalize', () => {
      const file = this.puts.at(-1)?.file;
      const url = `/api/media/uploaded-${this.uploads}`;
      return { json: { url, contentType: file?.type ?? '', size: file?.size ?? 0 } };
    });
  }

  jobRow(id: string): ImageJob {
    return {
      id,
      sceneId: SCENE_ID,
      projectId: this.project.id,
      status: 'processing',
      queuePosition: 0,
      result: null,
      error: null,
      createdAt: this.scene.createdAt,
      startedAt: null,
      ...this.job,
    };
  }
}
