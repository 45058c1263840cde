import { autosaveStage as setUp, failForGood } from '../../testing/autosave-stage';

const LATEST = 60_000;

describe('a value that does not fit', () => {
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

  it('is not saved by a flush or by Retry either, which say so', async () => {
    const { autosave, values } = setUp(1500, { fits: short });
    autosave.edit('too long');
    await expect(autosave.flush()).resolves.toBe(false);
    await expect(autosave.flush()).resolves.toBe(false);
    await expect(autosave.retry()).resolves.toBe(false);
    expect(values()).toEqual([]);
  });

  it('takes the error of an earlier failure away: there is nothing to try again', async () => {
    const t = setUp(1500, { fits: short });
    t.autosave.edit('fits');
    await t.timers.advance(1500);
    await failForGood(t);
    t.autosave.edit('too long');
    await t.timers.advance(1500);
    expect(t.autosave.getState()).toMatchObject({ hasError: false, isDirty: true });
  });

  it('is sent once it is cut', async () => {
    const { autosave, timers, values } = setUp(1500, { fits: short });
    autosave.edit('too long');
    await timers.advance(1500);
    autosave.edit('fits');
    await timers.advance(1500);
    expect(values()).toEqual(['fits']);
  });
});

describe('the settings of an autosave', () => {
  it('say how often it retries, and how long it waits for each', async () => {
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

  it('say which values are the same', async () => {
    const { autosave, timers, values } = setUp(1500, { isEqual: (a, b) => a.trim() === b.trim() });
    autosave.edit(' old ');
    await timers.advance(LATEST);
    expect(values()).toEqual([]);
    expect(autosave.getState().isDirty).toBe(false);
  });
});

describe('a save that is refused', () => {
  it('resolves whoever waits for it once, with the end of it', async () => {
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

  it('goes on by itself with what was begun when Retry comes while it is under way', async () => {
    const { autosave, timers, last, values } = setUp();
    autosave.edit('new');
    await timers.advance(1500);
    const retried = autosave.retry();
    expect(values()).toEqual(['new']);
    last().answer();
    await expect(retried).resolves.toBe(true);
  });

  it('begins its next edit from what the server holds by then', async () => {
    const { autosave, timers, last, drafts } = setUp();
    autosave.edit('first');
    await timers.advance(1500);
    last().answer();
    await timers.advance(0);
    autosave.edit('second');
    expect(drafts).toEqual(['first on old', null, 'second on first']);
  });

  it('leaves no timer behind when it is discarded while it waits to retry', async () => {
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
