import type { FilmStep } from '@storyreel/contracts';
import { testEnvironment, NOW, OWNER } from '../../testing/given-when-then';
import { userContext } from '../../eventsourcing/commands/command-context';
import { batchAggregate, keyOf, progressOf } from './batch';
import type { BatchAsked, BatchEvent, BatchState, SceneTry } from './batch';
import {
  decideCancelBatch,
  decideChangeBatch,
  decidePauseBatch,
  decideResumeBatch,
  decideRetryBatch,
  decideStartBatch,
} from './batch-commands';
import { decideEndScene, decidePauseAtScene, workIdOf } from './advance-batch';
import type { SceneEnd } from './advance-batch';

const BATCH = '33333333-3333-4333-8333-333333333333';
const asked: BatchAsked = {
  projectId: '22222222-2222-4222-8222-222222222222',
  kind: 'images',
  sceneIds: ['one', 'two', 'three', 'four'],
  leftOut: [{ sceneId: 'full', message: 'No room.' }],
  clips: null,
  atOnce: 2,
  units: 80_000,
  requestHash: 'hash',
};
const environment = testEnvironment();
const tryOf = (sceneId: string, attempt = 1): SceneTry => ({
  sceneId,
  attempt,
  workId: workIdOf(BATCH, sceneId, attempt),
});
const MADE = { outcome: 'made', error: null, units: 20_000 } as const;
const FAILED = { outcome: 'failed', error: 'Too dark.', units: 0 } as const;
const NO_ZAPS = { code: 'insufficient_zaps', message: 'Insufficient zaps.', zaps: null } as const;

/** A running batch that folds each step's events before it decides the next step. */
class Course {
  state: BatchState = batchAggregate.initial;
  last: BatchEvent[] = [];
  private revision = 0n;

  take(decide: (state: BatchState) => BatchEvent[], at = NOW, commandId = `command-${this.revision}`): this {
    this.last = decide(this.state);
    for (const event of this.last) {
      const context = { at, ownerId: OWNER, revision: this.revision++, commandId };
      this.state = batchAggregate.evolve(this.state, event, context);
    }
    return this;
  }
  start = (more: Partial<BatchAsked> = {}) =>
    this.take((state) => decideStartBatch({ aggregateId: BATCH, data: { ...asked, ...more } }, state, environment));
  end = (of: SceneTry, how: SceneEnd = MADE, now = NOW) =>
    this.take((state) => decideEndScene(BATCH, state, { now }, of, how), now);
  pauseAt = (of: SceneTry, pause: Parameters<typeof decidePauseAtScene>[4] = NO_ZAPS) =>
    this.take((state) => decidePauseAtScene(BATCH, state, environment, of, pause));
  pause = () => this.take((state) => decidePauseBatch({ aggregateId: BATCH }, state, environment));
  cancel = () => this.take((state) => decideCancelBatch({ aggregateId: BATCH }, state, environment));
  resume = (commandId = 'resume') =>
    this.take(
      (state) => decideResumeBatch({ aggregateId: BATCH, context: by(commandId) }, state, environment),
      NOW,
      commandId,
    );
  retry = (commandId = 'retry') =>
    this.take(
      (state) => decideRetryBatch({ aggregateId: BATCH, context: by(commandId) }, state, environment),
      NOW,
      commandId,
    );
  get types(): string[] {
    return this.last.map(({ type }) => type);
  }
  get begun(): string[] {
    return this.last.flatMap(({ type, data }) => (type === 'BatchSceneStarted' ? [data.sceneId] : []));
  }
  get counts() {
    const { status, waiting, running, made, failed, skipped, cancelled } = progressOf(this.state);
    return { status, waiting, running, made, failed, skipped, cancelled };
  }
}
const by = (commandId: string) => userContext(OWNER, { commandId });

describe('a batch that is started', () => {
  it('begins as many scenes as run concurrently, in its order', () => {
    const course = new Course().start();
    expect(course.types).toEqual(['BatchStarted', 'BatchSceneStarted', 'BatchSceneStarted']);
    expect(course.begun).toEqual(['one', 'two']);
    expect(course.counts).toEqual({
      status: 'running',
      waiting: 2,
      running: 2,
      made: 0,
      failed: 0,
      skipped: 1,
      cancelled: 0,
    });
  });

  it('records its progress with each event', () => {
    const { last } = new Course().start();
    expect(last.map(({ data }) => data.progress.waiting)).toEqual([4, 3, 2]);
  });

  it('is not started again by the same request, and not by another one', () => {
    expect(new Course().start().start().last).toEqual([]);
    expect(() => new Course().start().start({ requestHash: 'other' })).toThrow(/already used/);
  });
});

describe('a scene that ends', () => {
  it('makes room for the next one', () => {
    const course = new Course().start().end(tryOf('one'));
    expect(course.types).toEqual(['BatchSceneEnded', 'BatchSceneStarted']);
    expect(course.begun).toEqual(['three']);
  });

  it('ends once: a later outcome of the same attempt changes nothing', () => {
    const course = new Course().start().end(tryOf('one'));
    expect(course.end(tryOf('one'), FAILED).last).toEqual([]);
    expect(course.end(tryOf('one', 2)).last).toEqual([]);
  });

  it('ends the batch when it is the last one', () => {
    const course = new Course().start();
    for (const sceneId of ['one', 'two', 'three', 'four']) course.end(tryOf(sceneId));
    expect(course.types).toEqual(['BatchSceneEnded', 'BatchEnded']);
    expect(progressOf(course.state)).toMatchObject({ status: 'ended', isOver: true, made: 4, spentZaps: 8 });
  });

  it('refines the expected time per scene from made and failed scenes', () => {
    const later = '2026-03-01T12:00:30.000Z';
    const course = new Course()
      .start()
      .end(tryOf('one'), MADE, later)
      .end(tryOf('two'), { ...FAILED, outcome: 'skipped' });
    expect(progressOf(course.state).sceneMs).toBe(30_000);
  });
});

describe('a batch without zaps', () => {
  it('pauses for its owner, and keeps the scene', () => {
    const course = new Course().start().pauseAt(tryOf('one'));
    expect(course.types).toEqual(['BatchPaused', 'BatchScenePutBack']);
    expect(course.counts).toMatchObject({ status: 'paused', waiting: 3, running: 1 });
    expect(course.pauseAt(tryOf('two')).types).toEqual(['BatchScenePutBack']);
  });

  it('continues with that scene when it is resumed, by a new attempt', () => {
    const course = new Course().start().pauseAt(tryOf('one')).resume();
    expect(course.types).toEqual(['BatchResumed', 'BatchSceneStarted']);
    expect(course.last[1]?.data).toMatchObject(tryOf('one', 2));
  });

  it('is resumed once by one request', () => {
    const course = new Course().start().pause().resume('same').pause();
    expect(course.resume('same').last).toEqual([]);
    expect(course.resume('another').types).toContain('BatchResumed');
  });

  it('accepts the higher price that its pause named', () => {
    const pause = { code: 'price_changed', message: 'Dearer.', zaps: 12 } as const;
    const course = new Course().start().pauseAt(tryOf('one'), pause).resume();
    expect(course.state.units).toBe(120_000);
  });
});

describe('a paused batch', () => {
  it('begins no scene, and ends when none is left', () => {
    const course = new Course().start({ sceneIds: ['one', 'two'] }).pause();
    expect(course.end(tryOf('one')).begun).toEqual([]);
    expect(course.end(tryOf('two')).types).toEqual(['BatchSceneEnded', 'BatchEnded']);
  });
});

describe('a cancelled batch', () => {
  it('drops scenes that have not begun, and ends after the running ones', () => {
    const course = new Course().start().cancel();
    expect(course.counts).toMatchObject({ status: 'cancelled', running: 2, waiting: 0, cancelled: 2 });
    course.end(tryOf('one'));
    expect(course.begun).toEqual([]);
    expect(course.end(tryOf('two')).types).toEqual(['BatchSceneEnded', 'BatchEnded']);
    expect(course.counts).toMatchObject({ status: 'cancelled', made: 2 });
  });

  it('no longer waits for zaps', () => {
    const course = new Course()
      .start({ sceneIds: ['one'] })
      .cancel()
      .pauseAt(tryOf('one'));
    expect(course.types).toEqual(['BatchSceneEnded', 'BatchEnded']);
    expect(course.counts).toMatchObject({ cancelled: 1 });
  });
});

describe('failed scenes', () => {
  const failed = () => {
    const course = new Course().start({ sceneIds: ['one', 'two'] });
    return course.end(tryOf('one'), FAILED).end(tryOf('two'));
  };

  it('are retried in the same batch, by another job', () => {
    const course = failed().retry();
    expect(course.types).toEqual(['BatchRetried', 'BatchSceneStarted']);
    expect(course.last[1]?.data).toMatchObject(tryOf('one', 2));
    expect(course.end(tryOf('one', 2)).types).toEqual(['BatchSceneEnded', 'BatchEnded']);
    expect(course.counts).toMatchObject({ status: 'ended', made: 2, failed: 0 });
  });

  it('are retried once per request; without any, a retry does nothing', () => {
    const course = failed().retry('same').end(tryOf('one', 2), FAILED);
    expect(course.retry('same').last).toEqual([]);
    expect(new Course().start().retry().last).toEqual([]);
  });
});

describe('a film from a story', () => {
  const { projectId } = asked;
  const film: NonNullable<BatchAsked['film']> = {
    quality: '720p',
    seconds: 61,
    items: (['scenes', 'continuity', 'film'] as const).map((step) => ({ step, ids: [projectId] })),
    perScene: ['descriptions', 'speech', 'images', 'clips'],
    mostScenes: 3,
    atOnce: { descriptions: 2, speech: 2, images: 2, clips: 1 },
  };
  const item = (step: FilmStep, sceneId = projectId, attempt = 1): SceneTry => ({
    step,
    sceneId,
    attempt,
    workId: workIdOf(BATCH, keyOf({ step, sceneId }), attempt),
  });
  const begunBy = ({ last }: Course) =>
    last.flatMap(({ type, data }) => (type === 'BatchSceneStarted' ? [`${data.step} ${data.sceneId}`] : []));
  const begin = () => new Course().start({ kind: 'film', sceneIds: [], leftOut: [], film, units: 100_000 });
  const split = () => begin().end(item('scenes'), { ...MADE, units: 5_000, sceneIds: ['a', 'b'] });
  /** Makes everything that precedes the clips, except `failing`, whose attempts fail. */
  const upToClips = (failing?: SceneTry) => {
    const course = split().end(item('continuity'));
    for (const step of ['descriptions', 'speech', 'images'] as const) {
      for (const sceneId of ['a', 'b']) {
        const of = item(step, sceneId);
        const isFailing = of.workId === failing?.workId;
        course.end(of, isFailing ? FAILED : MADE);
        if (isFailing) course.end(item(step, sceneId, 2), FAILED);
      }
    }
    return course;
  };

  it('counts the scenes that it expects until they are known', () => {
    const course = begin();
    expect(begunBy(course)).toEqual([`scenes ${projectId}`, `continuity ${projectId}`]);
    expect(course.counts).toMatchObject({ running: 2, waiting: 1 + 4 * 3 });
    expect(progressOf(course.state).steps?.map(({ step, total }) => `${step} ${total}`)).toEqual([
      'scenes 1',
      'continuity 1',
      'descriptions 3',
      'speech 3',
      'images 3',
      'clips 3',
      'film 1',
    ]);
    expect(split().counts).toMatchObject({ made: 1, running: 3, waiting: 7 });
  });

  it('narrates at once, describes after the continuity, and draws a scene after its description', () => {
    const course = split();
    expect(begunBy(course)).toEqual(['speech a', 'speech b']);
    expect(begunBy(course.end(item('continuity')))).toEqual(['descriptions a', 'descriptions b']);
    expect(begunBy(course.end(item('descriptions', 'b')))).toEqual(['images b']);
  });

  it('makes clips after all other parts, and the film last', () => {
    const course = upToClips();
    expect(begunBy(course)).toEqual(['clips a']);
    expect(begunBy(course.end(item('clips', 'a')))).toEqual(['clips b']);
    expect(begunBy(course.end(item('clips', 'b'), { ...FAILED, outcome: 'skipped' }))).toEqual([`film ${projectId}`]);
    expect(course.end(item('film')).types).toEqual(['BatchSceneEnded', 'BatchEnded']);
  });

  it('tries a narration twice, continues without it, and makes the narration and the film again on request', () => {
    const course = upToClips(item('speech', 'b')).end(item('clips', 'a')).end(item('clips', 'b'));
    expect(begunBy(course)).toEqual([`film ${projectId}`]);
    course.end(item('film'));
    expect(course.counts).toMatchObject({ status: 'ended', failed: 1 });
    expect(begunBy(course.retry())).toEqual(['speech b']);
    expect(begunBy(course.end(item('speech', 'b', 3)))).toEqual([`film ${projectId}`]);
  });

  it('adds no scenes that were created after its cancellation', () => {
    const course = begin().cancel().end(item('continuity'));
    course.end(item('scenes'), { ...MADE, sceneIds: ['a', 'b'] });
    expect(course.types).toEqual(['BatchSceneEnded', 'BatchEnded']);
    expect(course.counts).toMatchObject({ status: 'cancelled', made: 2, cancelled: 1 });
  });

  it('can be changed until its rendering begins, at a price that its owner accepts', () => {
    const change = (course: Course, units: number) =>
      course.take((state) =>
        decideChangeBatch({ aggregateId: BATCH, data: { quality: '1080p', units } }, state, environment),
      );
    // The film has three half minutes; at the new quality, each costs one zap more.
    expect(() => change(split(), 129_999)).toThrow(/The price has changed/);
    const changed = change(split(), 130_000);
    expect(changed.types).toEqual(['BatchChanged']);
    expect(changed.state).toMatchObject({ units: 130_000, asked: { film: { quality: '1080p' } } });
    expect(change(changed, 130_000).last).toEqual([]);
    const late = upToClips().end(item('clips', 'a')).end(item('clips', 'b'));
    expect(() => change(late, 130_000)).toThrow(/is being made already/);
    expect(() => change(new Course().start(), 130_000)).toThrow(/Only a film/);
  });
});

describe('a batch of somebody else', () => {
  it('is not found', () => {
    const { state } = new Course().start();
    const other = testEnvironment({ ownerId: 'somebody else' });
    expect(() => decidePauseBatch({ aggregateId: BATCH }, state, other)).toThrow(/Not found/);
    expect(() => decideCancelBatch({ aggregateId: BATCH }, batchAggregate.initial, environment)).toThrow(/Not found/);
  });
});
