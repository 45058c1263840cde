import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { characterLines, LIMITS } from '@storyreel/contracts';
import type { Draft } from '../../../platform/autosave/autosave';
import { keptTexts } from '../../../platform/autosave/kept-texts';
import { midjourneyPrompt } from './MidjourneyPrompt';
import { button, text, style, openSettings } from '../../../testing/settings-stage';
import { stopTime, pass } from '../../../testing/stopped-time';

stopTime();

describe('the reference image', () => {
  const IMAGE = 'https://example.org/mira.png';

  it('is loaded from its address once that is entered [AI-26]', async () => {
    const { user, patches } = await openSettings();
    await user.type(screen.getByLabelText('Image URL'), `${IMAGE}{Enter}`);
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Reference' }).src).toBe(IMAGE);
    await waitFor(() => expect(patches()).toEqual([{ imageUrl: IMAGE }]));
  });

  it('drops an address being typed when it is discarded by mouse', async () => {
    const { user, server, patches } = await openSettings();
    server.fail('PATCH', '/api/projects/:id', 503);
    await user.type(screen.getByLabelText('Image URL'), `${IMAGE}{Enter}`);
    await pass(5_000);
    const before = patches();
    await user.type(screen.getByLabelText('Image URL'), '?newer');
    await user.click(button('Discard'));
    await pass(10_000);
    expect(screen.getByLabelText<HTMLInputElement>('Image URL').value).toBe('');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    expect(patches()).toEqual(before);
  });

  it('keeps an address being typed when the page is left', async () => {
    const { user, patches } = await openSettings();
    await user.type(screen.getByLabelText('Image URL'), IMAGE);
    expect(patches()).toEqual([]);
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(patches()).toEqual([{ imageUrl: IMAGE }]));
    hidden.mockRestore();
  });

  it('recognizes a value that an earlier page may have sent while it was typed', async () => {
    const left: Draft<unknown>[] = [{ value: IMAGE, base: null }];
    jest
      .spyOn(keptTexts, 'takeDraft')
      .mockImplementation((field) => (field.endsWith('/imageUrl') ? (left.pop() ?? null) : null));
    const keepDraft = jest.spyOn(keptTexts, 'keepDraft');
    const { user, server, patches } = await openSettings();
    server.fail('PATCH', '/api/projects/:id', 503);
    await user.type(screen.getByLabelText('Image URL'), '?newer');
    const typed = { value: `${IMAGE}?newer`, base: null, earlier: [IMAGE] };
    expect(keepDraft).toHaveBeenLastCalledWith(expect.stringMatching(/imageUrl$/), typed);
    await user.tab();
    expect(patches().at(-1)).toEqual({ imageUrl: typed.value });
    expect(keepDraft).toHaveBeenLastCalledWith(expect.stringMatching(/imageUrl$/), typed);
    jest.restoreAllMocks();
  });

  const OURS = '/api/media/mira.png';
  const answerHead = (app: Awaited<ReturnType<typeof openSettings>>, status: number) =>
    app.server.on('HEAD', '/api/media/mira.png', () => ({ status }));
  const breakImage = async () => {
    fireEvent.error(screen.getByRole('img', { name: 'Reference' }));
    await pass(5000);
  };
  const address = () => screen.getByLabelText<HTMLInputElement>('Image URL').value;

  it.each([404, 410])(
    'loses its address when our server answers that the file is missing, with %i [AI-27]',
    async (status) => {
      const app = await openSettings({ imageUrl: OURS });
      answerHead(app, status);
      await breakImage();
      expect(address()).toBe('');
      screen.getByText('This image no longer exists, so its address was removed.');
      expect(app.patches()).toEqual([{ imageUrl: null }]);
    },
  );

  it.each([
    ['saved', '{Enter}', [{ imageUrl: IMAGE }]],
    ['still being typed', '', []],
  ])('keeps a newer address that is %s when ours is missing', async (_, end, saved) => {
    const app = await openSettings({ imageUrl: OURS });
    let answer: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (answer = resolve));
    app.server.on('HEAD', '/api/media/mira.png', () => wait.then(() => ({ status: 404 })));
    fireEvent.error(screen.getByRole('img', { name: 'Reference' }));
    await app.user.clear(screen.getByLabelText('Image URL'));
    await app.user.type(screen.getByLabelText('Image URL'), `${IMAGE}${end}`);
    await act(async () => answer());
    await pass(5000);
    expect(address()).toBe(IMAGE);
    expect(screen.queryByText(/This image no longer exists/)).toBeNull();
    expect(app.patches()).toEqual(saved);
  });

  it.each([403, 500, 503])('keeps an address of ours that is answered with %i [AI-27]', async (status) => {
    const app = await openSettings({ imageUrl: OURS });
    answerHead(app, status);
    await breakImage();
    expect(address()).toBe(OURS);
    screen.getByText(/Couldn't load the image/);
    expect(app.patches()).toEqual([]);
  });

  it('keeps an external address that does not load, with a message, and loads it again on Retry [AI-27]', async () => {
    const { user, patches } = await openSettings({ imageUrl: IMAGE });
    await breakImage();
    expect(address()).toBe(IMAGE);
    screen.getByText(/Couldn't load the image/);
    expect(patches()).toEqual([]);
    await user.click(button('Retry'));
    expect(screen.getByRole<HTMLImageElement>('img', { name: 'Reference' }).src).toBe(IMAGE);
    expect(screen.queryByText(/Couldn't load the image/)).toBeNull();
  });

  it('reports an address that is too long, without cutting or sending it', async () => {
    const { user, patches } = await openSettings();
    const long = `https://example.org/${'a'.repeat(LIMITS.url)}`;
    fireEvent.change(screen.getByLabelText('Image URL'), { target: { value: long } });
    expect(screen.getByRole('alert').textContent).toMatch(/Too long by 20 characters/);
    await user.click(screen.getByLabelText('Image URL'));
    await user.keyboard('{Enter}');
    await pass(5000);
    expect(address()).toBe(long);
    expect(screen.getByRole('alert').textContent).toMatch(/Too long by 20 characters/);
    expect(patches()).toEqual([]);
  });

  it('refuses an invalid address', async () => {
    const { user, patches } = await openSettings();
    await user.type(screen.getByLabelText('Image URL'), 'mira.png{Enter}');
    expect(screen.getByRole('alert').textContent).toContain('http://');
    await pass(5000);
    expect(patches()).toEqual([]);
  });
});

describe('the Midjourney prompt', () => {
  const generate = ({ user }: Awaited<ReturnType<typeof openSettings>>) => user.click(button('Generate'));

  it('cannot be generated while the characters are empty [AI-28]', async () => {
    await openSettings();
    expect(button('Generate').disabled).toBe(true);
  });

  it("says 'No Characters Available' when there are only blanks [AI-28]", async () => {
    const app = await openSettings({ characters: ' \n ' });
    await generate(app);
    await screen.findByText('No Characters Available');
  });

  it("says 'No Character Details Found' without a line of the right form [AI-29]", async () => {
    const app = await openSettings({ characters: 'a tall keeper\nNobody:' });
    await generate(app);
    await screen.findByText('No Character Details Found');
    expect(app.patches()).toEqual([]);
  });

  it("is created from the characters and the project's style, and saved [AI-07, AI-29, AI-30]", async () => {
    const project = { characters: 'Mira: tall, red coat\nnot a line', selectedStyle: style(2).id };
    const app = await openSettings(project, [style(1, { attributes: 'harsh light' }), style(2)]);
    await screen.findByText('2 style(s) available');
    await generate(app);
    await screen.findByText('Prompt Generated');
    expect(text('Midjourney Prompt').value).toContain('Mira, tall, red coat');
    expect(text('Midjourney Prompt').value).toContain('soft light');
    expect(text('Midjourney Prompt').value).not.toMatch(/not a line|harsh light/);
    expect(app.server.project.midjourneyPrompt).toBe(text('Midjourney Prompt').value);
  });

  it("says 'Generation Failed' when it cannot be saved [AI-30]", async () => {
    const app = await openSettings({ characters: 'Mira: tall' });
    app.server.fail('PATCH', '/api/projects/:id', 503);
    await generate(app);
    await pass(4000);
    await screen.findByText('Generation Failed');
  });

  it("is copied; 'Copied!' disappears after 2 s [AI-31]", async () => {
    const { user } = await openSettings({ midjourneyPrompt: 'a keeper' });
    await user.click(button('Copy'));
    const toast = within(await screen.findByRole('region', { name: /Notifications/ }));
    await toast.findByText('Midjourney prompt copied to clipboard');
    toast.getByText('Copied!');
    expect(await navigator.clipboard.readText()).toBe('a keeper');
    button('Copied!');
    await pass(1999);
    button('Copied!');
    await pass(1);
    button('Copy');
  });

  it("uses only lines 'Name: trait1, trait2', and the style's attributes [AI-29, AI-07]", () => {
    expect(characterLines('Mira: tall , red coat\n: x\nTom:\n Ana : shy')).toEqual([
      { name: 'Mira', traits: ['tall', 'red coat'] },
      { name: 'Ana', traits: ['shy'] },
    ]);
    expect(midjourneyPrompt('Ana: shy', 'soft light')).toContain('Ana, shy, soft light');
    expect(midjourneyPrompt('nobody', null)).toBeNull();
  });
});
