import type { Project, Scene } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { projectWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
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
  it('is found in its text, says what goes along, and is changed by its chips', async () => {
    const { server, user, names } = await openScene();
    expect(names()).toEqual(['Mara', 'Harbour']);
    await screen.findByText('1 reference image goes to the model: Mara.');
    await user.click(screen.getByRole('button', { name: 'Harbour, in this scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Not in This Scene' }));
    await waitFor(() => expect(server.scene(1).cast).toEqual(['character-mara']));
    await user.click(screen.getByRole('button', { name: 'Add to Scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Tom' }));
    await waitFor(() => expect(server.scene(1).cast).toEqual(['character-mara', 'character-tom']));
    expect(names()).toEqual(['Mara', 'Tom']);
    await user.click(screen.getByRole('button', { name: 'Add to Scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Find in the Text' }));
    await waitFor(() => expect(server.scene(1).cast).toBeNull());
  });

  it('takes a picture of a member from the main image, which can be undone', async () => {
    const { server, user } = await openScene();
    await user.click(screen.getByRole('button', { name: 'Mara, in this scene' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Use Main Image as Mara' }));
    await screen.findByText('2 reference images go to the model: Mara.');
    expect(server.project.cast[0]?.pictures.map(({ url }) => url)).toEqual([picture.url, IMAGE]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.project.cast[0]?.pictures).toEqual([picture]));
  });
});

describe('the cast of a project', () => {
  it('has the words of the texts, and changes them', async () => {
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
