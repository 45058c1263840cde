import { act, fireEvent, screen } from '@testing-library/react';
import { LIMITS, type Scene } from '@storyreel/contracts';
import { keptTexts } from '../../../platform/autosave/kept-texts';
import { sceneId } from '../../../testing/workspace-server';
import { card, cardElement, title, description, dialog, openBoard } from '../../../testing/board-stage';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

describe('an inline edit on a card', () => {
  const titleField = () => card(1).queryByRole<HTMLInputElement>('textbox', { name: 'Title of scene 1' });

  it('starts with a double click, and the editor stays closed [BOARD-11]', async () => {
    const { user } = await openBoard();
    await user.dblClick(title(1));
    await pass(1000);
    expect(titleField()).toBeTruthy();
    expect(dialog()).toBeNull();
  });

  it.each(['{Enter}', '{F2}'])('starts with %s on the focused text [BOARD-11]', async (key) => {
    const { user } = await openBoard();
    act(() => title(1).focus());
    await user.keyboard(key);
    expect(document.activeElement).toBe(titleField());
  });

  it.each([
    ['Enter', '{Enter}'],
    ['Escape', '{Escape}'],
    ['blur', '{Tab}'],
  ])('of the title saves on %s [BOARD-12]', async (_name, key) => {
    const { user, patches } = await openBoard();
    await user.dblClick(title(1));
    await user.keyboard(`!${key}`);
    await pass(0);
    expect(patches(1)).toEqual([{ title: 'Beat 1!' }]);
    expect(titleField()).toBeNull();
  });

  it.each([
    ['Enter', '{Enter}'],
    ['Escape', '{Escape}'],
    ['blur', '{Tab}'],
  ])('of the description saves on %s [BOARD-12]', async (_name, key) => {
    const { user, patches } = await openBoard();
    await user.dblClick(description(1));
    await user.keyboard(`{Shift>}{Enter}{/Shift}Then.${key}`);
    await pass(0);
    expect(patches(1)).toEqual([{ description: 'What happens in beat 1.\nThen.' }]);
  });

  it('makes the card ignore clicks for 100 ms after it was saved [BOARD-13]', async () => {
    const { user } = await openBoard();
    await user.dblClick(title(1));
    await user.keyboard('!');
    fireEvent.blur(titleField() as HTMLInputElement);
    await pass(99);
    fireEvent.click(cardElement(1));
    await pass(1000);
    expect(dialog()).toBeNull();
    fireEvent.click(cardElement(1));
    await pass(0);
    expect(dialog()).toBeTruthy();
  });

  it('accepts clicks again after 100 ms [BOARD-13]', async () => {
    const { user } = await openBoard();
    await user.dblClick(title(1));
    fireEvent.blur(titleField() as HTMLInputElement);
    await pass(100);
    fireEvent.click(cardElement(1));
    await pass(0);
    expect(dialog()).toBeTruthy();
  });
});

describe('a text on a card that is too long', () => {
  const TOO_LONG = 'a'.repeat(LIMITS.title + 3);
  const field = () => card(1).getByRole<HTMLTextAreaElement>('textbox', { name: 'Title of scene 1' });
  async function typeTooMuch() {
    const app = await openBoard();
    await app.user.dblClick(title(1));
    fireEvent.change(field(), { target: { value: TOO_LONG } });
    return app;
  }

  it('shows an error while it is typed, is not cut and not sent', async () => {
    const { user, patches } = await typeTooMuch();
    expect(card(1).getByRole('alert').textContent).toMatch(/^Too long by 3 characters/);
    for (const key of ['{Enter}', '{Escape}', '{Tab}']) await user.keyboard(key);
    await pass(10_000);
    expect(field().value).toBe(TOO_LONG);
    card(1).getByRole('alert');
    expect(patches(1)).toEqual([]);
  });

  it('shows why it is not saved also at rest, after the board was left in between', async () => {
    const { user, patches } = await typeTooMuch();
    await act(() => user.click(screen.getByRole('tab', { name: /^Story/ })));
    await act(() => user.click(screen.getByRole('tab', { name: /^Board/ })));
    await pass(10_000);
    expect(title(1).textContent).toBe(TOO_LONG);
    expect(card(1).getByRole('alert').textContent).toMatch(/^Too long by 3 characters.*saved until it fits/);
    expect(patches(1)).toEqual([]);
    await user.dblClick(title(1));
    fireEvent.change(field(), { target: { value: 'Short' } });
    await user.keyboard('{Enter}');
    await pass(0);
    expect(patches(1)).toEqual([{ title: 'Short' }]);
  });
});

describe('the message below an unsaved text of a card', () => {
  const notes = ['Retry', 'Discard', 'Bring Back', 'Dismiss'];
  const isDragged = () => cardElement(1).dataset.dragged === 'true';
  async function openWithNotes() {
    const app = await openBoard();
    app.server.fail('PATCH', '/api/scenes/:id', 503);
    await app.user.dblClick(title(1));
    await app.user.keyboard('!{Enter}');
    await pass(5_000);
    act(() => keptTexts.keepReplaced(`scene/${sceneId(1)}/title`, 'The words of another window', 'other window'));
    return app;
  }

  it.each(notes)('does not open the editor when %s is clicked', async (name) => {
    const { user } = await openWithNotes();
    await user.click(card(1).getByRole('button', { name }));
    await pass(1000);
    expect(dialog()).toBeNull();
  });

  it.each(notes.flatMap((name) => ['{Enter}', ' '].map((key) => [name, key] as const)))(
    'neither opens it nor starts a drag when %s is pressed with "%s"',
    async (name, key) => {
      const { user } = await openWithNotes();
      act(() => card(1).getByRole('button', { name }).focus());
      await user.keyboard(key);
      await pass(1000);
      expect(dialog()).toBeNull();
      expect(isDragged()).toBe(false);
    },
  );

  it('does not open the editor when the text of a message is clicked', async () => {
    const { user } = await openWithNotes();
    await user.click(card(1).getByText('The words of another window'));
    await pass(1000);
    expect(dialog()).toBeNull();
  });

  it('accepts Retry while the caret is still in the field and the card ignores clicks', async () => {
    const { user, patches } = await openWithNotes();
    const before = patches(1).length;
    await user.dblClick(title(1));
    await user.click(card(1).getByRole('button', { name: 'Retry' }));
    expect(patches(1).length).toBeGreaterThan(before);
    await pass(1000);
    expect(dialog()).toBeNull();
  });

  it('accepts Discard while the caret is still in the field, and saves none of the text', async () => {
    const { user, patches, server } = await openWithNotes();
    server.on('PATCH', '/api/scenes/:id', ({ params, body }) => ({
      json: server.change(params[0] ?? '', body as Partial<Scene>),
    }));
    const before = patches(1);
    await user.dblClick(title(1));
    await user.keyboard(' and newer words');
    await user.click(card(1).getByRole('button', { name: 'Discard' }));
    await pass(10_000);
    expect(title(1).textContent).toBe('Beat 1');
    expect(document.activeElement).toBe(title(1));
    expect(card(1).queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(patches(1)).toEqual(before);
    expect(dialog()).toBeNull();
  });

  it('is not part of the heading', async () => {
    await openWithNotes();
    card(1).getByRole('heading', { name: 'Scene 1: Beat 1!' });
  });
});
