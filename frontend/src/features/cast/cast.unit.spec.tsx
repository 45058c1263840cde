import type { Project, Scene } from '@storyreel/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { apiRequest } from '../../platform/http/api-client';
import { projectWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { selectNamed } from '../../testing/select';
import { sceneNumbered, WorkspaceServer } from '../../testing/workspace-server';

afterEach(leaveApp);

const picture = { id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0777', url: '/api/media/mara.png', hash: 'ab12' };
const PROJECT: Partial<Project> = {
  characters: 'Mara: red coat\nTom: grey beard',
  environment: 'Harbour: grey stone',
  props: '',
  cast: [{ id: 'character-mara', kind: 'character', name: 'Mara', pictures: [picture] }],
};
const IMAGE = '/api/media/scene.png';
const WITH_IMAGE: Partial<Scene> = {
  ...{ imageUrl: IMAGE, imageUrls: [IMAGE], imageStatuses: ['complete'], imageJobIds: [null], imageIds: ['one'] },
  imageStatus: 'complete',
};

async function openScene(part: Partial<Scene> = {}) {
  const scene = sceneNumbered(1, { description: 'Mara waits at the harbour.', ...WITH_IMAGE, ...part });
  const server = new WorkspaceServer([scene], projectWith(PROJECT));
  const app = renderWorkspace('build');
  const list = await screen.findByRole('list', { name: 'Cast' });
  const names = () =>
    within(list)
      .queryAllByRole('button', { name: /in this scene$/ })
      .map(({ textContent }) => textContent);
  return { ...app, server, names };
}

describe('the cast of a scene', () => {
  it('is found in its text, shows its reference images, and is changed by its chips', async () => {
    const { server, user, names } = await openScene();
    expect(names()).toEqual(['Mara', 'Harbour']);
    await screen.findByText('1 reference image is sent to the model: Mara.');
    await user.click(screen.getByRole('button', { name: 'Harbour, in this scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove from Scene' }));
    await waitFor(() => expect(server.scene(1).cast).toEqual(['character-mara']));
    await user.click(screen.getByRole('button', { name: 'Add to Scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Tom' }));
    await waitFor(() => expect(server.scene(1).cast).toEqual(['character-mara', 'character-tom']));
    expect(names()).toEqual(['Mara', 'Tom']);
    await user.click(screen.getByRole('button', { name: 'Add to Scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Find in the Text' }));
    await waitFor(() => expect(server.scene(1).cast).toBeNull());
  });

  it('takes a member’s image from the main image, with Undo', async () => {
    const { server, user } = await openScene();
    await user.click(screen.getByRole('button', { name: 'Mara, in this scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Use Main Image as Mara' }));
    await screen.findByText('2 reference images are sent to the model: Mara.');
    expect(server.project.cast[0]?.pictures.map(({ url }) => url)).toEqual([picture.url, IMAGE]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.project.cast[0]?.pictures).toEqual([picture]));
  });

  it('takes a member’s image from any finished image of the scene', async () => {
    const imageUrls = [IMAGE, '/api/media/other.png', '/api/media/failed.png'];
    const { server, user } = await openScene({
      ...{ imageUrls, imageStatuses: ['complete', 'complete', 'failed'], imageJobIds: [null, null, null] },
      imageIds: ['one', 'two', 'three'],
    });
    await user.click(screen.getByRole('button', { name: 'Mara, in this scene' }));
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual(['Use Main Image as Mara', 'Use Image 2 as Mara', 'Remove from Scene']);
    await user.click(screen.getByRole('menuitem', { name: 'Use Image 2 as Mara' }));
    await waitFor(() =>
      expect(server.project.cast[0]?.pictures.map(({ url }) => url)).toEqual([picture.url, '/api/media/other.png']),
    );
  });
});

describe('a clip of a scene with a cast', () => {
  const clips = (server: WorkspaceServer) =>
    server.sent('POST', '/api/replicate/generate-video').map(({ body }) => (body as { from?: string }).from);

  it('begins with the main image, or uses the images of the cast, where a model accepts only one of both', async () => {
    const { server, user } = await openScene();
    const source = await screen.findByRole('radiogroup', { name: 'Made from' });
    expect(within(source).getByRole('radio', { name: 'Main Image' }).getAttribute('aria-checked')).toBe('true');
    await user.click(within(source).getByRole('radio', { name: 'Cast Images' }));
    const strip = within(screen.getByRole('group', { name: 'Clips' }));
    await user.click(strip.getByRole('button', { name: /^Generate Video/ }));
    await waitFor(() => expect(clips(server)).toEqual(['cast']));
    await user.selectOptions(selectNamed('Video model'), 'Kling v2.1');
    await waitFor(() => expect(screen.queryByRole('radiogroup', { name: 'Made from' })).toBeNull());
  });

  it('has no such choice without images of the cast', async () => {
    const server = new WorkspaceServer(
      [sceneNumbered(1, { description: 'Tom waits.', ...WITH_IMAGE })],
      projectWith(PROJECT),
    );
    renderWorkspace('build');
    await screen.findByRole('combobox', { name: 'Video model' });
    expect(screen.queryByRole('radiogroup', { name: 'Made from' })).toBeNull();
    expect(clips(server)).toEqual([]);
  });
});

describe('the library of casts', () => {
  const open = (cast: Partial<Project> = PROJECT) => {
    const server = new WorkspaceServer([], projectWith(cast));
    return { ...renderWorkspace('settings'), server };
  };
  const entry = { id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0999', version: 2, kind: 'character' as const };

  it('stores a member, and confirms it', async () => {
    const { server, user } = open();
    const cast = await screen.findByRole('region', { name: 'Cast' });
    await user.click(within(cast).getByRole('button', { name: /^Mara/ }));
    await user.click(await screen.findByRole('button', { name: 'Keep in Library' }));
    await screen.findByText('Mara is in your library.');
    expect(server.data.library).toMatchObject([{ name: 'Mara', look: 'red coat', version: 1, pictures: [picture] }]);
  });

  it('adds a member to another project, with its images', async () => {
    const { server, user } = open({ characters: 'Tom: grey beard', cast: [] });
    server.data.library = [{ ...entry, name: 'Mara', look: 'red coat', pictures: [picture] }];
    await user.click(await screen.findByRole('button', { name: 'From Library' }));
    await user.click(await screen.findByRole('button', { name: 'Use' }));
    await screen.findByRole('button', { name: 'Used Here' });
    expect(server.project.characters).toBe('Tom: grey beard\nMara: red coat');
    expect(server.project.cast).toMatchObject([{ name: 'Mara', pictures: [picture], library: { version: 2 } }]);
    await user.click(screen.getByRole('button', { name: 'Remove Mara from your library' }));
    await screen.findByText(/^Your library is empty/);
    await user.keyboard('{Escape}');
    for (const undo of await screen.findAllByRole('button', { name: 'Undo' })) await user.click(undo);
    await waitFor(() => expect(server.data.library).toMatchObject([{ name: 'Mara' }]));
  });

  it.each([
    ['Use Library Version', 'Mara: blue coat\nTom: grey beard'],
    ['Keep This Version', 'Mara: red coat\nTom: grey beard'],
  ])('offers changes made there, and applies none by itself: %s', async (answer, characters) => {
    const library = { id: entry.id, version: 1 };
    const { server, user } = open({ ...PROJECT, cast: (PROJECT.cast ?? []).map((one) => ({ ...one, library })) });
    server.data.library = [{ ...entry, name: 'Mara', look: 'blue coat', pictures: [picture] }];
    const offer = (await screen.findByText('Mara was changed in your library.')).parentElement as HTMLElement;
    expect(server.project.characters).toBe(PROJECT.characters);
    await user.click(within(offer).getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByText('Mara was changed in your library.')).toBeNull());
    expect(server.project.characters).toBe(characters);
    expect(server.project.cast[0]?.library).toEqual({ id: entry.id, version: 2 });
  });
});

describe('a sheet of a member', () => {
  const open = async (cast: Partial<Project>) => {
    const server = new WorkspaceServer([], projectWith(cast));
    const app = renderWorkspace('settings');
    const section = await screen.findByRole('region', { name: 'Cast' });
    await app.user.click(within(section).getByRole('button', { name: /^Mara/ }));
    return { ...app, server, draw: await screen.findByRole('button', { name: /^Draw a Sheet/ }) };
  };
  const shown = () => screen.queryAllByRole('img', { name: /^Image \d of Mara$/ });

  it('is drawn for the price on its button, and added to the images', async () => {
    const { server, user, draw } = await open({ ...PROJECT, cast: [] });
    expect(draw.textContent).toBe('Draw a Sheet3 zaps');
    const before = server.data.balance;
    await user.click(draw);
    await screen.findByText('Drawing...');
    expect(before - server.data.balance).toBe(3);
    act(() => server.doWork());
    await waitFor(() => expect(shown()).toHaveLength(3));
    expect(server.project.cast[0]?.pictures).toHaveLength(3);
    expect(server.project.cast[0]?.sheet).toBeUndefined();
  });

  it('is not drawn twice when another window has started it', async () => {
    const { server, user, draw } = await open({ ...PROJECT, cast: [] });
    await apiRequest('POST', `/api/projects/${server.project.id}/cast/sheet`, { memberId: 'character-mara' });
    await user.click(draw);
    const toast = (await screen.findByText('No new sheet was started')).parentElement;
    expect(toast?.textContent).toBe('No new sheet was startedA sheet of Mara is being drawn.');
  });

  it('says why it failed', async () => {
    const { server, user, draw } = await open({ ...PROJECT, characters: 'Mara: red coat [sandbox:fail]' });
    await user.click(draw);
    await screen.findByText('Drawing...');
    act(() => server.doWork());
    await screen.findByText('The last sheet failed: The provider could not do it.');
    expect(shown()).toHaveLength(1);
  });

  it.each([
    ['without text and images', 'Mara', 0, 'Say in words how Mara looks, or add an image first.'],
    ['with too many images', 'Mara', 4, 'A sheet has 3 images, and 2 fit. Remove 1 of Mara first.'],
  ])('is not offered %s', async (_, characters, count, reason) => {
    const pictures = Array.from({ length: count }, (__, at) => ({
      ...picture,
      id: `7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f011${at}`,
      hash: `${at}`,
    }));
    const { draw } = await open({
      characters,
      cast: [{ id: 'character-mara', kind: 'character', name: 'Mara', pictures }],
    });
    expect(draw).toHaveProperty('disabled', true);
    expect(draw.getAttribute('aria-description')).toBe(reason);
  });
});

describe('the cast of a project', () => {
  it('has the same text as the continuity details, and changes them', async () => {
    const server = new WorkspaceServer([], projectWith(PROJECT));
    const { user } = renderWorkspace('settings');
    const cast = await screen.findByRole('region', { name: 'Cast' });
    await user.click(within(cast).getByRole('button', { name: /^Mara/ }));
    const look = await screen.findByRole('textbox', { name: 'Look' });
    await user.clear(look);
    await user.type(look, 'blue coat');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.project.characters).toBe('Mara: blue coat\nTom: grey beard'));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLTextAreaElement>('Characters').value).toBe('Mara: blue coat\nTom: grey beard'),
    );
    await user.click(within(cast).getByRole('button', { name: 'Add Prop' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Brass key');
    await user.click(screen.getByRole('button', { name: 'Add Prop' }));
    await within(cast).findByRole('button', { name: /^Brass key/ });
    expect(server.project.props).toBe('Brass key');
  });
});
