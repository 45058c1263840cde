import { autosaveStage as setUp, failForGood } from '../../testing/autosave-stage';

const LATEST = 60_000;

describe('a value above the limit', () => {
  const short = (text: string): boolean => text.length <= 5;

  it('is kept in the field and as a draft, and is not sent', async () => {
    const { autosave, timers, values, kept, errors } = setUp(1500, { fits: short });
    autosave.edit('too long');
    await timers.advance(LATEST);
    expect(values()).toEqual([]);
    expect(autosave.getState()).toMatchObject({ value: 'too long', isDirty: true, hasError: false, isSaving: false });
    expect(kept()).toEqual({ value: 'too long', base: 'old' });
    expect(errors).toEqual([]);
  });

  it('is not saved by a flush or by Retry either, which report that', async () => {
    const { autosave, values } = setUp(1500, { fits: short });
    autosave.edit('too long');
    await expect(autosave.flush()).resolves.toBe(false);
    await expect(autosave.flush()).resolves.toBe(false);
    await expect(autosave.retry()).resolves.toBe(false);
    expect(values()).toEqual([]);
  });

  it('clears the error of an earlier failure, as there is nothing to retry', async () => {
    const t = setUp(1500, { fits: short });
    t.autosave.edit('fits');
    await t.timers.advance(1500);
    await failForGood(t);
    t.autosave.edit('too long');
    await t.timers.advance(1500);
    expect(t.autosave.getState()).toMatchObject({ hasError: false, isDirty: true });
  });

  it('is sent once it is short enough', async () => {
    const { autosave, timers, values } = setUp(1500, { fits: short });
    autosave.edit('too long');
    await timers.advance(1500);
    autosave.edit('fits');
    await timers.advance(1500);
    expect(values()).toEqual(['fits']);
  });
});

describe('the settings of an autosave', () => {
  it('define the number of retries, and the delay before each', async () => {
    const { autosave, timers, last, values } = setUp(1500, { retries: 1, backoff: (retry) => 50 + retry });
    autosave.edit('new');
    await timers.advance(1500);
    last().refuse();
    await timers.advance(49);
    expect(values()).toHaveLength(1);
    await timers.advance(1);
    expect(values()).toHaveLength(2);
    last().refuse();
    await timers.advance(LATEST);
    expect(values()).toHaveLength(2);
    expect(autosave.getState().hasError).toBe(true);
  });

  it('define which values are equal', async () => {
    const { autosave, timers, values } = setUp(1500, { isEqual: (a, b) => a.trim() === b.trim() });
    autosave.edit(' old ');
    await timers.advance(LATEST);
    expect(values()).toEqual([]);
    expect(autosave.getState().isDirty).toBe(false);
  });
});

describe('a refused save', () => {
  it('resolves all waiting callers once, with its outcome', async () => {
    const t = setUp();
    t.autosave.edit('new');
    const ends: boolean[] = [];
    void t.autosave.flush().then((saved) => ends.push(saved));
    await t.timers.advance(0);
    expect(ends).toEqual([]);
    await failForGood(t);
    expect(ends).toEqual([false]);
    const retried = t.autosave.retry();
    t.last().answer();
    await expect(retried).resolves.toBe(true);
    expect(ends).toEqual([false]);
  });

  it('continues by itself with the started attempt when Retry comes meanwhile', async () => {
    const { autosave, timers, last, values } = setUp();
    autosave.edit('new');
    await timers.advance(1500);
    const retried = autosave.retry();
    expect(values()).toEqual(['new']);
    last().answer();
    await expect(retried).resolves.toBe(true);
  });

  it('starts the next edit from the server’s present value', async () => {
    const { autosave, timers, last, drafts } = setUp();
    autosave.edit('first');
    await timers.advance(1500);
    last().answer();
    await timers.advance(0);
    autosave.edit('second');
    expect(drafts).toEqual(['first on old', null, 'second on first']);
  });

  it('leaves no timer behind when it is discarded while it waits for a retry', async () => {
    const { autosave, timers, last, values } = setUp();
    autosave.edit('new');
    await timers.advance(1500);
    last().refuse();
    await timers.advance(10);
    expect(timers.pending()).toBe(1);
    autosave.discard();
    expect(timers.pending()).toBe(0);
    expect(values()).toEqual(['new']);
  });
});
