import { toPosition } from '../../eventsourcing/event-store/event-store';
import { UsageError } from '../run-tool';
import { readRequest } from './request';

describe('the arguments of `npm run events`', () => {
  const general = { json: false, asStored: false };
  it.each<[string, object]>([
    ['tail', { command: 'tail', from: null, last: 20, types: [], follow: false }],
    ['tail --from 7 --type A --type B --follow', { from: toPosition(7n), types: ['A', 'B'], follow: true }],
    ['stream project-1 --json', { command: 'stream', name: 'project-1', json: true }],
    ['show 12 --as-stored', { command: 'show', id: '12', asStored: true }],
    [
      'grep lamp --stream-category project --since 2026-11-22',
      { text: 'lamp', category: 'project', since: new Date('2026-11-22') },
    ],
    ['export --category wallet --to 9 --out x', { category: 'wallet', from: null, to: toPosition(9n), out: 'x' }],
  ])('are accepted: %s', (line, request) => {
    expect(readRequest(line.split(' '))).toEqual(expect.objectContaining({ ...general, ...request }));
  });

  it.each([
    ['', 'There is no command'],
    ['flush', "There is no command 'flush'"],
    ['tail --from abc', '--from takes a position'],
    ['tail --from 99999999999999999999999', '--from takes a position'],
    ['tail --last 1001', '--last takes a number up to 1000'],
    ['tail --last -1', 'ambiguous'],
    ['tail --last=', '--last takes a number up to 1000'],
    ['export --from 9 --to 3', '--to takes a position after'],
    ['tail more', 'Not understood: more'],
    ['stream', 'Name one thing'],
    ['show one two', 'Name one thing'],
    ['grep a --since yesterday', '--since takes a time'],
    ['export --type A', "Unknown option '--type'"],
  ])('are refused with the correct form: %s', (line, message) => {
    expect(() => readRequest(line.split(' '))).toThrow(UsageError);
    expect(() => readRequest(line.split(' '))).toThrow(message);
  });
});
