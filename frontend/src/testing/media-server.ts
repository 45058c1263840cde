import type { ImageJob, ImageQueue, Prediction, Project, Scene } from '@storyreel/contracts';
import { JOB_ID, PREDICTION_ID, projectWith, SCENE_ID } from './media-fixtures';
import { WholeStoryreel } from './storyreel';

/** A server with one project and one scene. Generations progress only when the test says so, since no worker runs. */
export class MediaServer extends WholeStoryreel {
  queue: ImageQueue = { jobs: [], activeJobs: 0, queuedJobs: 0 };
  job: Partial<ImageJob> = { status: 'processing' };
  prediction: Partial<Prediction> = { status: 'processing' };
  private readonly sceneId: string;
  private readonly projectId: string;

  constructor(scene: Scene, project: Project = projectWith()) {
    super();
    this.sceneId = scene.id;
    this.projectId = project.id;
    this.data.holdProjects([project]);
    this.data.holdScenes(project.id, [scene]);
    this.imageJobs();
    this.predictions();
  }

  set balance(zaps: number) {
    this.data.balance = zaps;
  }

  get scene(): Scene {
    return this.data.scene(this.sceneId);
  }

  get project(): Project {
    return this.data.present(this.data.keptProject(this.projectId));
  }
  set project(project: Project) {
    this.data.setProject(this.data.keptProject(this.projectId), project);
  }

  /** Changes the scene on the server. */
  change(part: Partial<Scene>): Scene {
    const kept = this.data.keptScene(this.sceneId);
    return this.data.setScene(kept, { ...kept.row, ...part });
  }

  private imageJobs(): void {
    this.on('GET', '/api/midjourney/queue', () => ({ json: this.queue }));
    this.on('GET', '/api/midjourney/job/:id', ({ params }) => ({ json: this.jobRow(params[0] ?? JOB_ID) }));
    this.on('POST', '/api/midjourney/generate-image', () => ({
      json: { jobId: JOB_ID, queuePosition: 0, queueStats: { activeJobs: 1, queuedJobs: 0 } },
    }));
  }

  private predictions(): void {
    this.on('POST', '/api/replicate/generate-video', () => ({
      json: { predictionId: PREDICTION_ID, costInfo: { creditsUsed: 9, costUsd: 0.25 } },
    }));
    this.on('GET', '/api/replicate/prediction/:id', ({ params }) => ({
      json: this.predictionRow(params[0] ?? PREDICTION_ID),
    }));
  }

  predictionRow(id: string): Prediction {
    return {
      id,
      sceneId: SCENE_ID,
      projectId: this.projectId,
      status: 'processing',
      progress: null,
      error: null,
      ...this.prediction,
    };
  }

  jobRow(id: string): ImageJob {
    return {
      id,
      sceneId: SCENE_ID,
      projectId: this.projectId,
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
