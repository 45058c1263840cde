import { autosaveStage, failForGood } from '../../testing/autosave-stage';
import type { AutosaveHooks } from './autosave-types';
import {
  acquireAutosave,
  discardAutosaves,
  findAutosave,
  flushAutosaves,
  holdAutosave,
  leaveAutosaves,
  recoverDrafts,
  retryFailedAutosaves,
  subscribeToAutosaves,
} from './autosave-registry';
import { keptTexts } from './kept-texts';

const KEY = 'scene/1/title';

/** A mounted field with its server and clock. */
function field(key = KEY) {
  let hooks: AutosaveHooks<string> = {};
  const stage = autosaveStage(1500);
  const autosave = acquireAutosave<string>(key, (given) => {
    hooks = given;
    return stage.autosave;
  });
  return { ...stage, autosave, hooks, key, leave: holdAutosave(key, autosave) };
}

/** Lets promises settle. */
const settle = ({ timers }: ReturnType<typeof field>) => timers.advance(0);

async function failed(key = KEY) {
  const shown = field(key);
  shown.autosave.edit('precious');
  await shown.timers.advance(1500);
  await failForGood(shown);
  return shown;
}

function leavePage(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

afterEach(() => {
  discardAutosaves('');
  jest.restoreAllMocks();
});

describe('the autosaves of a window', () => {
  it('are shared for a field that is shown in two places', () => {
    const first = field();
    const second = acquireAutosave<string>(KEY, () => {
      throw new Error('There is one already.');
    });
    expect(second).toBe(first.autosave);
    expect(findAutosave(KEY)).toBe(first.autosave);
    expect(findAutosave('scene/2/title')).toBeUndefined();
  });

  it('keep drafts and replaced texts of their field in the browser', () => {
    const keepDraft = jest.spyOn(keptTexts, 'keepDraft');
    const keepReplaced = jest.spyOn(keptTexts, 'keepReplaced');
    const { hooks } = field();
    hooks.onDraft?.({ value: 'new', base: 'old' });
    hooks.onReplaced?.('mine', 'other window');
    expect(keepDraft).toHaveBeenCalledWith(KEY, { value: 'new', base: 'old' });
    expect(keepReplaced).toHaveBeenCalledWith(KEY, 'mine', 'other window');
  });

  it('send pending text when the field is left, and are removed once the server has it', async () => {
    const shown = field();
    shown.autosave.edit('new');
    shown.leave();
    expect(shown.values()).toEqual(['new']);
    expect(findAutosave(KEY)).toBe(shown.autosave);
    shown.last().answer();
    await settle(shown);
    expect(findAutosave(KEY)).toBeUndefined();
  });

  it('stay while another place shows the field', async () => {
    const shown = field();
    const leaveOther = holdAutosave(KEY, shown.autosave);
    shown.leave();
    await settle(shown);
    expect(findAutosave(KEY)).toBe(shown.autosave);
    leaveOther();
    await settle(shown);
    expect(findAutosave(KEY)).toBeUndefined();
  });

  it('keep a text whose save failed when the field is left, without sending it again', async () => {
    const shown = await failed();
    const before = shown.values().length;
    shown.leave();
    await settle(shown);
    expect(shown.values()).toHaveLength(before);
    expect(findAutosave<string>(KEY)?.getState()).toMatchObject({ value: 'precious', hasError: true });
  });

  it('keep a newer one of the same field when an old one settles', async () => {
    const old = field();
    old.autosave.edit('old words');
    old.leave();
    discardAutosaves(KEY);
    const newer = field();
    await settle(old);
    expect(findAutosave(KEY)).toBe(newer.autosave);
  });

  it('get the draft of an earlier page when the field is shown', () => {
    jest.spyOn(keptTexts, 'takeDraft').mockReturnValueOnce({ value: 'left', base: 'old' });
    expect(field().autosave.getState().value).toBe('left');
  });

  it('get drafts that are found later, only where the field is on screen', async () => {
    const shown = field();
    const gone = await failed('scene/2/title');
    gone.leave();
    const takeDraft = jest.spyOn(keptTexts, 'takeDraft').mockReturnValue({ value: 'left', base: 'old' });
    recoverDrafts([KEY, 'scene/2/title', 'scene/3/title']);
    expect(takeDraft.mock.calls).toEqual([[KEY]]);
    expect(shown.autosave.getState().value).toBe('left');
    expect(gone.autosave.getState().value).toBe('precious');
  });

  it('notify watchers of a field, also about a later autosave and about its end', () => {
    const heard: (string | undefined)[] = [];
    const stop = subscribeToAutosaves(KEY, () => heard.push(findAutosave<string>(KEY)?.getState().value));
    const stopSecond = subscribeToAutosaves(KEY, () => heard.push('second'));
    const shown = field();
    field('scene/2/title').autosave.edit('not this one');
    shown.autosave.edit('new');
    expect(heard).toEqual(['new', 'second']);
    stopSecond();
    discardAutosaves(KEY);
    expect(heard.at(-1)).toBeUndefined();
    const before = heard.length;
    stop();
    field().autosave.edit('unheard');
    expect(heard).toHaveLength(before);
  });

  it('are saved by a prefix of their names, and the answer says whether all are saved', async () => {
    const [one, two, other] = [field('scene/1/title'), field('scene/1/text'), field('scene/2/title')];
    for (const shown of [one, two, other]) shown.autosave.edit('new');
    const saved = flushAutosaves('scene/1/');
    expect([one, two, other].map((shown) => shown.values())).toEqual([['new'], ['new'], []]);
    one.last().answer();
    two.last().answer();
    await expect(saved).resolves.toBe(true);

    two.autosave.edit('newer');
    const refused = flushAutosaves();
    other.last().answer();
    await two.timers.advance(0);
    await failForGood(two);
    await expect(refused).resolves.toBe(false);
  });

  it('are retried when the network returns, only those that failed', async () => {
    const [lost, waiting] = [await failed(), field('scene/2/title')];
    waiting.autosave.edit('new');
    const before = lost.values().length;
    retryFailedAutosaves();
    expect(lost.values()).toHaveLength(before + 1);
    expect(waiting.values()).toEqual([]);
    lost.last().answer();
    await settle(lost);
    expect(lost.autosave.getState().isDirty).toBe(false);
    window.dispatchEvent(new Event('online'));
    expect(waiting.values()).toEqual([]);
  });

  it('are discarded by a prefix of their names, with unsaved text', async () => {
    const [one, other] = [field('scene/1/title'), field('scene/2/title')];
    one.autosave.edit('new');
    other.autosave.edit('kept');
    discardAutosaves('scene/1/');
    await one.timers.advance(60_000);
    expect(one.values()).toEqual([]);
    expect(one.autosave.getState().value).toBe('old');
    expect(findAutosave('scene/1/title')).toBeUndefined();
    expect(other.autosave.getState().value).toBe('kept');
  });

  it('end with their user, whose drafts stay in the browser', async () => {
    const close = jest.spyOn(keptTexts, 'close');
    const shown = field();
    const before = shown.drafts.length;
    let closedAt = -1;
    close.mockImplementation(() => (closedAt = shown.drafts.length) as never);
    shown.autosave.edit('new');
    leaveAutosaves();
    // The texts must be closed first, so that discarding the autosaves removes no draft from the browser.
    expect(closedAt).toBe(before + 1);
    expect(shown.drafts.length).toBeGreaterThan(closedAt);
    expect(findAutosave(KEY)).toBeUndefined();
    await shown.timers.advance(60_000);
    expect(shown.values()).toEqual([]);
  });
});

describe('a window with unsaved text', () => {
  it.each([
    ['is being closed', () => void window.dispatchEvent(new Event('pagehide'))],
    ['may be left', () => void leavePage()],
    ['is online again', () => void window.dispatchEvent(new Event('online'))],
  ])('sends a failed save again when it %s', async (_when, happen) => {
    const shown = await failed();
    const before = shown.values().length;
    happen();
    expect(shown.values()).toHaveLength(before + 1);
  });

  it('sends pending text when it is hidden, and not when it is shown', () => {
    const shown = field();
    shown.autosave.edit('new');
    const state = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shown.values()).toEqual([]);
    state.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(shown.values()).toEqual(['new']);
  });

  it('asks before a failed save is left, after another attempt', async () => {
    const shown = await failed();
    expect(leavePage()).toBe(true);
    expect(shown.autosave.getState().isSaving).toBe(true);
  });

  it('asks before a text is left that is too long to be sent while the page closes', () => {
    const shown = field();
    shown.autosave.edit('a'.repeat(60_000));
    expect(leavePage()).toBe(true);
  });

  it('does not ask for a short pending text, or for none', () => {
    const shown = field();
    expect(leavePage()).toBe(false);
    shown.autosave.edit('short');
    expect(leavePage()).toBe(false);
    expect(shown.values()).toEqual(['short']);
  });

  it('does not ask for a long stored text', () => {
    const shown = field();
    shown.autosave.acceptStored('a'.repeat(60_000));
    expect(leavePage()).toBe(false);
  });

  it('listens once, whatever the number of fields', () => {
    field();
    const listen = jest.spyOn(window, 'addEventListener');
    field('scene/2/title');
    field('scene/3/title');
    expect(listen).not.toHaveBeenCalled();
  });
});
