import type { Timers } from '../../platform/autosave/autosave-types';

/** The scenes for which this window is asking that something be made, and since when it has been. */
export class SceneStarts {
  private readonly asking = new Set<string>();
  private readonly begun = new Map<string, number>();

  constructor(
    private readonly timers: Pick<Timers, 'now'>,
    /** Tells those who look. */
    private readonly announce: () => void,
  ) {}

  isStarting = (sceneId: string): boolean => this.asking.has(sceneId);

  /** When the newest began, in milliseconds since the epoch, as far as this window saw it. */
  begunAt = (sceneId: string): number | null => this.begun.get(sceneId) ?? null;

  /** False when a start is under way for the scene already. */
  begin = (sceneId: string): boolean => {
    if (this.asking.has(sceneId)) return false;
    this.asking.add(sceneId);
    this.seenToBegin(sceneId);
    return true;
  };

  /** Somebody else has asked for it. */
  seenToBegin(sceneId: string): void {
    this.begun.set(sceneId, this.timers.now());
    this.announce();
  }

  end = (sceneId: string): void => {
    this.asking.delete(sceneId);
    this.announce();
  };
}
