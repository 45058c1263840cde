import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { ApiError } from '../platform/http/api-client';
import { fakeWindow } from '../testing/fake-window';
import { completeBrowser } from '../testing/render-app';
import { manualTimers } from '../testing/manual-timers';
import { createToastStore, tellRestored, TOAST_REMOVE_DELAY, toastStore } from './toast-store';
import { Dialog, dismissToast, toast, Toaster } from '.';

const shown = (): string[] => screen.queryAllByRole('listitem').map(({ textContent }) => textContent ?? '');
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  fakeWindow();
  completeBrowser();
  jest.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  act(() => dismissToast());
  cleanup();
  jest.useRealTimers();
});
const refused = new ApiError(409, JSON.stringify({ code: 'conflict', message: 'It is gone.' }), 'Conflict');
const show = (options: Parameters<typeof toast>[0]) => act(() => void toast(options));

describe('a toast', () => {
  it('replaces the one on screen [SHELL-25]', () => {
    show({ title: 'First' });
    show({ title: 'Second' });
    expect(shown()).toEqual(['Second']);
  });

  it('stays for a whole 5000 ms of its own when it replaces another [SHELL-25, SHELL-26]', () => {
    show({ title: 'First' });
    pass(3000);
    show({ title: 'Second' });
    pass(4999);
    expect(shown()).toEqual(['Second']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it('stays for 5000 ms [SHELL-26]', () => {
    show({ title: 'Saved' });
    pass(4999);
    expect(shown()).toEqual(['Saved']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it('may have another duration', () => {
    show({ title: 'Saved', duration: 9000 });
    pass(8999);
    expect(shown()).toEqual(['Saved']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it('moves to the other side when it would cover its subject', () => {
    const [spokenOf, elsewhere] = [document.createElement('div'), document.createElement('div')];
    const at = (left: number) => new DOMRect(left, 500, 100, 40);
    spokenOf.getBoundingClientRect = () => at(900);
    elsewhere.getBoundingClientRect = () => at(0);
    const places = jest.spyOn(HTMLOListElement.prototype, 'getBoundingClientRect').mockReturnValue(at(950));
    // The toast enters from below, from a position where it covers nothing.
    const panels = jest.spyOn(HTMLLIElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(950, 541));
    const isAside = () => screen.getByRole('region').querySelector('ol')?.dataset.aside;
    show({ title: 'Moved', about: () => spokenOf });
    expect(isAside()).toBe('true');
    for (const about of [() => elsewhere, () => null, undefined]) {
      show({ title: 'Moved', about });
      expect(isAside()).toBe('false');
    }
    for (const mocked of [places, panels]) mocked.mockRestore();
  });

  it('shows errors in the destructive style, and the rest in the neutral one', () => {
    show({ title: 'Upload failed', variant: 'destructive' });
    expect(screen.getByRole('listitem').dataset.variant).toBe('destructive');
    show({ title: 'Style created' });
    expect(screen.getByRole('listitem').dataset.variant).toBe('default');
  });

  it('has an action that closes it', () => {
    const retry = jest.fn();
    show({ title: 'Batch complete', action: { label: 'Retry', onClick: retry } });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(retry).toHaveBeenCalledTimes(1);
    expect(shown()).toEqual([]);
  });

  describe('with Undo', () => {
    const calls: string[] = [];
    const takeBack = (what: string) => () => {
      calls.push(what);
      return tellRestored(what, () => Promise.resolve({ title: `${what} restored` }));
    };
    const remove = (what: string, undoOf?: string) => show({ title: `${what} deleted`, undo: takeBack(what), undoOf });
    const titles = () => [...document.querySelectorAll('.title')].map(({ textContent }) => textContent);
    const press = (name: string, at: string) =>
      act(async () => void fireEvent.click(screen.getByRole('button', { name, description: at })));
    beforeEach(() => {
      calls.length = 0;
      remove('First');
    });

    it.each<[string, Parameters<typeof toast>[0]]>([
      ['another with Undo', { title: 'Second deleted', undo: takeBack('Second') }],
      ['a neutral one', { title: 'Style created' }],
      ['a failure', { title: 'Save Failed', variant: 'destructive' }],
      ['one with an action', { title: 'Batch complete', action: { label: 'Retry', onClick: () => {} } }],
    ])('stays when %s comes, which is placed below it [SHELL-25]', async (_what, options) => {
      show(options);
      expect(titles()).toEqual(['First deleted', options.title]);
      await press('Undo', 'First deleted');
      expect(calls).toEqual(['First']);
      expect(titles()).toContain('First restored');
    });

    it('stays among three of them; others replace the one without Undo [SHELL-25]', () => {
      remove('Second');
      show({ title: 'Style created' });
      remove('Third');
      expect(titles()).toEqual(['First deleted', 'Second deleted', 'Third deleted']);
      show({ title: 'Style created' });
      show({ title: 'Style renamed' });
      expect(titles()).toEqual(['First deleted', 'Second deleted', 'Third deleted', 'Style renamed']);
      remove('Fourth');
      expect(titles()).toEqual(['Second deleted', 'Third deleted', 'Fourth deleted']);
    });

    it('undoes its own change, whichever came later, and leaves the others available', async () => {
      remove('Second');
      remove('Third');
      await press('Undo', 'Second deleted');
      expect(titles()).toEqual(['First deleted', 'Third deleted', 'Second restored']);
      await press('Undo', 'First deleted');
      expect(calls).toEqual(['Second', 'First']);
      expect(titles()).toEqual(['Third deleted', 'First restored']);
    });

    it.each([
      ['offers Undo again after a temporary failure', new TypeError('x'), ['Restore failed', 'First restored'], 2],
      ['offers no Undo again after a refusal', refused, ['Restore failed'], 1],
    ])('%s', async (_what, error, told, reads) => {
      act(() => dismissToast());
      const restore = jest.fn().mockRejectedValueOnce(error).mockResolvedValueOnce({ title: 'First restored' });
      const after = jest.fn(() => Promise.resolve());
      await act(() => tellRestored('First', restore, after));
      const seen = titles();
      const undo = screen.queryByRole('button', { name: 'Undo' });
      if (undo) await press('Undo', 'Restore failed');
      expect([...new Set([...seen, ...titles()])]).toEqual(told);
      expect(after).toHaveBeenCalledTimes(reads);
    });

    it('is replaced by a later change of the same thing, of which only the newest can be undone', () => {
      remove('All of A', 'scenes of A');
      remove('All of B', 'scenes of B');
      remove('All of A again', 'scenes of A');
      expect(titles()).toEqual(['First deleted', 'All of B deleted', 'All of A again deleted']);
    });

    it('closes after 5000 ms of its own, or when it is dismissed', () => {
      pass(3000);
      remove('Second');
      pass(2000);
      expect(titles()).toEqual(['Second deleted']);
      fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
      expect(titles()).toEqual([]);
    });
  });

  function swipe(to: number): void {
    const panel = screen.getByRole('listitem');
    fireEvent.pointerDown(panel, { button: 0, clientX: 0, clientY: 0, pointerType: 'mouse' });
    fireEvent.pointerMove(panel, { clientX: to, clientY: 0, pointerType: 'mouse' });
    fireEvent.pointerUp(panel, { clientX: to, clientY: 0, pointerType: 'mouse' });
  }

  it('gets the focus of its area by F8, and is swiped away to the right by 50 px, not by 49 [SHELL-28]', () => {
    show({ title: 'Deleted', undo: () => {} });
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(document.activeElement).toBe(screen.getByRole('list'));
    swipe(49);
    expect(shown()).toHaveLength(1);
    swipe(-120);
    expect(shown()).toHaveLength(1);
    swipe(50);
    expect(shown()).toEqual([]);
  });
});

describe('a dismissed toast', () => {
  it('is removed from memory after 1,000,000 ms [SHELL-26]', async () => {
    const timers = manualTimers();
    const store = createToastStore({ set: timers.setTimeout, clear: timers.clearTimeout });
    store.toast({ title: 'Saved' });
    store.dismiss();
    await timers.advance(TOAST_REMOVE_DELAY - 1);
    expect(store.snapshot()).toMatchObject([{ title: 'Saved', open: false }]);
    await timers.advance(1);
    expect(store.snapshot()).toEqual([]);
    expect(TOAST_REMOVE_DELAY).toBe(1_000_000);
  });

  it('is not removed twice when another one came in between', async () => {
    const timers = manualTimers();
    const store = createToastStore({ set: timers.setTimeout, clear: timers.clearTimeout });
    store.toast({ title: 'First' });
    store.dismiss();
    store.toast({ title: 'Second' });
    await timers.advance(TOAST_REMOVE_DELAY);
    expect(store.snapshot()).toMatchObject([{ title: 'Second', open: true }]);
    expect(timers.pending()).toBe(0);
  });

  it('is not affected by the dismissal of another one', () => {
    show({ title: 'First' });
    const first = toastStore.snapshot()[0]?.id;
    show({ title: 'Second' });
    act(() => dismissToast(first));
    expect(shown()).toEqual(['Second']);
  });
});

describe('Escape in a dialog', () => {
  it('closes the dialog, and not a later toast', () => {
    const onOpenChange = jest.fn();
    render(
      <Dialog open onOpenChange={onOpenChange} title="Question">
        <button>Answer</button>
      </Dialog>,
    );
    show({ title: 'Deleted', undo: () => {} });
    const answer = screen.getByText('Answer');
    act(() => answer.focus());
    fireEvent.keyDown(answer, { key: 'Escape' });
    expect(onOpenChange.mock.calls).toEqual([[false]]);
    expect(screen.getByText('Deleted')).toBeTruthy();
  });
});
