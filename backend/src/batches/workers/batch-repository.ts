import { Inject, Injectable } from '@nestjs/common';
import type { BatchPause, FilmStep } from '@storyreel/contracts';
import { AggregateStore, type Decisions } from '../../eventsourcing/commands/aggregate-store';
import { systemContext, type CommandContext } from '../../eventsourcing/commands/command-context';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { derivedId } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { projectAggregate, type ProjectState } from '../../projects/storyboard';
import { batchAggregate, type BatchState } from '../domain/batch';
import type { BatchEvent, SceneTry } from '../domain/batch';
import { decideEndScene, decidePauseAtScene } from '../domain/advance-batch';
import type { SceneEnd } from '../domain/advance-batch';

const WORKER = 'run-batch';

/** The owner and the cause of a batch's command. */
type BatchCause = Pick<Job, 'ownerId' | 'correlationId' | 'causationId'>;

const OF_STEP: Record<FilmStep, string> = {
  scenes: 'Scenes',
  continuity: 'Characters and places',
  descriptions: 'Description',
  speech: 'Narration',
  images: 'Images',
  clips: 'Clip',
  film: 'Film',
};

/**
 * Returns the text of a problem for users. In a film, the text names the step and the scene, since a film has many of
 * both.
 */
export function toldOf(project: ProjectState, { step, sceneId }: Pick<SceneTry, 'step' | 'sceneId'>, problem: string) {
  if (step === undefined) return problem;
  const title = project.scenes[sceneId]?.title;
  return title === undefined ? `${OF_STEP[step]}: ${problem}` : `${OF_STEP[step]} of “${title}”: ${problem}`;
}

/** Reads and writes batches for their workers. */
@Injectable()
export class BatchRepository {
  constructor(@Inject(AggregateStore) private readonly store: Decisions) {}

  load(batchId: string): Promise<BatchState> {
    return this.store.load(batchAggregate, batchId);
  }

  project(projectId: string): Promise<ProjectState> {
    return this.store.load(projectAggregate, projectId);
  }

  context({ ownerId, correlationId, causationId }: BatchCause, commandId: string): CommandContext {
    return systemContext(WORKER, ownerId, { commandId, correlationId, causationId });
  }

  private async write(
    batchId: string,
    cause: BatchCause,
    name: string,
    decide: (state: BatchState, environment: Environment) => BatchEvent[],
  ): Promise<void> {
    await this.store.execute(batchAggregate, batchId, this.context(cause, name), decide);
  }

  end(batchId: string, cause: BatchCause, of: SceneTry, ended: SceneEnd): Promise<void> {
    return this.write(batchId, cause, derivedId(of.workId, 'batch-scene-ended'), (state, environment) =>
      decideEndScene(batchId, state, environment, of, ended),
    );
  }

  /** Makes the scene wait again and pauses its batch until the owner acts. */
  pauseAt(batchId: string, cause: BatchCause, of: SceneTry, pause: BatchPause): Promise<void> {
    return this.write(batchId, cause, derivedId(of.workId, 'hold-up'), (state, environment) =>
      decidePauseAtScene(batchId, state, environment, of, pause),
    );
  }
}
