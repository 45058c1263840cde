import { knownModels } from '@storyreel/contracts';
import { act, screen, within } from '@testing-library/react';
import { images, JOB_ID, SCENE_ID, sceneWith } from '../../../testing/media-fixtures';
import type { MediaServer } from '../../../testing/media-server';
import { open } from '../../../testing/open-media';
import { pass, stopTime } from '../../../testing/stopped-time';

stopTime();

const EDIT = '/api/images/edit';
const UPSCALE = '/api/images/upscale';
let side = { width: 768, height: 1365 };

/** jsdom loads no images, so each image gets the size above as soon as its address is set. */
beforeEach(() => {
  side = { width: 768, height: 1365 };
  jest.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockImplementation(() => side.width);
  jest.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockImplementation(() => side.height);
  jest.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLImageElement) {
    // The stopped clock also stops `queueMicrotask`, but not promises.
    void Promise.resolve().then(() => act(() => this.onload?.(new Event('load'))));
  });
});
afterEach(() => jest.restoreAllMocks());

const withModels = (server: MediaServer): void => {
  const models = knownModels().map((model) => (model.id === 'v6.1' ? { ...model, edits: { mask: 'mask' } } : model));
  server.on('GET', '/api/models', () => ({
    json: { models, offered: ['v6.1', 'flux-2-pro', 'topaz-image-upscale'], notices: [] },
  }));
  for (const path of [EDIT, UPSCALE]) server.on('POST', path, () => ({ json: { jobId: JOB_ID, imageId: 'new' } }));
};

async function choose(entry: string) {
  const opened = await open(sceneWith(images(2)), withModels);
  await opened.user.click(screen.getByRole('button', { name: 'Work on image 2' }));
  await opened.user.click(screen.getByRole('menuitem', { name: entry }));
  await pass(200);
  return { ...opened, dialog: within(screen.getByRole('dialog')) };
}

describe('an edited image', () => {
  it('is sent with the instruction, at the price of the model', async () => {
    const { server, user, dialog } = await choose('Edit…');
    const button = dialog.getByRole('button', { name: /^Edit Image/ });
    expect(button.getAttribute('aria-disabled') ?? String((button as HTMLButtonElement).disabled)).toBe('true');
    await user.type(dialog.getByRole('textbox', { name: 'Instruction' }), 'make it night');
    expect(button.textContent).toContain('1 zap');
    await user.click(button);
    await pass(200);
    expect(server.sent('POST', EDIT).map(({ body }) => body)).toEqual([
      {
        ...{ sceneId: SCENE_ID, imageUrl: '/api/media/1.png', instruction: 'make it night', model: 'v6.1' },
        idempotencyKey: expect.any(String) as string,
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Editing the image')).toBeTruthy();
  });

  it('has a seed where the model accepts one, folded under More, and no mask where it accepts none', async () => {
    const { server, user, dialog } = await choose('Edit…');
    expect(dialog.getByRole('application', { name: 'Mask: what may change' })).toBeTruthy();
    expect(dialog.queryByRole('textbox', { name: 'Seed' })).toBeNull();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Model' }), 'FLUX.2 Pro');
    expect(dialog.queryByRole('application', { name: 'Mask: what may change' })).toBeNull();
    expect(dialog.getByText(/FLUX.2 Pro takes no mask/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'More' }));
    expect(dialog.queryByRole('textbox', { name: 'Negative prompt' })).toBeNull();
    await user.type(dialog.getByRole('textbox', { name: 'Seed' }), '7');
    await user.type(dialog.getByRole('textbox', { name: 'Instruction' }), 'night');
    await user.click(dialog.getByRole('button', { name: /^Edit Image/ }));
    await pass(200);
    expect(server.sent('POST', EDIT)[0]?.body).toMatchObject({ model: 'flux-2-pro', seed: 7 });
  });

  it('has a mask that can be painted by keys too, with Undo for each stroke', async () => {
    const { user, dialog } = await choose('Edit…');
    const undo = dialog.getByRole('button', { name: 'Undo Stroke' });
    expect((undo as HTMLButtonElement).disabled).toBe(true);
    dialog.getByRole('application', { name: 'Mask: what may change' }).focus();
    await user.keyboard('{ArrowLeft} {ArrowDown} ');
    expect((undo as HTMLButtonElement).disabled).toBe(false);
    await user.click(undo);
    expect((undo as HTMLButtonElement).disabled).toBe(false);
    await user.click(undo);
    expect((undo as HTMLButtonElement).disabled).toBe(true);
  });

  it('shows why it failed, and offers a retry', async () => {
    const { server, user, dialog } = await choose('Edit…');
    server.on('GET', `/api/midjourney/job/${JOB_ID}`, () => ({
      json: { ...server.jobRow(JOB_ID), work: 'imageEdit', status: 'failed', error: 'It was too dark.' },
    }));
    await user.type(dialog.getByRole('textbox', { name: 'Instruction' }), 'night');
    await user.click(dialog.getByRole('button', { name: /^Edit Image/ }));
    await pass(6_000);
    expect(screen.getByText('It was too dark.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await pass(200);
    expect(server.sent('POST', EDIT)).toHaveLength(2);
  });
});

describe('an upscaled image', () => {
  it('shows the size and the price of the result, and is sent with its factor', async () => {
    const { server, user, dialog } = await choose('Upscale…');
    expect(dialog.getByText('768 × 1365 becomes 1536 × 2730 pixels')).toBeTruthy();
    await user.click(dialog.getByRole('radio', { name: '4×' }));
    expect(dialog.getByText('768 × 1365 becomes 3072 × 5460 pixels')).toBeTruthy();
    const button = dialog.getByRole('button', { name: /^Upscale Image/ });
    expect(button.textContent).toContain('3 zaps');
    await user.click(button);
    await pass(200);
    expect(server.sent('POST', UPSCALE)[0]?.body).toMatchObject({
      ...{ sceneId: SCENE_ID, imageUrl: '/api/media/1.png', model: 'topaz-image-upscale', factor: 4 },
    });
  });

  it('is refused beyond the limit, with the reason', async () => {
    side = { width: 3_072, height: 5_460 };
    const { server, user, dialog } = await choose('Upscale…');
    expect(dialog.getByRole('alert').textContent).toContain('larger than 50 million pixels');
    await user.click(dialog.getByRole('button', { name: /^Upscale Image/ }));
    await pass(200);
    expect(server.sent('POST', UPSCALE)).toEqual([]);
  });
});

it('cancels an image job from its slot, and leaves the others', async () => {
  const { server, user } = await open(sceneWith([{}, { status: 'processing', jobId: JOB_ID }, {}]), withModels);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await pass(200);
  expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`)[0]?.body).toEqual({
    imageUrls: ['/api/media/0.png', '/api/media/2.png'],
    imageStatuses: ['complete', 'complete'],
    imageJobIds: [null, null],
  });
});
