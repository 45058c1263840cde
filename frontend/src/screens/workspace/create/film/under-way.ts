import type { Batch, BatchKind, Project, Scene } from '@storyreel/contracts';
import { useBatches } from '../../../../domains/batches/queries';
import { countOfScenes, KIND_WORDS } from '../../../../domains/batches/words';
import { useScenes } from '../../../../domains/scenes/queries';

type Made = Exclude<BatchKind, 'descriptions'>;

/** How a scene shows that something of it is being made. */
const IS_BEING_MADE: Record<Made, (scene: Scene) => boolean> = {
  speech: ({ speechStatus }) => speechStatus === 'processing',
  images: ({ imageStatuses }) => imageStatuses.includes('processing'),
  clips: ({ videos }) => videos.some(({ status }) => status === 'processing'),
};
const KINDS = Object.keys(IS_BEING_MADE) as Made[];

/** Says what a film that is made right now would miss, a sentence for each kind; nothing when nothing is being made. */
export function underWay(
  { id, film, storyAudioStatus }: Pick<Project, 'id' | 'film' | 'storyAudioStatus'>,
  scenes: readonly Scene[],
  batches: readonly Batch[],
): string[] {
  const sentences = KINDS.flatMap((kind) => {
    const batch = batches.find((one) => one.projectId === id && one.kind === kind && !one.isOver);
    // What waits in a batch is not to be seen in its scene yet.
    const count = Math.max(scenes.filter(IS_BEING_MADE[kind]).length, batch ? batch.waiting + batch.running : 0);
    const are = kind === 'speech' ? 'is' : 'are';
    return count === 0 ? [] : [`${KIND_WORDS[kind]} for ${countOfScenes(count)} ${are} still being made.`];
  });
  const isReading = film.music && storyAudioStatus === 'processing';
  return isReading ? [...sentences, 'The story audio is still being generated.'] : sentences;
}

/** The same for the open project, as it is on screen. */
export function useUnderWay(project: Project): string[] {
  const { data: scenes = [] } = useScenes(project.id);
  const { data: batches = [] } = useBatches();
  return underWay(project, scenes, batches);
}
