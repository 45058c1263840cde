import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MediaHost } from '../../../testing/MediaHost';
import { images, sceneWith, videoItem } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';
import { declared } from '../../../testing/unread-styles';

afterEach(leaveApp);

async function open(scene = sceneWith()) {
  const server = new MediaServer(scene);
  const app = renderApp(<MediaHost />);
  const imageGrid = within(await screen.findByRole('list', { name: 'Images' }));
  const videoGrid = within(screen.getByRole('list', { name: 'Clips' }));
  return { server, imageGrid, videoGrid, ...app };
}
const png = (name = 'a.png') => new File(['x'], name, { type: 'image/png' });
const slotOf = (button: HTMLElement): HTMLElement => button.closest('li') ?? button;

/** Drops files as a browser does; returns true if the page kept the browser from opening them. */
function drop(target: Element, ...files: File[]): boolean {
  const event = createEvent.drop(target);
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

describe('a scene without media', () => {
  it('shows four empty slots in each strip [SLOT-01]', async () => {
    const { imageGrid, videoGrid } = await open();
    expect(imageGrid.getAllByRole('button', { name: 'Upload image' })).toHaveLength(4);
    expect(videoGrid.getAllByRole('button', { name: 'Upload clip' })).toHaveLength(4);
  });

  it('asks for an image before a video [SLOT-04]', async () => {
    await open();
    expect(screen.getByText('Generate or upload an image first to create a video')).toBeTruthy();
  });

  it('opens a file dialog for its own kind when an empty slot is clicked [SLOT-15]', async () => {
    const { imageGrid, videoGrid, user } = await open();
    const opened: string[] = [];
    const dialog = jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
      this: HTMLInputElement,
    ) {
      opened.push(this.accept);
    });
    for (const slot of [imageGrid.getAllByRole('button')[0], videoGrid.getAllByRole('button')[0]]) {
      if (slot) await user.click(slot);
    }
    dialog.mockRestore();
    expect(opened).toEqual(['image/*', 'video/*']);
  });
});

describe('a scene with an image and no video', () => {
  it('offers to upload a video [SLOT-04]', async () => {
    await open(sceneWith(images(1)));
    expect(screen.getByText('Upload a video to preview')).toBeTruthy();
  });

  it('offers to replace the large image by a drop [SLOT-03]', async () => {
    await open(sceneWith(images(1)));
    expect(screen.getByText('Drop image to replace')).toBeTruthy();
  });
});

describe('a processing slot', () => {
  it('is busy with a spinner, cannot be selected and offers nothing [SLOT-09, SLOT-10]', async () => {
    const { imageGrid } = await open(sceneWith([{ status: 'processing', jobId: null }]));
    const button = imageGrid.getByRole('button', { name: 'Image 1, processing' });
    const slot = within(slotOf(button));
    expect(button).toHaveProperty('disabled', true);
    const surface = slot.getByRole('status').parentElement ?? document.body;
    const look = ['position', 'inset', 'color'].map((name) => declared(surface, name));
    expect(look).toEqual(['absolute', '0', 'var(--text-2)']);
    expect(slot.getByText('Generating image 1')).toBeTruthy();
    expect(slot.getAllByRole('button')).toEqual([button]);
    expect(slot.getByTitle('Processing').getAttribute('data-colour')).toBe('yellow');
  });
});

describe('a finished slot', () => {
  it('offers deletion and download and has a green dot [SLOT-10, SLOT-12]', async () => {
    const { imageGrid } = await open(sceneWith(images(1)));
    expect(imageGrid.getByRole('button', { name: 'Delete Image 1' })).toHaveProperty('disabled', false);
    expect(imageGrid.getByRole('button', { name: 'Download Image 1' })).toHaveProperty('disabled', false);
    expect(imageGrid.getByTitle('Complete').getAttribute('data-colour')).toBe('green');
  });

  it('opens its dialog by the Delete key, too', async () => {
    const { imageGrid, user } = await open(sceneWith(images(1)));
    imageGrid.getByRole('button', { name: 'Image 1, complete' }).focus();
    await user.keyboard('{Delete}');
    expect(screen.getByRole('alertdialog', { name: 'Confirm Deletion' })).toBeTruthy();
  });
});

describe('a slot that cannot be shown', () => {
  it('has an error icon when it failed, or is complete without an address [SLOT-11, SLOT-12]', async () => {
    const { imageGrid } = await open(sceneWith([{ status: 'failed' }, { status: 'complete', url: '' }, {}]));
    expect(imageGrid.getAllByRole('img', { name: "Can't be displayed" })).toHaveLength(2);
    for (const name of ["Image 1, can't be displayed", "Image 2, can't be displayed"]) {
      within(imageGrid.getByRole('button', { name })).getByRole('img', { name: "Can't be displayed" });
    }
    expect(imageGrid.getByTitle('Failed').getAttribute('data-colour')).toBe('red');
  });

  it('has a grey dot while nothing is running for it [SLOT-12]', async () => {
    const { imageGrid } = await open(sceneWith([{ status: 'pending' }]));
    expect(imageGrid.getByTitle('Pending').getAttribute('data-colour')).toBe('grey');
  });

  it('has an error icon as well when its address is broken', async () => {
    const { imageGrid } = await open(sceneWith(images(1)));
    const picture = slotOf(imageGrid.getByRole('button', { name: 'Image 1, complete' })).querySelector('img');
    if (picture) fireEvent.error(picture);
    expect(imageGrid.getByRole('img', { name: "Can't be displayed" })).toBeTruthy();
  });
});

describe('the video zone', () => {
  it('accepts a dropped video [SLOT-05]', async () => {
    const { server } = await open(sceneWith(images(1)));
    drop(screen.getByText('Upload a video to preview'), new File(['x'], 'a.mp4', { type: 'video/mp4' }));
    await waitFor(() => expect(server.scene.videos).toHaveLength(1));
  });

  it('refuses anything else with a message [SLOT-05, SLOT-44]', async () => {
    const { server } = await open(sceneWith(images(1)));
    const prevented = drop(screen.getByText('Upload a video to preview'), png());
    expect(await screen.findByText('Invalid file type')).toBeTruthy();
    expect(screen.getByText('Please upload a video file.')).toBeTruthy();
    expect(prevented).toBe(true);
    expect(server.puts).toHaveLength(0);
  });
});

describe('a drop on an image slot', () => {
  it('uploads the first file and only that one [SLOT-17]', async () => {
    const { server, imageGrid } = await open();
    const empty = imageGrid.getAllByRole('button', { name: 'Upload image' })[2];
    if (empty) drop(slotOf(empty), png('first.png'), png('second.png'));
    await screen.findByText('Image added successfully');
    expect(server.puts.map(({ file }) => file.name)).toEqual(['first.png']);
  });

  it('of text alone is left to the browser', async () => {
    const { imageGrid } = await open();
    const empty = imageGrid.getAllByRole('button', { name: 'Upload image' })[0] as HTMLElement;
    const event = createEvent.drop(empty);
    Object.defineProperty(event, 'dataTransfer', { value: { types: ['text/plain'], files: [] } });
    fireEvent(empty, event);
    expect(event.defaultPrevented).toBe(false);
  });
});

describe('a file added to a scene with media', () => {
  const dropOn = (name: string | RegExp) => (file: File) => {
    const target = screen.getAllByRole('button', { name })[0];
    if (target) drop(target, file);
  };
  const pickIn = (label: string) => (file: File) => {
    const input = screen.getAllByLabelText(label)[0];
    if (input) fireEvent.change(input, { target: { files: [file] } });
  };

  it.each([
    ['dropped on an empty image slot', 'image', dropOn('Upload image')],
    ['dropped on a filled image slot', 'image', dropOn('Image 1, complete')],
    ['picked in an image slot', 'image', pickIn('Upload image file')],
    ['dropped on the large image preview', 'image', dropOn(/^Image preview/)],
    ['picked by the large image preview', 'image', pickIn('Replace image file')],
    ['dropped on an empty video slot', 'video', dropOn('Upload clip')],
    ['dropped on a filled video slot', 'video', dropOn('Clip 1, complete')],
    ['picked in a video slot', 'video', pickIn('Upload clip file')],
  ])('and %s has to be of the kind %s, whatever the dialog allowed [SLOT-06, SLOT-16]', async (_, kind, bring) => {
    const { server } = await open(sceneWith(images(1), { videos: [videoItem('v0')], mainVideoId: 'v0' }));
    for (const type of ['text/html', kind === 'image' ? 'video/mp4' : 'image/png', `${kind}/anything`]) {
      bring(new File(['x'], 'a', { type }));
      await screen.findByText(type === `${kind}/anything` ? /added successfully/ : 'Invalid file type');
    }
    expect(server.puts.map(({ contentType }) => contentType)).toEqual([`${kind}/anything`]);
  });
});

describe('a grid at its maximum', () => {
  it('shows 12 images, no empty slot and "Full" [SLOT-19]', async () => {
    const { imageGrid } = await open(sceneWith(images(12)));
    expect(imageGrid.getAllByRole('listitem')).toHaveLength(12);
    expect(imageGrid.queryByRole('button', { name: 'Upload image' })).toBeNull();
    expect(screen.getAllByText('Full')).toHaveLength(1);
  });

  it('refuses dropped and chosen files, and keeps the page [SLOT-20]', async () => {
    const { server, imageGrid } = await open(sceneWith(images(12)));
    const first = imageGrid.getByRole('button', { name: 'Image 1, complete' });
    expect(drop(slotOf(first), png())).toBe(true);
    expect(screen.getByRole('button', { name: 'Image preview' })).toHaveProperty('disabled', true);
    expect(await screen.findByText('A scene can have at most 12 images.')).toBeTruthy();
    expect(server.sent('POST', '/api/objects/upload')).toHaveLength(0);
  });

  it('of videos says that 12 are reached [SLOT-21]', async () => {
    const videos = Array.from({ length: 12 }, (_, index) => videoItem(`v${index}`));
    await open(sceneWith(images(1), { videos, mainVideoId: 'v0' }));
    expect(screen.getByText('Maximum 12 videos reached')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Generate Video/ })).toHaveProperty('disabled', true);
  });

  it('is not reached with eleven of them [SLOT-19, SLOT-21]', async () => {
    const videos = Array.from({ length: 11 }, (_, index) => videoItem(`v${index}`));
    const { videoGrid, imageGrid } = await open(sceneWith(images(11), { videos, mainVideoId: 'v0' }));
    expect(screen.queryByText('Full')).toBeNull();
    expect(screen.queryByText('Maximum 12 videos reached')).toBeNull();
    for (const grid of [imageGrid, videoGrid]) expect(grid.getAllByRole('listitem')).toHaveLength(12);
  });
});

describe('a grid at its base', () => {
  it('has one more empty slot [SLOT-18]', async () => {
    const { imageGrid } = await open(sceneWith(images(4)));
    expect(imageGrid.getAllByRole('listitem')).toHaveLength(5);
    expect(imageGrid.getAllByRole('button', { name: 'Upload image' })).toHaveLength(1);
  });
});
