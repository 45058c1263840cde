import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { keptTexts } from '../../platform/kept-texts';
import { AppServer, styleNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { leaveApp } from '../../testing/render-app';
import { renderAddress, type RenderedAddress } from '../../testing/render-address';
import { offeredBy, selectNamed, shownBy } from '../../testing/select';

jest.mock('socket.io-client', () => jest.requireActual('../../testing/fake-socket'));

const CATEGORIES = ['Midjourney', 'Nano Banana', 'Flux', 'Stable Diffusion', 'Custom'];
let server: AppServer;
beforeEach(() => {
  fakeWindow();
  server = new AppServer();
  server.styles = [
    styleNumbered(1, { name: 'Ink', category: 'Flux', attributes: 'black, bold' }),
    styleNumbered(2, { name: 'Wash', category: 'Custom' }),
  ];
});
afterEach(leaveApp);

const page = () => within(screen.getByRole('main'));
async function open(): Promise<RenderedAddress> {
  const app = renderAddress('/styles');
  await screen.findByRole('heading', { name: 'Visual Styles' });
  await waitFor(() => expect(page().queryByText('Loading styles')).toBeNull());
  return app;
}
const filterBy = (user: RenderedAddress['user'], category: string): Promise<void> =>
  user.selectOptions(selectNamed('Category filter'), category);
const file = new File(['abc'], 'ink.png', { type: 'image/png' });
const upload = (user: RenderedAddress['user'], what = file) =>
  user.upload(screen.getByLabelText('Style Image file'), what);
async function fillNewStyle(user: RenderedAddress['user']): Promise<void> {
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '  Charcoal ');
  await user.selectOptions(selectNamed('Category'), 'Midjourney');
  await upload(user);
  await screen.findByRole('img', { name: 'Style Image' });
}

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

  it('shows that it is loading, and what is missing when nothing is found [STYLE-04]', async () => {
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

  it('sends what was entered, closes, refreshes the list and is empty again [STYLE-08, STYLE-17]', async () => {
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
    'asks for the %s when only that is missing [STYLE-09]',
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

  it('takes a name of spaces for none [STYLE-09]', async () => {
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

describe('what was typed into the dialog of a style and not saved', () => {
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const bringBack = () => screen.queryByRole('button', { name: 'Restore unsaved text' });
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  async function openDialog(user: RenderedAddress['user'], button: string): Promise<void> {
    await user.click(page().getByRole('button', { name: button }));
    await screen.findByRole('dialog');
  }
  async function leave(user: RenderedAddress['user'], button = 'Add New Style', by = 'Cancel'): Promise<void> {
    await openDialog(user, button);
    await user.type(name(), 'Charcoal');
    if (by === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: by }));
    await closed();
  }

  it.each(['Cancel', 'Close', 'Escape'])('is offered after %s, and forced on nobody', async (by) => {
    const { user } = await open();
    await leave(user, 'Add New Style', by);
    await openDialog(user, 'Add New Style');
    expect(name().value).toBe('');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('Charcoal');
    expect(bringBack()).toBeNull();
  });

  it('is offered in its own dialog only', async () => {
    const { user } = await open();
    await leave(user, 'Edit Ink');
    for (const button of ['Add New Style', 'Edit Wash']) {
      await openDialog(user, button);
      expect(bringBack()).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await closed();
    }
    await openDialog(user, 'Edit Ink');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('InkCharcoal');
  });

  it('is gone once it was discarded', async () => {
    const { user } = await open();
    await leave(user);
    await openDialog(user, 'Add New Style');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(bringBack()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    await openDialog(user, 'Add New Style');
    expect(bringBack()).toBeNull();
  });

  it('is gone once it was saved, also when the dialog was closed before the answer came', async () => {
    let answer = (): void => undefined;
    server.on('PUT', '/api/styles/:id', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return { json: server.styles[0] };
    });
    const { user } = await open();
    await openDialog(user, 'Edit Ink');
    await user.type(name(), 'Charcoal');
    await user.click(screen.getByRole('button', { name: 'Update Style' }));
    await waitFor(() => expect(server.sent('PUT', /styles/)).toHaveLength(1));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    await openDialog(user, 'Edit Ink');
    expect(bringBack()).not.toBeNull();
    answer();
    await waitFor(() => expect(bringBack()).toBeNull());
    screen.getByRole('dialog');
  });

  it('stays in the dialog when the save is refused, and is offered after it was closed', async () => {
    server.fail('PUT', '/api/styles/:id', 503);
    const { user } = await open();
    await openDialog(user, 'Edit Ink');
    await user.type(name(), 'Charcoal');
    await user.click(screen.getByRole('button', { name: 'Update Style' }));
    await screen.findByText('Failed to update style. Please try again.');
    expect(name().value).toBe('InkCharcoal');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await closed();
    await openDialog(user, 'Edit Ink');
    expect(bringBack()).not.toBeNull();
  });

  it('takes the place of what is in the form, which is offered in turn', async () => {
    const { user } = await open();
    await leave(user);
    await openDialog(user, 'Add New Style');
    await user.type(name(), 'Chalk');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('Charcoal');
    await user.click(bringBack() ?? document.body);
    expect(name().value).toBe('Chalk');
  });

  it('is not offered when it cannot be read', async () => {
    const { user } = await open();
    for (const text of ['{', '{"name":"Charcoal"}']) act(() => keptTexts.keepReplaced('style/new', text, 'newer save'));
    await openDialog(user, 'Add New Style');
    expect(bringBack()).toBeNull();
  });
});

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

  it('and deleting tell that they worked [STYLE-18]', async () => {
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

  it('and deleting tell that they failed [STYLE-19]', async () => {
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

  it('is undone for a deleted style under its own id, so that projects that chose it have it back', async () => {
    const { user } = await open();
    const before = server.styles.map(({ id }) => id);
    await user.click(page().getByRole('button', { name: 'Delete Ink' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Style restored');
    await page().findByText('Ink');
    expect(server.styles.map(({ id }) => id).sort()).toEqual(before.sort());
  });
});
