import {
  continueRecovery,
  startRecovery,
  type RecoveryEffect,
  type RecoveryEvent,
  type RecoveryStep,
} from './stuck-images';

const tick: RecoveryEvent = { type: 'timerFired' };
const offline: RecoveryEvent = { type: 'networkFailed' };
const found: RecoveryEvent = { type: 'queueRead', activeJobId: 'job-1', hasJobIds: true };
const nothing: RecoveryEvent = { type: 'queueRead', activeJobId: null, hasJobIds: true };
const neverQueued: RecoveryEvent = { type: 'queueRead', activeJobId: null, hasJobIds: false };

function effectsOf(msSinceStart: number | null, events: RecoveryEvent[]): RecoveryEffect[] {
  let step: RecoveryStep = startRecovery(msSinceStart);
  const effects = [step.effect];
  for (const event of events) {
    step = continueRecovery(step.state, event);
    effects.push(step.effect);
  }
  return effects;
}
const wait = (ms: number): RecoveryEffect => ({ type: 'wait', ms });
const read: RecoveryEffect = { type: 'readQueue' };
const end: RecoveryEffect = { type: 'end' };
const resume: RecoveryEffect = { type: 'resumePolling', jobId: 'job-1' };

describe('a scene that is opened while it is processing', () => {
  it('reads the queue after 1 s [IMGJOB-23]', () => {
    expect(effectsOf(null, [tick])).toEqual([wait(1_000), read]);
  });

  it('does nothing when a job started less than 10 s ago [IMGJOB-23]', () => {
    expect(effectsOf(9_999, [tick, nothing])).toEqual([end, end, end]);
    expect(effectsOf(10_000, [])).toEqual([wait(1_000)]);
  });

  it('resumes polling the active job of the queue [IMGJOB-24]', () => {
    expect(effectsOf(null, [tick, found])).toEqual([wait(1_000), read, resume]);
  });

  it('reads the queue again 2 s later when job ids exist, and then marks the slots failed [IMGJOB-24]', () => {
    expect(effectsOf(null, [tick, nothing, tick, nothing])).toEqual([
      wait(1_000),
      read,
      wait(2_000),
      read,
      { type: 'markFailed' },
    ]);
  });

  it('resumes when the second read finds the job [IMGJOB-24]', () => {
    expect(effectsOf(null, [tick, nothing, tick, found]).at(-1)).toEqual(resume);
  });

  it('is unchanged when it never had a job [IMGJOB-24]', () => {
    expect(effectsOf(null, [tick, neverQueued])).toEqual([wait(1_000), read, end]);
  });
});

describe('a recovery without a network', () => {
  it('tries once more after 5 s and then leaves the state unchanged [IMGJOB-25]', () => {
    expect(effectsOf(null, [tick, offline, tick, offline, tick])).toEqual([
      wait(1_000),
      read,
      wait(5_000),
      read,
      end,
      end,
    ]);
  });

  it('continues where it was when the retry succeeds [IMGJOB-25]', () => {
    expect(effectsOf(null, [tick, nothing, tick, offline, tick, nothing]).at(-1)).toEqual({ type: 'markFailed' });
  });

  it('has one retry in all, not one per check [IMGJOB-25]', () => {
    expect(effectsOf(null, [tick, offline, tick, nothing, tick, offline]).at(-1)).toEqual(end);
  });
});
