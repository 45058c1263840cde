import { screen, waitFor, within } from '@testing-library/react';
import { MediaHost } from '../../../testing/MediaHost';
import { images, sceneWith } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';

afterEach(leaveApp);

async function open(count: number) {
  const server = new MediaServer(sceneWith(images(count)));
  const app = renderApp(<MediaHost />);
  const grid = within(await screen.findByRole('list', { name: 'Images' }));
  const slot = (number: number) => grid.getByRole('button', { name: `Image ${number}, complete` });
  return { server, grid, slot, ...app };
}

describe('the slots of a strip', () => {
  it('have one stop for Tab, at the chosen one, and arrows move to the others', async () => {
    const { grid, slot, user } = await open(3);
    const stops = () =>
      grid
        .getAllByRole<HTMLButtonElement>('button')
        .filter(({ tabIndex, dataset }) => tabIndex === 0 && dataset.slot !== undefined);
    expect(stops()).toEqual([slot(1)]);
    slot(1).focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(slot(3));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(grid.getByRole('button', { name: 'Upload image' }));
    await user.keyboard('{Home}{ArrowRight}');
    expect(document.activeElement).toBe(slot(2));
    expect(stops()).toEqual([slot(2)]);
  });

  it('move the focus to the slot after a deleted image, and back when nothing was deleted', async () => {
    const { slot, user } = await open(3);
    slot(2).focus();
    await user.keyboard('{Delete}');
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(document.activeElement).toBe(slot(2)));
    await user.keyboard('{Delete}');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('Image deleted');
    // The third image has moved up to the second place.
    await waitFor(() => expect(document.activeElement).toBe(slot(2)));
    expect(screen.queryByRole('button', { name: 'Image 3, complete' })).toBeNull();
  });
});
