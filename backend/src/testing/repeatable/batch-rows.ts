import { batchAdmissionAggregate, batchAggregate } from '../../batches';
import { admissionIdOf, decideAdmitBatch } from '../../batches/domain/batch-admission';
import type { BatchAsked } from '../../batches/domain/batch';
import {
  decideCancelBatch,
  decidePauseBatch,
  ResumeBatch,
  ResumeBatchHandler,
  RetryBatch,
  RetryBatchHandler,
  StartBatch,
  StartBatchHandler,
} from '../../batches/domain/batch-commands';
import { decideEndScene, workIdOf } from '../../batches/domain/advance-batch';
import { BatchRepository } from '../../batches/workers/batch-repository';
import { BeginBatch } from '../../batches/workers/begin-batch';
import { CancelBatchJobs, EndBatchScene } from '../../batches/workers/end-batch-scene';
import { DescribeBatchScene, RunBatchScene } from '../../batches/workers/run-batch-scene';
import { decideFail } from '../../generation';
import { DomainError } from '../../lib/domain-error';
import { projectAggregate } from '../../projects/storyboard';
import { queueImage } from './generation-rows';
import type { Node, Repeatable, World } from './world';

export const batchOf = (world: World): string => world.id('batch');
const workOf = (world: World): string => workIdOf(batchOf(world), world.sceneId, 1);
const tryOf = (world: World) => ({ sceneId: world.sceneId, attempt: 1, workId: workOf(world) });
const task = (world: World) => world.job('batch-scenes', { batchId: batchOf(world), ...tryOf(world) });

const asked = ({ projectId, sceneId }: World): BatchAsked => ({
  projectId,
  kind: 'images',
  sceneIds: [sceneId],
  leftOut: [],
  clips: null,
  atOnce: 3,
  units: 0,
  requestHash: 'hash',
});

async function start(world: World, node: Node): Promise<void> {
  await node.send(StartBatchHandler, new StartBatch(batchOf(world), asked(world), world.context('start batch')));
}
export const admissionOf = ({ projectId }: World): string => admissionIdOf(projectId, 'images');
const admit = (world: World, node: Node) =>
  world.decide(node, batchAdmissionAggregate, admissionOf(world), world.context('start batch'), (state) =>
    decideAdmitBatch(state, { batchId: batchOf(world), asked: asked(world), turns: 0 }),
  );
const begun = async (world: World, node: Node): Promise<void> => {
  await world.project(node);
  await start(world, node);
};
const pause = (world: World, node: Node) =>
  world.decide(node, batchAggregate, batchOf(world), world.context(), (state, environment) =>
    decidePauseBatch({ aggregateId: batchOf(world) }, state, environment),
  );
const fail = (world: World, node: Node, attempt: number) =>
  world.decide(node, batchAggregate, batchOf(world), world.context(), (state, environment) => {
    const of = { sceneId: world.sceneId, attempt, workId: workIdOf(batchOf(world), world.sceneId, attempt) };
    return decideEndScene(batchOf(world), state, environment, of, { outcome: 'failed', error: 'dark', units: 0 });
  });
const cancel = (world: World, node: Node) =>
  world.decide(node, batchAggregate, batchOf(world), world.context(), (state, environment) =>
    decideCancelBatch({ aggregateId: batchOf(world) }, state, environment),
  );

const FREE = {
  quote: () => Promise.resolve({ sceneIds: [], units: 0, includedScenes: 1, leftOut: [] }),
  filmUnits: () => 0,
};
const noZaps = () => Promise.reject(new DomainError('insufficient_zaps', 'Insufficient zaps.'));
const asks = ({ store }: Node): RunBatchScene =>
  new RunBatchScene(
    new BatchRepository(store),
    FREE,
    { available: () => Promise.resolve(0) },
    { inBatch: noZaps },
    { inBatch: noZaps },
    { inBatch: noZaps },
    { inBatch: noZaps },
    { begin: noZaps, unitsOf: () => Promise.resolve(0) },
  );

export const batchRows: Repeatable[] = [
  {
    name: 'accepting a batch under its key',
    covers: [],
    run: async (world, node) => (await admit(world, node)).state,
    between: start,
    makes: ['BatchAdmitted'],
  },
  {
    name: 'the job that begins an accepted batch',
    covers: ['BeginBatch'],
    setup: admit,
    run: (world, node) => {
      const payload = { admissionId: admissionOf(world), batchId: batchOf(world) };
      return new BeginBatch(new BatchRepository(node.store), node.store).run(world.job('begin-batch', payload));
    },
    between: pause,
    makes: ['BatchStarted', 'BatchSceneStarted'],
  },
  {
    name: 'starting a batch under its key',
    covers: ['StartBatch'],
    run: start,
    between: pause,
    makes: ['BatchStarted', 'BatchSceneStarted'],
  },
  {
    name: 'resuming a batch under its key, which is paused again afterwards',
    covers: ['ResumeBatch'],
    setup: async (world, node) => {
      await start(world, node);
      await pause(world, node);
    },
    run: async (world, node) => {
      await node.send(ResumeBatchHandler, new ResumeBatch(batchOf(world), {}, world.context('resume')));
    },
    between: pause,
    makes: ['BatchResumed'],
  },
  {
    name: 'retrying a failed scene of a batch, which fails again afterwards',
    covers: ['RetryBatch'],
    setup: async (world, node) => {
      await start(world, node);
      await fail(world, node, 1);
    },
    run: async (world, node) => {
      await node.send(RetryBatchHandler, new RetryBatch(batchOf(world), {}, world.context('retry')));
    },
    between: (world, node) => fail(world, node, 2),
    makes: ['BatchRetried', 'BatchSceneStarted'],
  },
  {
    name: 'the job of a batch’s scene, for which there are no zaps',
    covers: ['RunBatchScene'],
    setup: begun,
    run: (world, node) => asks(node).run(task(world)),
    makes: ['BatchPaused', 'BatchScenePutBack'],
  },
  {
    name: 'the job that describes a batch’s scene',
    covers: ['DescribeBatchScene'],
    setup: begun,
    run: (world, node) => {
      const writer = {
        describe: () => Promise.resolve({ description: '', imagePrompt: '', videoPrompt: '' }),
        processStory: () => Promise.resolve({ sceneCount: 0 }),
        continuity: () => Promise.resolve({ characters: '', environments: '', props: '' }),
      };
      return new DescribeBatchScene(new BatchRepository(node.store), writer, node.store).run(task(world));
    },
    makes: ['BatchSceneEnded', 'BatchEnded'],
  },
  {
    name: 'the end of a job of a batch',
    covers: ['EndBatchScene'],
    setup: async (world, node) => {
      await begun(world, node);
      await queueImage(world, node, workOf(world));
      await world.decide(node, projectAggregate, world.projectId, world.context(), (state) =>
        decideFail(state, workOf(world), 'too dark'),
      );
    },
    run: (world, node) => {
      const payload = { batchId: batchOf(world), projectId: world.projectId, jobId: workOf(world) };
      return new EndBatchScene(new BatchRepository(node.store)).run(world.job('batch-job-ended', payload));
    },
    makes: ['BatchSceneEnded', 'BatchEnded'],
  },
  {
    name: 'ending the jobs of a cancelled batch',
    covers: ['CancelBatchJobs'],
    setup: async (world, node) => {
      await begun(world, node);
      await queueImage(world, node, workOf(world));
      await cancel(world, node);
    },
    run: (world, node) => {
      const worker = new CancelBatchJobs(new BatchRepository(node.store), node.store);
      return worker.run(world.job('batch-cancel', { batchId: batchOf(world) }));
    },
    makes: ['ImageJobFailed'],
  },
];
