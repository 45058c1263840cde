import { autosaveStage as setUp, failForGood } from '../../testing/autosave-stage';
import { autosaveBackoff } from './autosave';

describe('a clean autosave', () => {
  it('sends after the debounce of no change, and not before [EDITOR-08]', async () => {
    const { autosave, timers, values } = setUp(1500);
    autosave.edit('a');
    await timers.advance(1000);
    autosave.edit('ab');
    await timers.advance(1499);
    expect(values()).toEqual([]);
    await timers.advance(1);
    expect(values()).toEqual(['ab']);
  });

  it('shows an edit before the server has answered [EDITOR-12]', () => {
    const { autosave, shown } = setUp();
    autosave.edit('new');
    expect(autosave.getState().value).toBe('new');
    expect(shown).toEqual(['new']);
  });

  it('exposes isSaving while it sends and lastSaved afterwards [EDITOR-09]', async () => {
    const { autosave, timers, last, saved } = setUp();
    autosave.edit('new');
    expect(autosave.getState()).toMatchObject({ isSaving: false, hasError: false, lastSaved: null, isDirty: true });
    await timers.advance(1500);
    expect(autosave.getState().isSaving).toBe(true);
    last().answer();
    await timers.advance(0);
    expect(autosave.getState()).toMatchObject({ isSaving: false, lastSaved: 1_001_500, isDirty: false });
    expect(saved).toEqual(['new']);
  });

  it('sends nothing for a value that equals the stored one [EDITOR-18]', async () => {
    const { autosave, timers, values } = setUp();
    autosave.edit('old');
    autosave.edit('older');
    autosave.edit('old');
    await timers.advance(60_000);
    expect(values()).toEqual([]);
    expect(autosave.getState().isDirty).toBe(false);
  });

  it('notifies its listeners, until they unsubscribe', () => {
    const { autosave } = setUp();
    const seen: string[] = [];
    const leave = autosave.subscribe(() => seen.push(autosave.getState().value));
    autosave.edit('a');
    leave();
    autosave.edit('b');
    expect(seen).toEqual(['a']);
  });

  it('takes over another window’s save', () => {
    const { autosave } = setUp();
    autosave.acceptStored('from elsewhere');
    expect(autosave.getState()).toMatchObject({ value: 'from elsewhere', isDirty: false });
  });

  it('settles a flush at once', async () => {
    const { autosave, values } = setUp();
    await expect(autosave.flush()).resolves.toBe(true);
    await expect(autosave.retry()).resolves.toBe(true);
    expect(values()).toEqual([]);
  });
});

describe('an autosave with a request in flight', () => {
  it('cancels it for a newer edit, so that one request is in flight at most [EDITOR-15]', async () => {
    const { autosave, timers, sent, last } = setUp();
    autosave.edit('first');
    await timers.advance(1500);
    autosave.edit('second');
    expect(sent[0]?.signal.aborted).toBe(true);
    await timers.advance(1500);
    expect(sent.filter((request) => !request.signal.aborted).map((request) => request.value)).toEqual(['second']);
    last().answer();
    await timers.advance(0);
    expect(autosave.getState().value).toBe('second');
  });

  it('is silent about the canceled one: no error, no retry [EDITOR-16]', async () => {
    const { autosave, timers, errors, last } = setUp();
    autosave.edit('first');
    await timers.advance(1500);
    autosave.edit('second');
    await timers.advance(1500);
    last().answer();
    await timers.advance(60_000);
    expect(errors).toEqual([]);
    expect(autosave.getState().hasError).toBe(false);
  });

  it('ignores the late answer of a canceled request, so that no older value wins', async () => {
    const { autosave, timers, sent } = setUp();
    autosave.edit('first');
    await timers.advance(1500);
    autosave.edit('second');
    sent[0]?.answer();
    await timers.advance(0);
    expect(autosave.getState()).toMatchObject({ value: 'second', isDirty: true, lastSaved: null });
  });

  it('sends even the stored value after a canceled request, which the server may have accepted', async () => {
    const { autosave, timers, values } = setUp();
    autosave.edit('first');
    await timers.advance(1500);
    autosave.edit('old');
    await timers.advance(1500);
    expect(values()).toEqual(['first', 'old']);
  });

  it('keeps the edit on screen when another window saves the field meanwhile', async () => {
    const { autosave, timers, last, values } = setUp();
    autosave.edit('mine');
    autosave.acceptStored('theirs');
    expect(autosave.getState().value).toBe('mine');
    await timers.advance(1500);
    last().answer();
    await timers.advance(0);
    expect(values()).toEqual(['mine']);
    expect(autosave.getState()).toMatchObject({ value: 'mine', isDirty: false });
  });

  it('has nothing left to send when the other window saved the same text', async () => {
    const { autosave, timers, values } = setUp();
    autosave.edit('same');
    autosave.acceptStored('same');
    await timers.advance(60_000);
    expect(values()).toEqual([]);
  });
});

describe('an autosave whose save fails', () => {
  it('waits min(1000 times 2 to the n, 30000) ms before retry n [EDITOR-14]', () => {
    expect([0, 1, 2, 4, 5, 20].map(autosaveBackoff)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  });

  it('retries 2 times, after 1 s and 2 s, and no more [EDITOR-14]', async () => {
    const { autosave, timers, last, values } = setUp();
    autosave.edit('new');
    await timers.advance(1500);
    last().refuse();
    await timers.advance(999);
    expect(values()).toHaveLength(1);
    await timers.advance(1);
    expect(values()).toHaveLength(2);
    last().refuse();
    await timers.advance(1999);
    expect(values()).toHaveLength(2);
    await timers.advance(1);
    expect(values()).toEqual(['new', 'new', 'new']);
    last().refuse();
    await timers.advance(600_000);
    expect(values()).toHaveLength(3);
  });

  it('still counts as saving while it waits for a retry, and succeeds with it', async () => {
    const { autosave, timers, last } = setUp();
    autosave.edit('new');
    await timers.advance(1500);
    last().refuse();
    await timers.advance(500);
    expect(autosave.getState()).toMatchObject({ isSaving: true, hasError: false, value: 'new' });
    await timers.advance(500);
    last().answer();
    await timers.advance(0);
    expect(autosave.getState()).toMatchObject({ isSaving: false, hasError: false, value: 'new' });
  });

  it('sets the error flag, shows the stored value and keeps the text in the field [EDITOR-09, EDITOR-13]', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    expect(t.autosave.getState()).toMatchObject({ value: 'precious', stored: 'old', hasError: true, isDirty: true });
    expect(t.errors).toHaveLength(1);
  });

  it('sends the text typed before and after the failure, and nothing else', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    for (const more of ['precious w', 'precious wo', 'precious wor', 'precious word', 'precious words'])
      t.autosave.edit(more);
    expect(t.autosave.getState()).toMatchObject({ value: 'precious words', hasError: true });
    await t.timers.advance(1500);
    t.last().answer();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ value: 'precious words', hasError: false, isDirty: false });
    expect([...new Set(t.values())]).toEqual(['precious', 'precious words']);
  });

  it('tries again with Retry, with two retries of its own [EDITOR-09]', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    const retried = t.autosave.retry();
    expect(t.autosave.getState()).toMatchObject({ value: 'precious', isSaving: true, hasError: false });
    t.last().refuse();
    await t.timers.advance(1000);
    t.last().answer();
    await expect(retried).resolves.toBe(true);
    expect(t.autosave.getState()).toMatchObject({ value: 'precious', isDirty: false });
  });

  it('tries once more when a caller needs it saved', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    const flushed = t.autosave.flush();
    t.last().refuse();
    await expect(flushed).resolves.toBe(false);
    expect(t.values()).toHaveLength(4);
  });

  it('counts as saved when a push shows that the server has it', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    t.autosave.acceptStored('precious');
    expect(t.autosave.getState()).toMatchObject({ value: 'precious', hasError: false, isDirty: false });
  });

  it('ignores a lost answer when the push of the save came before it', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    t.autosave.acceptStored('precious');
    t.last().refuse();
    await t.timers.advance(0);
    expect(t.autosave.getState()).toMatchObject({ isDirty: false, hasError: false });
    expect(t.values()).toEqual(['precious']);
  });

  it('returns to the stored value when it is discarded by hand', async () => {
    const t = setUp();
    t.autosave.edit('precious');
    await t.timers.advance(1500);
    await failForGood(t);
    t.autosave.discard();
    expect(t.autosave.getState()).toMatchObject({ value: 'old', hasError: false, isDirty: false });
  });
});

describe('an autosave that is left', () => {
  it('sends the pending edit at once and reports when the server has it', async () => {
    const { autosave, last, values, timers } = setUp();
    autosave.edit('new');
    const flushed = autosave.flush();
    expect(values()).toEqual(['new']);
    last().answer();
    await expect(flushed).resolves.toBe(true);
    await timers.advance(60_000);
    expect(values()).toEqual(['new']);
  });

  it('does not repeat a request in flight', async () => {
    const { autosave, timers, values, last } = setUp();
    autosave.edit('new');
    await timers.advance(1500);
    const flushed = autosave.flush();
    last().answer();
    await expect(flushed).resolves.toBe(true);
    expect(values()).toEqual(['new']);
  });

  it('does not wait for the backoff, and reports a failure', async () => {
    const t = setUp();
    t.autosave.edit('new');
    await t.timers.advance(1500);
    t.last().refuse();
    await t.timers.advance(100);
    const flushed = t.autosave.flush();
    expect(t.values()).toHaveLength(2);
    t.last().refuse();
    await t.timers.advance(2000);
    t.last().refuse();
    await expect(flushed).resolves.toBe(false);
  });

  it('cancels discarded edits', async () => {
    const { autosave, timers, values } = setUp();
    autosave.edit('new');
    autosave.discard();
    await timers.advance(60_000);
    expect(values()).toEqual([]);
    expect(autosave.getState()).toMatchObject({ value: 'old', isDirty: false });
  });
});
