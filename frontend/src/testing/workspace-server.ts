import type { Project, Scene, Style } from '@storyreel/contracts';
import { projectWith, sceneWith, type SlotSketch } from './media-fixtures';
import { WholeStoryreel } from './storyreel';

/** Returns the id of the nth scene of a test project, counted from 1. */
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

/** Returns a scene whose image slots have distinct addresses. */
export function sceneWithImages(n: number, slots: SlotSketch[]): Scene {
  const own = slots.map(({ status = 'complete', ...slot }, at) => ({
    status,
    url: status === 'complete' ? `/api/media/${n}-${at}.png` : '',
    ...slot,
  }));
  const { imageUrl, imageUrls, imageStatuses, imageJobIds, imageStatus } = sceneWith(own);
  const imageIds = own.map((_, at) => `${sceneId(n)}-${at}`);
  return sceneNumbered(n, { imageUrl, imageUrls, imageStatuses, imageJobIds, imageIds, imageStatus });
}

export const scenesNumbered = (count: number): Scene[] =>
  Array.from({ length: count }, (_, at) => sceneNumbered(at + 1));

/** A server with one project and its scenes. Tests inspect its state and change it as another window would. */
export class WorkspaceServer extends WholeStoryreel {
  private readonly projectId: string;

  constructor(scenes: Scene[] = scenesNumbered(3), project: Project = projectWith()) {
    super();
    this.projectId = project.id;
    this.data.holdProjects([project]);
    this.scenes = scenes;
  }

  set balance(zaps: number) {
    this.data.balance = zaps;
  }

  set styles(styles: Style[]) {
    this.data.holdStyles(styles);
  }

  get project(): Project {
    return this.data.present(this.data.keptProject(this.projectId));
  }

  get scenes(): Scene[] {
    return this.data.liveScenes(this.projectId);
  }
  set scenes(scenes: Scene[]) {
    this.data.holdScenes(this.projectId, scenes);
  }

  scene(n: number): Scene {
    return this.data.scene(sceneId(n));
  }

  titles(): string[] {
    return this.scenes.map(({ title }) => title);
  }

  /** Changes a scene as another window would. */
  change(id: string, part: Partial<Scene>): Scene {
    const kept = this.data.keptScene(id);
    return this.data.setScene(kept, { ...kept.row, ...part });
  }
}
