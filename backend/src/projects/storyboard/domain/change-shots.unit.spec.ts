import type { ShotChange, ShotPin, ShotPlace } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import { given, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import { created, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { ChangeShots, decideChangeShots, decideRestoreShots, RestoreShots } from './change-shots';
import type { ProjectEvent } from './events';
import { projectAggregate } from './project';

const context = userContext(OWNER, { commandId: 'command' });
const at = (share: number): ShotPlace => ({ share, word: null, said: '' });
const pin = (from: number, to: number, url = '/api/media/a'): ShotPin => ({
  from: at(from),
  to: at(to),
  picture: { kind: 'image', url },
});
const silent = created([scene(1, { duration: 10 })]);
const change = (wanted: ShotChange) => new ChangeShots(PROJECT, { sceneId: sceneId(1), change: wanted }, context);
const changed = (pins: ShotPin[]): ProjectEvent => ({
  type: 'ShotsChanged',
  data: { sceneId: sceneId(1), action: 'pin', pins },
});

describe('changing the shots of a scene', () => {
  it.each<[string, ShotPin[], ShotChange, ShotPin[]]>([
    ['sets a pin', [], { action: 'swap', pin: pin(0, 0.5) }, [pin(0, 0.5)]],
    ['leaves pins elsewhere', [pin(0, 0.4)], { action: 'pin', pin: pin(0.5, 1) }, [pin(0, 0.4), pin(0.5, 1)]],
    [
      'replaces a pin',
      [pin(0, 0.5)],
      { action: 'swap', pin: pin(0, 0.5, '/api/media/b') },
      [pin(0, 0.5, '/api/media/b')],
    ],
    [
      'shortens an overlapping pin',
      [pin(0.4, 0.9)],
      { action: 'trim', pin: pin(0, 0.6) },
      [pin(0.6, 0.9), pin(0, 0.6)],
    ],
    ['covers a removed shot', [pin(0.4, 0.6)], { action: 'remove', pin: pin(0, 0.6) }, [pin(0, 0.6)]],
    ['removes a pin', [pin(0, 0.4), pin(0.5, 1)], { action: 'unpin', from: at(0) }, [pin(0.5, 1)]],
    ['removes all pins', [pin(0, 0.4), pin(0.5, 1)], { action: 'reset' }, []],
  ])('%s', (_what, pins, wanted, expected) => {
    given(projectAggregate, [silent, changed(pins)])
      .when((s, e) => decideChangeShots(change(wanted), s, e))
      .then([{ type: 'ShotsChanged', data: { sceneId: sceneId(1), action: wanted.action, pins: expected } }]);
  });

  it('does nothing when repeated, and is refused to other users', () => {
    const again = change({ action: 'pin', pin: pin(0, 0.4) });
    given(projectAggregate, [silent, changed([pin(0, 0.4)])])
      .when((s, e) => decideChangeShots(again, s, e))
      .then([]);
    given(projectAggregate, [silent])
      .when((s, e) => decideChangeShots(again, s, e), testEnvironment({ ownerId: 'somebody-else' }))
      .refused('not_found');
  });

  it('is undone as long as it is the newest change', () => {
    const events = [silent, changed([pin(0, 0.4)]), changed([pin(0.5, 1)])];
    const { revision } = stateOf(projectAggregate, events).scenes[sceneId(1)] ?? {};
    const undo = (of = '') => new RestoreShots(PROJECT, { sceneId: sceneId(1), revision: of }, context);
    const restored: ProjectEvent = { type: 'ShotsRestored', data: { sceneId: sceneId(1), pins: [pin(0, 0.4)] } };
    given(projectAggregate, events)
      .when((s, e) => decideRestoreShots(undo(revision), s, e))
      .then([restored]);
    for (const [past, of] of [
      [events, '1'],
      [[...events, restored], revision],
    ] as const)
      given(projectAggregate, [...past])
        .when((s, e) => decideRestoreShots(undo(of), s, e))
        .refused('conflict');
    expect(stateOf(projectAggregate, [...events, restored]).scenes[sceneId(1)]?.shotPins).toEqual([pin(0, 0.4)]);
  });
});
