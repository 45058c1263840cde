import type { Timers } from '../../platform/autosave/autosave-types';

/** Scenes for which this window has a start request in flight, and the time of the latest start. */
export class SceneStarts {
  private readonly asking = new Set<string>();
  private readonly begun = new Map<string, number>();

  constructor(
    private readonly timers: Pick<Timers, 'now'>,
    /** Notifies subscribers. */
    private readonly announce: () => void,
  ) {}

  isStarting = (sceneId: string): boolean => this.asking.has(sceneId);

  /** The start time in epoch milliseconds, if this window saw the start. */
  begunAt = (sceneId: string): number | null => this.begun.get(sceneId) ?? null;

  /** Returns false when a start is already in flight for the scene. */
  begin = (sceneId: string): boolean => {
    if (this.asking.has(sceneId)) return false;
    this.asking.add(sceneId);
    this.seenToBegin(sceneId);
    return true;
  };

  /** Records a start, including one by another window or a batch. */
  seenToBegin(sceneId: string): void {
    this.begun.set(sceneId, this.timers.now());
    this.announce();
  }

  end = (sceneId: string): void => {
    this.asking.delete(sceneId);
    this.announce();
  };
}
