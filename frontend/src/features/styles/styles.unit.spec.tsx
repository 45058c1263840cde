import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { AppServer } from '../../testing/app-server';
import { loseNextAnswer } from '../../testing/lost-answer';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';
import { stylesServer, page, open, upload, fillNewStyle } from '../../testing/styles-stage';

let server: AppServer;
beforeEach(() => {
  server = stylesServer();
});
afterEach(leaveApp);

const CATEGORIES = ['Midjourney', 'Nano Banana', 'Flux', 'Stable Diffusion', 'Custom'];
const filterBy = (user: RenderedAddress['user'], category: string): Promise<void> =>
  user.selectOptions(selectNamed('Category filter'), category);

describe('the styles screen', () => {
  it('filters by all categories or one of five [STYLE-01]', async () => {
    const { user } = await open();
    expect(offeredBy(selectNamed('Category filter'))).toEqual(['All Categories', ...CATEGORIES]);
    await filterBy(user, 'Flux');
    expect(
      page()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['InkFlux']);
    await filterBy(user, 'All Categories');
    expect(page().getAllByRole('listitem')).toHaveLength(2);
  });

  it('opens the editor when a card is clicked [STYLE-03]', async () => {
    const { user } = await open();
    await user.click(page().getByRole('button', { name: /Ink.*Flux/ }));
    await screen.findByRole('dialog', { name: 'Edit Style' });
  });

  it('shows that it is loading, and a message when nothing is found [STYLE-04]', async () => {
    server.on('GET', '/api/styles', () => new Promise(() => {}));
    renderAddress('/styles');
    await screen.findByRole('heading', { name: 'Visual Styles' });
    expect((await page().findByText('Loading styles')).closest('[aria-busy="true"]')).not.toBeNull();
    leaveApp();

    server.on('GET', '/api/styles', () => ({ json: server.styles }));
    server.styles = [];
    const { user } = await open();
    await page().findByRole('heading', { name: 'No styles found' });
    const forAll = page().getByText(/first style/).textContent;
    await filterBy(user, 'Nano Banana');
    page().getByRole('heading', { name: 'No styles found' });
    expect(page().getByText(/Nano Banana yet/).textContent).not.toBe(forAll);
  });

  it('has an edit and a delete button on a card, beside image, category and name', async () => {
    await open();
    const card = page().getAllByRole('listitem')[0] ?? document.body;
    within(card).getByRole('button', { name: 'Edit Ink' });
    within(card).getByRole('button', { name: 'Delete Ink' });
    within(card).getByText('Flux');
    within(card).getByText('Ink');
    expect(card.querySelector('img')?.getAttribute('src')).toBe('/api/media/style-1.png');
  });
});

describe('a card whose image is missing', () => {
  it('shows that until the style has another one', async () => {
    const { queryClient } = await open();
    const picture = () => page().getAllByRole('listitem')[0]?.querySelector('img');
    fireEvent.error(picture() ?? document.body);
    page().getByLabelText('Image not found');
    server.styles = server.styles.map((style) => ({ ...style, imageUrl: '/api/media/newer.png' }));
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(picture()?.getAttribute('src')).toBe('/api/media/newer.png'));
    expect(page().queryByLabelText('Image not found')).toBeNull();
  });
});

describe('the dialog of a new style', () => {
  async function openNew(): Promise<RenderedAddress> {
    const app = await open();
    await app.user.click(page().getByRole('button', { name: 'Add New Style' }));
    await screen.findByRole('dialog', { name: 'Add New Style' });
    return app;
  }

  it('has its title, buttons and fields, and starts empty [STYLE-05, STYLE-06, STYLE-07]', async () => {
    const { user } = await openNew();
    const dialog = within(screen.getByRole('dialog'));
    dialog.getByRole('button', { name: 'Create Style' });
    dialog.getByRole('button', { name: 'Cancel' });
    expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
    expect(dialog.getByRole('textbox', { name: 'Attributes' })).toHaveProperty('value', '');
    dialog.getByRole('group', { name: 'Style Image' });
    dialog.getByText(/16:9 image is recommended/);
    expect(dialog.queryByRole('img')).toBeNull();
    expect(offeredBy(selectNamed('Category'))).toEqual(CATEGORIES);
    await user.keyboard('{Escape}');
    leaveApp();

    const again = await open();
    await again.user.click(page().getByRole('button', { name: 'Edit Ink' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit Style' }));
    edit.getByRole('button', { name: 'Update Style' });
    edit.getByRole('button', { name: 'Cancel' });
    expect(edit.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Ink');
    expect(edit.getByRole('textbox', { name: 'Attributes' })).toHaveProperty('value', 'black, bold');
    expect(shownBy(selectNamed('Category'))).toBe('Flux');
    expect(edit.getByRole('img', { name: 'Style Image' }).getAttribute('src')).toBe('/api/media/style-1.png');
  });

  it('sends the entered fields, closes, refreshes the list and is empty again [STYLE-08, STYLE-17]', async () => {
    const { user } = await openNew();
    await fillNewStyle(user);
    await user.click(screen.getByRole('button', { name: 'Create Style' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST', '/api/styles')[0]?.body).toEqual({
      name: 'Charcoal',
      description: null,
      imageUrl: '/api/media/uploaded.png',
      prompt: null,
      category: 'Midjourney',
      attributes: null,
    });
    await page().findByText('Charcoal');
    await user.click(page().getByRole('button', { name: 'Add New Style' }));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveProperty('value', '');
  });

  it.each(['Name', 'Category', 'Style Image'])(
    'requires the %s when only that is missing [STYLE-09]',
    async (missing) => {
      const { user } = await openNew();
      if (missing !== 'Name') await user.type(screen.getByRole('textbox', { name: 'Name' }), ' Charcoal ');
      if (missing !== 'Category') await user.selectOptions(selectNamed('Category'), 'Flux');
      if (missing !== 'Style Image') {
        await upload(user);
        await screen.findByRole('img', { name: 'Style Image' });
      }
      await user.click(screen.getByRole('button', { name: 'Create Style' }));
      await screen.findByText('Validation Error');
      screen.getByText('Please fill in all required fields.');
      expect(server.sent('POST', '/api/styles')).toEqual([]);
      screen.getByRole('dialog');
    },
  );

  it('marks missing fields, and moves the focus to the first one', async () => {
    const { user } = await openNew();
    const dialog = within(screen.getByRole('dialog'));
    const submit = dialog.getByRole('button', { name: 'Create Style' });
    const chooser = dialog.getByRole('button', { name: 'Style Image' });
    const fields = () => [dialog.getByRole('textbox', { name: 'Name' }), selectNamed('Category'), chooser];
    const marked = () => fields().map((field) => field.getAttribute('aria-invalid'));
    expect(marked()).toEqual([null, null, null]);
    await user.click(submit);
    expect(marked()).toEqual(['true', 'true', 'true']);
    const words = (field: HTMLElement) =>
      document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(fields().map(words)).toEqual(['Name is required', 'Category is required', 'Style image is required']);
    expect(document.activeElement).toBe(fields()[0]);
    await user.keyboard('Charcoal');
    expect(marked()).toEqual([null, 'true', 'true']);
    await user.click(submit);
    expect(document.activeElement).toBe(fields()[1]);
    await user.selectOptions(selectNamed('Category'), 'Flux');
    await user.click(submit);
    expect(document.activeElement).toBe(chooser);
  });

  it('treats a name of spaces as missing [STYLE-09]', async () => {
    const { user } = await openNew();
    await upload(user);
    await screen.findByRole('img', { name: 'Style Image' });
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '   ');
    await user.selectOptions(selectNamed('Category'), 'Flux');
    await user.click(screen.getByRole('button', { name: 'Create Style' }));
    await screen.findByText('Validation Error');
    expect(server.sent('POST', '/api/styles')).toEqual([]);
  });

  it('refuses a file that is no image [STYLE-11]', async () => {
    await openNew();
    const zone = screen.getByRole('group', { name: 'Style Image' });
    drop(zone, new File(['abc'], 'notes.txt', { type: 'text/plain' }));
    await screen.findByText('Invalid File Type');
    screen.getByText('Please upload an image file.');
    expect(server.puts).toHaveLength(0);
  });

  it('accepts an image of exactly 10 MB and refuses a larger one [STYLE-12, STYLE-13]', async () => {
    await openNew();
    const zone = screen.getByRole('group', { name: 'Style Image' });
    drop(zone, sized(10 * 1_048_576 + 1));
    await screen.findByText('File Too Large');
    screen.getByText('Please upload an image smaller than 10MB.');
    expect(server.puts).toHaveLength(0);
    drop(zone, sized(10 * 1_048_576));
    await waitFor(() => expect(server.puts).toHaveLength(1));
    await screen.findByRole('img', { name: 'Style Image' });
  });
});

function sized(bytes: number): File {
  const large = new File(['x'], 'large.png', { type: 'image/png' });
  Object.defineProperty(large, 'size', { value: bytes });
  return large;
}
const drop = (zone: HTMLElement, dropped: File) =>
  fireEvent.drop(zone, { dataTransfer: { types: ['Files'], files: [dropped] } });

describe('saving a style', () => {
  it('sends attributes trimmed, and null when they are empty [STYLE-10]', async () => {
    const { user } = await open();
    const attributes = async (text: string) => {
      await user.click(page().getByRole('button', { name: 'Edit Ink' }));
      const box = await screen.findByRole('textbox', { name: 'Attributes' });
      await user.clear(box);
      await user.type(box, text);
      await user.click(screen.getByRole('button', { name: 'Update Style' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await attributes('  soft, warm ');
    await attributes('   ');
    const bodies = server.sent('PUT', /./).map(({ body }) => body as { attributes: string | null });
    expect(bodies.map((body) => body.attributes)).toEqual(['soft, warm', null]);
  });

  it('and deleting confirm success [STYLE-18]', async () => {
    const { user } = await open();
    await user.click(page().getByRole('button', { name: 'Edit Ink' }));
    await user.click(await screen.findByRole('button', { name: 'Update Style' }));
    await screen.findByText('Style updated successfully!');
    await user.click(page().getByRole('button', { name: 'Add New Style' }));
    await screen.findByRole('dialog');
    await fillNewStyle(user);
    await user.click(screen.getByRole('button', { name: 'Create Style' }));
    await screen.findByText('Style created successfully!');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(page().getByRole('button', { name: 'Delete Ink' }));
    await screen.findByText('Style deleted successfully!');
    await waitFor(() => expect(page().queryByText('Ink')).toBeNull());
  });

  it('and deleting show a failure [STYLE-19]', async () => {
    server.fail('POST', '/api/styles', 503).fail('PUT', '/api/styles/:id', 503).fail('DELETE', '/api/styles/:id', 503);
    const { user } = await open();
    await user.click(page().getByRole('button', { name: 'Delete Ink' }));
    await screen.findByText('Failed to delete style. Please try again.');
    screen.getByText('Error');
    await user.click(page().getByRole('button', { name: 'Edit Ink' }));
    await user.click(await screen.findByRole('button', { name: 'Update Style' }));
    await screen.findByText('Failed to update style. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(page().getByRole('button', { name: 'Add New Style' }));
    await screen.findByRole('dialog');
    await fillNewStyle(user);
    await user.click(screen.getByRole('button', { name: 'Create Style' }));
    await screen.findByText('Failed to create style. Please try again.');
    screen.getByRole('dialog');
  });

  it('creates one style when it is repeated after a lost answer', async () => {
    const { user } = await open();
    const before = server.styles.length;
    await user.click(page().getByRole('button', { name: 'Add New Style' }));
    await screen.findByRole('dialog');
    await fillNewStyle(user);
    loseNextAnswer('POST', /^\/api\/styles/);
    await user.click(screen.getByRole('button', { name: 'Create Style' }));
    await screen.findByText('Failed to create style. Please try again.');
    await user.click(screen.getByRole('button', { name: 'Create Style' }));
    await screen.findByText('Style created successfully!');
    expect(server.styles).toHaveLength(before + 1);
  });

  it('is undone for a deleted style under its own id, so that projects with this style have it again', async () => {
    const { user } = await open();
    const before = server.styles.map(({ id }) => id);
    await user.click(page().getByRole('button', { name: 'Delete Ink' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Style restored');
    await page().findByText('Ink');
    expect(server.styles.map(({ id }) => id).sort()).toEqual(before.sort());
  });
});
