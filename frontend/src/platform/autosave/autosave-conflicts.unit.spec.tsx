import { autosaveStage as setUp, failForGood } from '../../testing/autosave-stage';

describe('an autosave beside another window', () => {
  it('offers the words that it saved when the other window saves over them', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    t.autosave.acceptStored('theirs');
    expect(t.autosave.getState()).toMatchObject({ value: 'theirs', isDirty: false });
    expect(t.replaced).toEqual(['mine by other window']);
  });

  it('is silent when the other window changes what was not written here', () => {
    const t = setUp();
    t.autosave.acceptStored('theirs');
    t.autosave.acceptStored('theirs too');
    expect(t.replaced).toEqual([]);
  });

  it('offers their words when its own save replaces them', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    t.autosave.acceptStored('theirs');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState().value).toBe('mine');
    expect(t.replaced).toEqual(['theirs by this window']);
  });

  it('shows what the server holds when the other window saved right after it', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    await t.timers.advance(1500);
    t.autosave.acceptStored('theirs');
    t.last().answer('theirs');
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'theirs', isDirty: false });
    expect(t.replaced).toEqual(['mine by other window']);
  });

  it('writes the newest words again when an older request of its own arrives after them', async () => {
    const t = setUp();
    t.autosave.edit('first');
    await t.timers.advance(1500);
    t.autosave.edit('second');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    t.autosave.acceptStored('first');
    expect(t.values()).toEqual(['first', 'second', 'second']);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'second', isDirty: false });
    expect(t.replaced).toEqual([]);
  });

  async function overtakenByItself() {
    const t = setUp();
    t.autosave.edit('first');
    await t.timers.advance(1500);
    t.autosave.edit('second');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    return t;
  }

  it('writes its newest words again also when the other window saved between the two', async () => {
    const t = await overtakenByItself();
    t.autosave.acceptStored('theirs');
    t.autosave.acceptStored('first');
    expect(t.values()).toEqual(['first', 'second', 'second']);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'second', isDirty: false });
    expect(t.replaced).toEqual(['second by other window', 'theirs by this window']);
  });

  it('does so for each of several requests that arrive late, and while it does it', async () => {
    const t = setUp();
    for (const text of ['first', 'second', 'third']) {
      t.autosave.edit(text);
      await t.timers.advance(1500);
    }
    t.last().answer();
    await t.timers.advance(0);
    t.autosave.acceptStored('first');
    t.last().answer('second');
    await t.timers.advance(0);
    expect(t.values()).toEqual(['first', 'second', 'third', 'third', 'third']);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'third', isDirty: false });
    expect(t.replaced).toEqual([]);
  });

  it('takes the same words for the other window’s once no request can be on its way any more', async () => {
    const t = await overtakenByItself();
    await t.timers.advance(60_000);
    t.autosave.acceptStored('first');
    expect(t.values()).toEqual(['first', 'second']);
    expect(t.autosave.getState()).toMatchObject({ value: 'first', isDirty: false });
    expect(t.replaced).toEqual(['second by other window']);
  });

  it('keeps failed words in the field, whatever the other window saves', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    await t.timers.advance(1500);
    await failForGood(t);
    t.autosave.acceptStored('theirs');
    expect(t.autosave.getState()).toMatchObject({ value: 'mine', stored: 'theirs', hasError: true });
  });
});

describe('the draft of an autosave', () => {
  it('is told with every edit, with what the server held when it began, and ends with the save', async () => {
    const t = setUp();
    t.autosave.edit('a');
    t.autosave.acceptStored('theirs');
    t.autosave.edit('ab');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.drafts).toEqual(['a on old', 'ab on old', null]);
  });

  it('outlives a failure', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    expect(t.drafts).toEqual(['precious on old']);
  });

  it('goes on where the server still holds what it began with', async () => {
    const t = setUp();
    t.autosave.recover({ value: 'precious', base: 'old' });
    expect(t.autosave.getState()).toMatchObject({ value: 'precious', isDirty: true });
    await t.timers.advance(1500);
    expect(t.values()).toEqual(['precious']);
  });

  it('is offered, not forced, where the server has something newer', async () => {
    const t = setUp();
    t.autosave.recover({ value: 'precious', base: 'older' });
    await t.timers.advance(60_000);
    expect(t.autosave.getState()).toMatchObject({ value: 'old', isDirty: false });
    expect(t.replaced).toEqual(['precious by newer save']);
    expect(t.values()).toEqual([]);
  });

  it('takes what its page sent as it went for nobody else’s save, whenever that arrives', async () => {
    const t = setUp();
    t.autosave.recover({ value: 'precious', base: 'old' });
    t.autosave.edit('precious words');
    t.autosave.acceptStored('precious');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'precious words', isDirty: false });
    expect(t.replaced).toEqual([]);
  });

  it('is kept while it is typed, whatever becomes of what was typed before', async () => {
    const t = setUp();
    t.autosave.edit('old lamp');
    t.autosave.keep({ value: 'old lamp in the fog' });
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState().isDirty).toBe(false);
    expect(t.kept()).toEqual({ value: 'old lamp in the fog', base: 'old lamp' });
    t.autosave.edit('old lamp in the fog');
    t.autosave.keep(null);
    expect(t.kept()).toEqual({ value: 'old lamp in the fog', base: 'old lamp' });
    t.autosave.discard();
    expect(t.kept()).toBeNull();
  });

  it('goes on where the server holds what an earlier page sent of it', async () => {
    const t = setUp();
    t.autosave.recover({ value: 'precious words', base: 'oldest', earlier: ['precious', 'old'] });
    expect(t.autosave.getState()).toMatchObject({ value: 'precious words', isDirty: true });
    t.autosave.edit('precious words too');
    expect(t.kept()).toEqual({
      value: 'precious words too',
      base: 'old',
      earlier: ['precious words', 'precious', 'old'],
    });
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    t.autosave.edit('later words');
    expect(t.kept()).toEqual({ value: 'later words', base: 'precious words too' });
  });

  it('is dropped where the server holds it already', () => {
    const t = setUp();
    t.autosave.recover({ value: 'old', base: 'older' });
    expect(t.replaced).toEqual([]);
  });
});
