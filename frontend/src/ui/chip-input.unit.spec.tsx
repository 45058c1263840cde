import { createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { leaveApp, renderApp } from '../testing/render-app';
import { ChipInput } from '.';

function Host({ onSubmit }: { onSubmit: () => void }) {
  const [values, setValues] = useState<readonly string[]>(['fog']);
  const [draft, setDraft] = useState('');
  return (
    <form onSubmit={onSubmit}>
      <ChipInput
        label="Hashtags"
        noun="hashtag"
        prefix="#"
        values={values}
        draft={draft}
        onDraftChange={setDraft}
        onAdd={() => {
          setValues([...values, draft]);
          setDraft('');
        }}
        onRemove={(gone) => setValues(values.filter((value) => value !== gone))}
      />
    </form>
  );
}
const chips = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const field = () => screen.getByRole('textbox', { name: 'Hashtags' });

afterEach(leaveApp);

describe('an input of chips', () => {
  it('adds a word by the button and by Enter, which does not send the form', async () => {
    const submitted = jest.fn();
    const { user } = renderApp(<Host onSubmit={submitted} />);
    await user.type(field(), 'sea');
    await user.click(screen.getByRole('button', { name: 'Add hashtag' }));
    await user.type(field(), 'storm{Enter}');
    expect(chips()).toEqual(['#fog', '#sea', '#storm']);
    expect(submitted).not.toHaveBeenCalled();
  });

  it('leaves Enter to an input method that is composing', async () => {
    const { user } = renderApp(<Host onSubmit={jest.fn()} />);
    await user.type(field(), 'とうだい');
    const composing = createEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent(field(), composing);
    expect(composing.defaultPrevented).toBe(false);
    expect(chips()).toEqual(['#fog']);
  });

  it('leaves Enter to a composition that has ended just before it, as Safari reports it', async () => {
    const { user } = renderApp(<Host onSubmit={jest.fn()} />);
    await user.type(field(), 'とうだい');
    fireEvent.compositionEnd(field());
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chips()).toEqual(['#fog']);
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(chips()).toEqual(['#fog']);
    await waitFor(() => {
      fireEvent.keyDown(field(), { key: 'Enter' });
      expect(chips()).toEqual(['#fog', '#とうだい']);
    });
  });

  it('removes a chip by a click, and keeps the focus in the field', async () => {
    const { user } = renderApp(<Host onSubmit={jest.fn()} />);
    await user.click(screen.getByRole('button', { name: 'Remove hashtag #fog' }));
    expect(chips()).toEqual([]);
    expect(document.activeElement).toBe(field());
  });
});
