import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Project, Scene } from '@storyreel/contracts';
import { useSyncExternalStore } from 'react';
import { hasStatus, isCancelled } from '../../platform/api-client';
import { logError } from '../../platform/log';
import { createKeyedStore } from '../../platform/store';
import { NotSaved } from '../../platform/reasons';
import { tellFailure, toast } from '../../ui';
import { flushProject } from '../projects/useProjectAutosave';
import { refreshProjects } from '../projects/queries';
import { refreshBalance } from '../zaps/queries';
import { describeScene } from './prompt-actions';
import { refreshScenes } from './scene-cache';

export interface DescriptionProgress {
  /** Scenes that are through, with or without success. */
  finished: number;
  made: number;
  total: number;
}

interface Run {
  progress: DescriptionProgress;
  abort: AbortController;
  outOfZaps: boolean;
}

/** Scenes that are described at the same time. */
const AT_ONCE = 3;

/** Runs by project. They live outside the screens: a run goes on while its user looks at another tab. */
const runs = createKeyedStore<Run>();

function tellOutcome({ progress: { made, total }, abort, outOfZaps }: Run): void {
  const wasCancelled = abort.signal.aborted && !outOfZaps;
  const share = `${made}/${total} descriptions generated.${outOfZaps ? ' Not enough zaps for the rest.' : ''}`;
  const variant = wasCancelled ? 'default' : 'destructive';
  if (made === total) toast({ title: 'All Descriptions Generated!', description: share });
  else if (made > 0) toast({ title: 'Partial Success', description: share, variant });
  else if (!wasCancelled) toast({ title: 'Generation Failed', description: share, variant });
}

async function describeNext(queryClient: QueryClient, project: Project, waiting: Scene[], run: Run): Promise<void> {
  for (let scene = waiting.shift(); scene && !run.abort.signal.aborted; scene = waiting.shift()) {
    let made = 0;
    try {
      await describeScene(queryClient, project, scene.id, run.abort.signal);
      made = 1;
    } catch (error) {
      if (isCancelled(error)) return;
      logError('Describing a scene failed', error);
      // Without zaps every further scene would be refused as well.
      run.outOfZaps ||= hasStatus(error, 402);
      if (run.outOfZaps) run.abort.abort();
    }
    const { finished, total } = run.progress;
    run.progress = { finished: finished + 1, made: run.progress.made + made, total };
    runs.set(project.id, run);
    void refreshBalance(queryClient);
  }
}

async function describeAll(queryClient: QueryClient, project: Project, scenes: readonly Scene[]): Promise<void> {
  const progress = { finished: 0, made: 0, total: scenes.length };
  const run: Run = { progress, abort: new AbortController(), outOfZaps: false };
  runs.set(project.id, run);
  const saved = await flushProject(project.id);
  const waiting = saved ? [...scenes] : [];
  await Promise.all(Array.from({ length: AT_ONCE }, () => describeNext(queryClient, project, waiting, run)));
  runs.set(project.id, undefined);
  if (saved) tellOutcome(run);
  else tellFailure('Generation Failed', new NotSaved().message);
  await Promise.all([refreshProjects(queryClient), refreshScenes(queryClient, project.id)]);
}

export function useDescriptionRun(project: Project) {
  const queryClient = useQueryClient();
  const progress = useSyncExternalStore(runs.subscribe, () => runs.get(project.id)?.progress ?? null);

  async function start(scenes: readonly Scene[]): Promise<void> {
    if (runs.get(project.id)) return;
    if (project.story.trim() === '') return tellFailure('Please write a story first');
    if (scenes.length === 0) return tellFailure('Please create scenes first');
    await describeAll(queryClient, project, scenes);
  }
  return { progress, start, cancel: () => runs.get(project.id)?.abort.abort() };
}
