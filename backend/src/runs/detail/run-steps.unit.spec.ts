import { recorded } from '../../testing/view-spec';
import type { EventOfRun } from './run-events';
import type { RunRow } from '../views/run.view';
import { stepsOf } from './run-steps';

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const story: Partial<RunRow> = {
  kind: 'text',
  operation: 'write_story',
  state: 'complete',
  provider: 'sandbox',
  error: null,
  requestedAt: at(0),
  queuedAt: at(0),
  startedAt: at(0),
  acceptedAt: null,
  endedAt: at(5),
};
const event = (type: string, second: number, data: object = {}) =>
  recorded({ type, data }, second, { at: at(second) }) as EventOfRun;
const waterfall = (row: Partial<RunRow>, ...events: ReturnType<typeof event>[]) =>
  stepsOf(row as RunRow, events, []).map(({ kind, startedAt, endedAt, detail }) => [kind, startedAt, endedAt, detail]);

describe('the waterfall of a written story', () => {
  it('has the wait in its queue, and the changes to the project', () => {
    const events = [event('StoryWritingStarted', 3), event('StoryWritingStarted', 4), event('StoryWritten', 5)];
    expect(waterfall(story, ...events)).toEqual([
      ['request', at(0), at(0), null],
      ['queue', at(0), at(3), null],
      ['provider', at(3), at(5), null],
      ['write', at(5), at(5), 'StoryWritten'],
    ]);
  });

  it('shows a waiting job before any provider is called', () => {
    expect(waterfall({ ...story, state: 'running', endedAt: null })).toEqual([
      ['request', at(0), at(0), null],
      ['queue', at(0), null, null],
    ]);
    expect(waterfall({ ...story, state: 'failed', endedAt: at(6) })).toEqual([
      ['request', at(0), at(0), null],
      ['queue', at(0), at(6), null],
    ]);
  });

  it('is for stories only: other texts are requested at once', () => {
    const kinds = waterfall({ ...story, operation: 'describe_scene' }, event('SceneDescribed', 5)).map(
      ([kind]) => kind,
    );
    expect(kinds).toEqual(['request', 'provider', 'write']);
  });
});
