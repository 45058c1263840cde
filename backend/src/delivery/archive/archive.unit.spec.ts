import { given, NOW, stateOf, testEnvironment } from '../../testing/given-when-then';
import { archiveAggregate, type ArchiveEvent, decideRequest, decideStep, presentArchive } from './archive';

const at = (hours: number) => new Date(Date.parse(NOW) + hours * 3_600_000).toISOString();
const environment = (now = NOW) => testEnvironment({ now, nextId: () => 'new' });
const requested = (archiveId: string): ArchiveEvent => ({ type: 'ArchiveRequested', data: { archiveId } });
const progressed = (percent: number): ArchiveEvent => ({
  type: 'ArchiveProgressed',
  data: { archiveId: 'a', percent },
});
const prepared = (archiveId: string, runId = 'run'): ArchiveEvent => ({
  type: 'ArchivePrepared',
  data: { archiveId, runId, bytes: 10, files: 3, leftOut: 0 },
});
const failed: ArchiveEvent = { type: 'ArchiveFailed', data: { archiveId: 'a' } };
const state = (...events: ArchiveEvent[]) => stateOf(archiveAggregate, events);

describe('an archive of all data', () => {
  it('is prepared once: another request meanwhile or a repeat does nothing', () => {
    expect(decideRequest(state(), environment())).toEqual([requested('new')]);
    expect(decideRequest(state(requested('a')), environment())).toEqual([]);
    expect(decideRequest(state(requested('new'), prepared('new')), environment())).toEqual([]);
    expect(decideRequest(state(requested('a'), failed), environment())).toEqual([requested('new')]);
  });

  it('can be requested three times a day, and again 24 hours later', () => {
    const three = given(
      archiveAggregate,
      ['a', 'b', 'c'].flatMap((id) => [requested(id), prepared(id)]),
    );
    three.when(decideRequest, environment(at(23.9))).refused('limit_reached');
    three.when(decideRequest, environment(at(24))).then([requested('new')]);
  });

  it('only progresses forwards, and its first outcome is final', () => {
    const under = state(requested('a'), progressed(40));
    expect(decideStep(under, progressed(40))).toEqual([]);
    expect(decideStep(under, progressed(50))).toEqual([progressed(50)]);
    expect(decideStep(under, prepared('a'))).toEqual([prepared('a')]);
    expect(decideStep(state(requested('a'), prepared('a')), prepared('a', 'other run'))).toEqual([]);
    expect(decideStep(state(requested('a'), prepared('a')), failed)).toEqual([]);
    expect(decideStep(under, prepared('an earlier one'))).toEqual([]);
  });

  it('replaces the earlier archive, whose file is named for deletion', () => {
    expect(state(requested('a'), prepared('a'), requested('b')).replaced).toEqual({ id: 'a', runId: 'run' });
    expect(state(requested('a'), failed, requested('b')).replaced).toBeNull();
  });

  it('is available for seven days', () => {
    const made = state(requested('a'), prepared('a'));
    expect(presentArchive(made, new Date(at(7 * 24 - 0.01)))?.file).toMatchObject({ until: at(7 * 24), files: 3 });
    expect(presentArchive(made, new Date(at(7 * 24)))).toBeNull();
    expect(presentArchive(state(requested('a'), progressed(30)), new Date(NOW))).toMatchObject({
      percent: 30,
      file: null,
    });
  });
});
