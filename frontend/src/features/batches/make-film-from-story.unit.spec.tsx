import { screen, within } from '@testing-library/react';
import type { Batch, BatchQuote, FilmStepProgress } from '@storyreel/contracts';
import { batchWith, overBatch } from '../../testing/batch-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { WorkspaceServer } from '../../testing/workspace-server';

afterEach(() => leaveApp());

const QUOTE: BatchQuote = {
  scenes: 4,
  zaps: 6.5,
  includedScenes: 4,
  leftOut: [],
  plan: {
    scenes: 4,
    seconds: 61,
    steps: [
      { step: 'scenes', count: 1, zaps: 0.5 },
      { step: 'images', count: 4, zaps: 0 },
      { step: 'film', count: 1, zaps: 3 },
    ],
    lacks: ['“Dawn” will have no narration: It has nothing to say.'],
    notes: ['Stand-ins made on this computer: images.'],
  },
};
const step = (name: FilmStepProgress['step'], total: number, made: number, more: Partial<FilmStepProgress> = {}) => ({
  step: name,
  total,
  made,
  missing: 0,
  running: false,
  ...more,
});
const film = (more: Partial<Batch> = {}): Batch =>
  batchWith({
    kind: 'film',
    zaps: 6.5,
    film: { quality: '720p', seconds: 61 },
    steps: [step('scenes', 1, 1), step('images', 4, 1, { running: true }), step('film', 1, 0)],
    ...more,
  });

async function openStory(batch: Batch | null = null) {
  const server = new WorkspaceServer([]);
  let now = batch;
  server.on('GET', '/api/batches', () => ({ json: now ? [now] : [] }));
  server.on('POST', '/api/batches/quote', () => ({ json: QUOTE }));
  server.on('POST', '/api/batches', () => {
    now = film();
    return { json: now, status: 201 };
  });
  const app = renderWorkspace('story');
  await screen.findByPlaceholderText('Start writing your story...');
  return { ...app, server };
}
const ask = async (user: Awaited<ReturnType<typeof openStory>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Make a Film from This Story' }));
  return within(await screen.findByRole('alertdialog', { name: 'Make a Film from This Story' }));
};

describe('the button Make the Film', () => {
  it('shows the planned parts, the price and the missing parts, and starts everything after one confirmation', async () => {
    const { user, server } = await openStory();
    const dialog = await ask(user);
    expect(await dialog.findByText('Cost: 6.5 zaps at most')).toBeTruthy();
    const steps = within(dialog.getByRole('list', { name: 'Steps and their prices' })).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Scenes0.5 zaps',
      'Images for 4 scenesincluded',
      'Film3 zaps',
    ]);
    expect(dialog.getByText('A film of about 1:01, of up to 4 scenes.')).toBeTruthy();
    expect(dialog.getByText('“Dawn” will have no narration: It has nothing to say.')).toBeTruthy();
    expect(dialog.getByText('Stand-ins made on this computer: images.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Make the Film' }));
    const under = await screen.findByRole('list', { name: 'Steps of the film' });
    expect(within(under).getByText('1 of 4')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Make a Film from This Story' })).toBeNull();
    const [sent] = server.sent('POST', '/api/batches');
    expect(sent?.body).toMatchObject({ kind: 'film', sceneIds: [], film: { quality: '720p' }, zaps: 6.5 });
    expect(sent?.body).not.toHaveProperty('clips');
    expect(server.project.film).toMatchObject({ musicBed: 'calm' });
  });

  it('chooses the music of another mood, or none', async () => {
    const { user, server } = await openStory();
    const dialog = await ask(user);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Music' }), 'None');
    await user.click(dialog.getByRole('button', { name: 'Make the Film' }));
    await screen.findByRole('list', { name: 'Steps of the film' });
    expect(server.project.film).toMatchObject({ musicBed: null });
  });

  it('reads another price with clips', async () => {
    const { user, server } = await openStory();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('checkbox', { name: /^Add clips/ }));
    await dialog.findByText('Cost: 6.5 zaps at most');
    expect(server.sent('POST', '/api/batches/quote').at(-1)?.body).toMatchObject({
      clips: { modelId: 'hailuo-2.3' },
    });
  });
});

describe('a running film', () => {
  it('is changed to another quality at its new price, until the rendering begins', async () => {
    const { user, server } = await openStory(film());
    server.on('POST', `/api/batches/${film().id}/change`, () => ({
      json: film({ film: { quality: '1080p', seconds: 61 }, zaps: 9.5 }),
    }));
    await user.selectOptions(await screen.findByLabelText('Quality'), '1080p: 9.5 zaps in all');
    const [sent] = server.sent('POST', `/api/batches/${film().id}/change`);
    expect(sent?.body).toEqual({ quality: '1080p', zaps: 9.5 });
    expect(await screen.findByDisplayValue('1080p: 9.5 zaps in all')).toBeTruthy();
  });

  it.each([
    [
      'has a Watch button once it is finished',
      overBatch({ ...film(), status: 'ended', isOver: true, steps: [step('film', 1, 1)] }),
      'Watch the Film',
      'Your film is ready.',
    ],
    [
      'lists its failures, and retries them',
      overBatch({
        ...film(),
        status: 'ended',
        isOver: true,
        failed: 1,
        problems: [
          { sceneId: '22222222-2222-4222-8222-222222222222', step: 'images', message: 'Images of “Dawn”: no ink' },
        ],
        steps: [step('images', 4, 3, { missing: 1 }), step('film', 1, 0)],
      }),
      'Retry 1 Failed',
      'Images of “Dawn”: no ink',
    ],
  ])('%s', async (_what, batch, button, words) => {
    await openStory(batch);
    expect(await screen.findByRole('button', { name: button })).toBeTruthy();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Make a Film from This Story' })).toBeTruthy();
  });
});
