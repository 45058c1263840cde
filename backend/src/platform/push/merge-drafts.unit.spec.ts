import { recorded } from '../../testing/view-spec';
import { mergeDrafts } from './merge-drafts';
import type { PushRule } from './push-rule';

const scenes: PushRule = {
  types: ['SceneEdited'],
  draft: (event) => ({
    type: 'scenesChanged',
    projectId: (event.data as { p: string }).p,
    sceneIds: [(event.data as { s: string }).s],
  }),
};
const balance: PushRule = { types: ['SceneEdited'], draft: () => ({ type: 'balanceChanged' }) };
const edited = (p: string, s: string, ownerId: string, index: number) =>
  recorded({ type: 'SceneEdited', data: { p, s } }, index, { ownerId });

describe('what a batch of events means for sockets', () => {
  it('is one message a user and project, with each scene once', () => {
    const batch = [
      edited('p', 'a', 'ada', 0),
      edited('p', 'b', 'ada', 1),
      edited('p', 'a', 'ada', 2),
      edited('q', 'c', 'ada', 3),
    ];
    expect(mergeDrafts([scenes], batch).get('ada')).toEqual([
      { type: 'scenesChanged', projectId: 'p', sceneIds: ['a', 'b'] },
      { type: 'scenesChanged', projectId: 'q', sceneIds: ['c'] },
    ]);
  });

  it('goes to the owner of the event and to nobody else', () => {
    const drafts = mergeDrafts([balance], [edited('p', 'a', 'ada', 0), edited('p', 'a', 'bob', 1)]);
    expect([...drafts.keys()]).toEqual(['ada', 'bob']);
    expect(drafts.get('bob')).toEqual([{ type: 'balanceChanged' }]);
  });
});
