import { autosaveStage as setUp, failForGood } from '../../testing/autosave-stage';

describe('an autosave beside another window', () => {
  it('offers its saved text when the other window saves over it', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    t.autosave.acceptStored('theirs');
    expect(t.autosave.getState()).toMatchObject({ value: 'theirs', isDirty: false });
    expect(t.replaced).toEqual(['mine by other window']);
  });

  it('is silent when the other window changes text that was not edited here', () => {
    const t = setUp();
    t.autosave.acceptStored('theirs');
    t.autosave.acceptStored('theirs too');
    expect(t.replaced).toEqual([]);
  });

  it('offers the other window’s text when its own save replaces that', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    t.autosave.acceptStored('theirs');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState().value).toBe('mine');
    expect(t.replaced).toEqual(['theirs by this window']);
  });

  it('shows the server’s text when the other window saved right after it', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    await t.timers.advance(1500);
    t.autosave.acceptStored('theirs');
    t.last().answer('theirs');
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'theirs', isDirty: false });
    expect(t.replaced).toEqual(['mine by other window']);
  });

  it('sends the newest text again when an older request of its own arrives after it', async () => {
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

  it('sends its newest text again also when the other window saved between the two', async () => {
    const t = await overtakenByItself();
    t.autosave.acceptStored('theirs');
    t.autosave.acceptStored('first');
    expect(t.values()).toEqual(['first', 'second', 'second']);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'second', isDirty: false });
    expect(t.replaced).toEqual(['second by other window', 'theirs by this window']);
  });

  it('sends it again for each of several late requests, and while it does so', async () => {
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

  it('treats the same text as the other window’s once no request can be pending any more', async () => {
    const t = await overtakenByItself();
    await t.timers.advance(60_000);
    t.autosave.acceptStored('first');
    expect(t.values()).toEqual(['first', 'second']);
    expect(t.autosave.getState()).toMatchObject({ value: 'first', isDirty: false });
    expect(t.replaced).toEqual(['second by other window']);
  });

  it('keeps a text whose save failed in the field, whatever the other window saves', async () => {
    const t = setUp();
    t.autosave.edit('mine');
    await t.timers.advance(1500);
    await failForGood(t);
    t.autosave.acceptStored('theirs');
    expect(t.autosave.getState()).toMatchObject({ value: 'mine', stored: 'theirs', hasError: true });
  });
});

describe('the draft of an autosave', () => {
  it('is updated with every edit, has the server’s text from its start, and ends with the save', async () => {
    const t = setUp();
    t.autosave.edit('a');
    t.autosave.acceptStored('theirs');
    t.autosave.edit('ab');
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.drafts).toEqual(['a on old', 'ab on old', null]);
  });

  it('survives a failure', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    expect(t.drafts).toEqual(['precious on old']);
  });

  it('is resumed where the server still has the text from its start', async () => {
    const t = setUp();
    t.autosave.recover({ value: 'precious', base: 'old' });
    expect(t.autosave.getState()).toMatchObject({ value: 'precious', isDirty: true });
    await t.timers.advance(1500);
    expect(t.values()).toEqual(['precious']);
  });

  it('is offered, not inserted, where the server has newer text', async () => {
    const t = setUp();
    t.autosave.recover({ value: 'precious', base: 'older' });
    await t.timers.advance(60_000);
    expect(t.autosave.getState()).toMatchObject({ value: 'old', isDirty: false });
    expect(t.replaced).toEqual(['precious by newer save']);
    expect(t.values()).toEqual([]);
  });

  it('recognizes the text that its page sent while closing, whenever it arrives', async () => {
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

  it('is kept while the user types, whatever happens to earlier text', async () => {
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

  it('is resumed where the server has the text that an earlier page sent', async () => {
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

  it('is dropped where the server has it already', () => {
    const t = setUp();
    t.autosave.recover({ value: 'old', base: 'older' });
    expect(t.replaced).toEqual([]);
  });
});
