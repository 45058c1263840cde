import { recorded } from '../../testing/view-spec';
import { mergeDrafts } from './push-rule';
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

const never = (error: unknown): void => {
  throw error;
};

describe('the push messages of a batch of events', () => {
  it('are one per user and project, with each scene once', () => {
    const batch = [
      edited('p', 'a', 'ada', 0),
      edited('p', 'b', 'ada', 1),
      edited('p', 'a', 'ada', 2),
      edited('q', 'c', 'ada', 3),
    ];
    expect(mergeDrafts([scenes], batch, never).get('ada')).toEqual([
      { type: 'scenesChanged', projectId: 'p', sceneIds: ['a', 'b'] },
      { type: 'scenesChanged', projectId: 'q', sceneIds: ['c'] },
    ]);
  });

  it('name each post once, and messages without ids are sent once', () => {
    const posts: PushRule = {
      types: ['SceneEdited'],
      draft: (event) => ({ type: 'postsChanged', postIds: [(event.data as { s: string }).s] }),
    };
    const templates: PushRule = { types: ['SceneEdited'], draft: () => ({ type: 'templatesChanged' }) };
    const batch = [edited('p', 'a', 'ada', 0), edited('p', 'b', 'ada', 1), edited('p', 'a', 'ada', 2)];
    expect(mergeDrafts([posts, templates], batch, never).get('ada')).toEqual([
      { type: 'postsChanged', postIds: ['a', 'b'] },
      { type: 'templatesChanged' },
    ]);
  });

  it('name the events, so that a window recognises its own saves, unless there are many', () => {
    const named: PushRule = {
      types: ['SceneEdited'],
      draft: (event) => ({
        type: 'scenesChanged',
        projectId: 'p',
        sceneIds: ['a'],
        texts: (event.data as { s: string }).s === 'words',
        at: [`p@${event.revision}`],
      }),
    };
    const drafts = (kinds: string[]) =>
      mergeDrafts(
        [named],
        kinds.map((kind, index) => edited('p', kind, 'ada', index)),
        never,
      ).get('ada');
    expect(drafts(['words', 'words'])).toMatchObject([{ texts: true, at: ['p@0', 'p@1'] }]);
    expect(drafts(['words', 'picture'])).toMatchObject([{ texts: false, at: ['p@0', 'p@1'] }]);
    expect(drafts(Array.from({ length: 40 }, () => 'words'))?.[0]).not.toHaveProperty('at', expect.anything());
  });

  it('go to the owner of the event and to nobody else', () => {
    const drafts = mergeDrafts([balance], [edited('p', 'a', 'ada', 0), edited('p', 'a', 'bob', 1)], never);
    expect([...drafts.keys()]).toEqual(['ada', 'bob']);
    expect(drafts.get('bob')).toEqual([{ type: 'balanceChanged' }]);
  });

  it('leave out an event on which a rule throws, which is logged, and keep the rest', () => {
    const broken: PushRule = {
      ...scenes,
      draft: (event) => {
        if (event.revision === 1n) throw new Error('no project');
        return scenes.draft(event);
      },
    };
    const refused: string[] = [];
    const batch = [edited('p', 'a', 'ada', 0), edited('p', 'b', 'ada', 1), edited('p', 'c', 'ada', 2)];
    const drafts = mergeDrafts([broken, balance], batch, (error, event) =>
      refused.push(`${event.revision} ${String(error)}`),
    );
    expect(drafts.get('ada')).toEqual([
      { type: 'scenesChanged', projectId: 'p', sceneIds: ['a', 'c'] },
      { type: 'balanceChanged' },
    ]);
    expect(refused).toEqual(['1 Error: no project']);
  });
});
