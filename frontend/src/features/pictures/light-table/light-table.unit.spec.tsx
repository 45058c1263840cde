import { screen, waitFor, within } from '@testing-library/react';
import { leaveApp } from '../../../testing/render-app';
import { images } from '../../../testing/media-fixtures';
import { renderWorkspace } from '../../../testing/render-workspace';
import { sceneId, sceneWithImages, WorkspaceServer } from '../../../testing/workspace-server';
import { lightKeyOf } from './LightTable';

beforeEach(() => {
  // jsdom has no layout, so scrolling does nothing.
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(leaveApp);

const MAIN = /^Image (\d), main image$/;
const row = (n: number) => within(screen.getByRole('list', { name: new RegExp(`^Scene ${n}: `) }));
const mainOf = (n: number) => row(n).getByRole('button', { name: MAIN }).getAttribute('aria-label');
const savedMain = (n: number) => `/api/scenes/${sceneId(n)}/main-image`;

async function open(server = new WorkspaceServer([1, 2, 3].map((n) => sceneWithImages(n, images(4))))) {
  const app = renderWorkspace('build');
  await app.user.click(await screen.findByRole('button', { name: 'Choose Images' }));
  await screen.findByRole('heading', { name: 'Choose main images' });
  return { ...app, server };
}

describe('the light table', () => {
  it('has an address, from which Back leads to Build', async () => {
    const { search, back } = await open();
    expect(search()).toContain('choose=images');
    back();
    await screen.findByRole('button', { name: 'Choose Images' });
    expect(search()).not.toContain('choose');
  });

  it('chooses by number, moves to the next scene and back, and begins at the main image', async () => {
    const { user, server } = await open();
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Image 1, main image'));
    await user.keyboard('3');
    expect(mainOf(1)).toBe('Image 3, main image');
    await user.keyboard('j4');
    expect(mainOf(2)).toBe('Image 4, main image');
    await user.keyboard('k');
    expect(document.activeElement).toBe(row(1).getByRole('button', { name: MAIN }));
    await waitFor(() => expect(server.scene(2).imageUrl).toBe(server.scene(2).imageUrls[3]));
    expect(server.scene(1).imageUrl).toBe(server.scene(1).imageUrls[2]);
    expect(server.scene(1).imageUrls).toHaveLength(4);
  });

  it('accepts the same keys on the buttons that open the large view', async () => {
    const { user } = await open();
    screen.getByRole('button', { name: 'Large view of scene 2' }).focus();
    await user.keyboard('3');
    expect(mainOf(2)).toBe('Image 3, main image');
    screen.getByRole('button', { name: 'Large view of scene 2' }).focus();
    await user.keyboard('j');
    expect(document.activeElement).toBe(row(3).getByRole('button', { name: MAIN }));
  });

  it('chooses with one press of the mouse or finger, and Undo reverts it', async () => {
    const { user, server } = await open();
    await user.click(row(2).getByRole('button', { name: /^Image 2, / }));
    expect(mainOf(2)).toBe('Image 2, main image');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(mainOf(2)).toBe('Image 1, main image'));
    await waitFor(() => expect(server.scene(2).imageUrl).toBe(server.scene(2).imageUrls[0]));
  });

  it('restores the main image and shows an error when it could not be saved', async () => {
    const { user, server } = await open();
    server.fail('PATCH', savedMain(1), 500);
    await user.keyboard('2');
    await screen.findByText('Update failed');
    await waitFor(() => expect(mainOf(1)).toBe('Image 1, main image'));
  });

  it('shows an image large with Space, moves through images, and returns the focus on Escape', async () => {
    const { user } = await open();
    await user.keyboard(' ');
    const dialog = await screen.findByRole('dialog', { name: 'Scene 1: Beat 1' });
    within(dialog).getByText('Image 1 of 4');
    await user.keyboard('{ArrowRight}{ArrowRight}');
    within(dialog).getByText('Image 3 of 4');
    await user.keyboard('j');
    await screen.findByRole('dialog', { name: 'Scene 2: Beat 2' });
    await user.keyboard('2{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(row(2).getByRole('button', { name: 'Image 2, main image' }));
  });

  it('shows empty, processing and failed places, and more than four images', async () => {
    const { user, server } = await open(
      new WorkspaceServer([
        sceneWithImages(1, []),
        sceneWithImages(2, [{ status: 'processing' }, { status: 'failed' }, {}]),
        sceneWithImages(3, images(6)),
      ]),
    );
    expect(row(1).getAllByText('No image')).toHaveLength(4);
    row(2).getByText('Image 2 failed');
    row(2).getByText('Generating image 1');
    expect(row(2).getAllByText('No image')).toHaveLength(1);
    expect(row(3).getAllByRole('button')).toHaveLength(6);
    // The keys skip a scene without images.
    expect(document.activeElement?.textContent).toBe('Scene 1: Beat 1');
    await user.keyboard('j1');
    expect(screen.getByText('Scene 2 has no image 1 to choose.')).toBeTruthy();
    await user.keyboard('j6');
    expect(mainOf(3)).toBe('Image 6, main image');
    await waitFor(() => expect(server.scene(3).imageUrl).toBe(server.scene(3).imageUrls[5]));
  });

  it('has one stop for Tab in the images of a scene', async () => {
    await open();
    const stops = row(1)
      .getAllByRole<HTMLButtonElement>('button')
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.map((stop) => stop.getAttribute('aria-label'))).toEqual(['Image 1, main image']);
  });
});

describe('a key', () => {
  const key = (part: Partial<KeyboardEvent>) =>
    lightKeyOf({ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, ...part });

  it('for a digit counts by its position, where digits need Shift', () => {
    expect(key({ key: '"', code: 'Digit3' })).toEqual({ kind: 'choose', at: 2 });
  });

  it('with Ctrl or ⌘ belongs to the browser', () => {
    expect(key({ key: '1', code: 'Digit1', metaKey: true })).toBeNull();
    expect(key({ key: 'j', code: 'KeyJ', ctrlKey: true })).toBeNull();
  });

  it('J or K may be a capital, too', () => {
    expect(key({ key: 'J', code: 'KeyJ' })).toEqual({ kind: 'scene', by: 1 });
    expect(key({ key: 'K', code: 'KeyK' })).toEqual({ kind: 'scene', by: -1 });
  });
});
