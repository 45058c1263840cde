import type { Timers } from '../../platform/autosave/autosave-types';

/**
 * The scenes for which this window has a request to start work in flight, and the time of each scene's newest start.
 */
export class SceneStarts {
  private readonly asking = new Set<string>();
  private readonly begun = new Map<string, number>();

  constructor(
    private readonly timers: Pick<Timers, 'now'>,
    /** Notifies subscribers. */
    private readonly announce: () => void,
  ) {}

  isStarting = (sceneId: string): boolean => this.asking.has(sceneId);

  /** Returns the start time in milliseconds since 1970; null if this window did not see the start. */
  begunAt = (sceneId: string): number | null => this.begun.get(sceneId) ?? null;

  /** Begins a start; returns false when a start is already in flight for the scene. */
  begin = (sceneId: string): boolean => {
    if (this.asking.has(sceneId)) return false;
    this.asking.add(sceneId);
    this.seenToBegin(sceneId);
    return true;
  };

  /** Records a start that this window has seen, which another window or a batch may have caused. */
  seenToBegin(sceneId: string): void {
    this.begun.set(sceneId, this.timers.now());
    this.announce();
  }

  end = (sceneId: string): void => {
    this.asking.delete(sceneId);
    this.announce();
  };
}
