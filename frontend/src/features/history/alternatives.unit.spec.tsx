import { screen, within } from '@testing-library/react';
import { AppServer, projectId, projectNumbered } from '../../testing/app-server';
import { fakeWindow } from '../../testing/fake-window';
import { renderAddress } from '../../testing/render-address';
import { leaveApp } from '../../testing/render-app';
import { sceneId, sceneWithImages } from '../../testing/workspace-server';

const PROJECT = projectId(1);
const DARKER = projectId(2);
const BRIGHTER = projectId(3);

let server: AppServer;
beforeEach(() => {
  localStorage.clear();
  fakeWindow();
});
afterEach(leaveApp);

const calls = (end: string) => server.calls.filter(({ method, path }) => method === 'POST' && path.endsWith(end));

function openWithAlternative(open = PROJECT) {
  server = new AppServer([
    projectNumbered(1, { title: 'The Keeper' }),
    projectNumbered(2, { title: 'Darker', alternativeOf: PROJECT, story: 'The lamp goes out.' }),
  ]);
  server.data.holdScenes(PROJECT, [
    { ...sceneWithImages(1, [{}]), title: 'Dawn', description: 'A bright dawn.' },
    { ...sceneWithImages(2, [{}]), title: 'Noon' },
  ]);
  server.data.holdScenes(DARKER, [{ ...sceneWithImages(3, [{}]), title: 'Dawn', description: 'A grey dawn.' }]);
  return renderAddress(`/?project=${open}&tab=scenes`);
}

describe('an alternative', () => {
  it('is created from the menu of the project with a name, and opened', async () => {
    server = new AppServer([projectNumbered(1, { title: 'The Keeper' })]);
    server.data.holdScenes(PROJECT, [{ ...sceneWithImages(1, [{}]), title: 'Dawn' }]);
    const { user, address } = renderAddress(`/?project=${PROJECT}&tab=scenes`);
    await user.click(await screen.findByRole('button', { name: 'Actions for The Keeper' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Try an Alternative' }));
    const dialog = await screen.findByRole('dialog', { name: 'Try an Alternative' });
    const make = within(dialog).getByRole('button', { name: 'Try It' });
    expect((make as HTMLButtonElement).disabled).toBe(true);
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'A darker ending{Enter}');
    await screen.findByText('You are in an alternative of “The Keeper”. Changes here do not affect it.');
    expect(calls('/alternatives').map(({ body }) => body)).toEqual([{ title: 'A darker ending' }]);
    expect(address()).not.toContain(PROJECT);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Open alternative' }), PROJECT);
    await screen.findByText('This project has an alternative.');
    expect(address()).toContain(PROJECT);
  });

  it('is compared by text, images and films, and a scene is taken', async () => {
    const { user } = openWithAlternative();
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    const dialog = await screen.findByRole('dialog', { name: 'The Keeper and Darker' });
    const scenes = () => within(within(dialog).getByRole('list', { name: 'Scenes of both' })).getAllByRole('listitem');
    expect(scenes()[0]?.querySelector('del')?.textContent).toBe('bright');
    expect(scenes()[0]?.querySelector('ins')?.textContent).toBe('grey');
    expect(within(dialog).getByText('Darker: not there')).toBeTruthy();
    await user.click(within(dialog).getByRole('tab', { name: 'Story' }));
    const said = [...dialog.querySelectorAll('ins')].map(({ textContent }) => textContent);
    expect(said.join(' ')).toContain('The lamp goes out.');
    await user.click(within(dialog).getByRole('tab', { name: 'Film' }));
    expect(await within(dialog).findAllByRole('group', { name: 'Preview of the film' })).toHaveLength(2);
    await user.click(within(dialog).getByRole('tab', { name: 'Scenes' }));
    await user.click(within(dialog).getByRole('button', { name: 'Take this scene: 1. Dawn' }));
    await screen.findByText('Scene taken');
    expect(calls('/keep-alternative').map(({ body }) => body)).toEqual([{ sceneId: sceneId(1) }]);
  });

  it('without a scene removes it from the project too, on request', async () => {
    const { user } = openWithAlternative();
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    const remove = await screen.findByRole('button', { name: 'Remove this scene too: 2. Noon' });
    expect(remove.textContent).toBe('Remove It Here Too');
    await user.click(remove);
    await screen.findByText('Scene removed');
    expect(calls('/keep-alternative').map(({ body }) => body)).toEqual([{ sceneId: sceneId(2) }]);
  });

  it('is kept after a confirmation', async () => {
    const { user } = openWithAlternative(DARKER);
    await user.click(await screen.findByRole('button', { name: 'Compare' }));
    const keep = { name: 'Keep This Alternative' };
    await user.click(await screen.findByRole('button', keep));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', keep));
    await screen.findByText('Alternative kept');
    await screen.findByText('Both are the same.');
    expect(calls('/keep-alternative').map(({ body }) => body)).toEqual([{}]);
  });

  it('is chosen for the comparison among several', async () => {
    server = new AppServer([
      projectNumbered(1, { title: 'The Keeper' }),
      projectNumbered(2, { title: 'Darker', alternativeOf: PROJECT, createdAt: '2026-11-02T10:00:00.000Z' }),
      projectNumbered(3, { title: 'Brighter', alternativeOf: PROJECT, createdAt: '2026-11-03T10:00:00.000Z' }),
    ]);
    const { user } = renderAddress(`/?project=${PROJECT}&tab=scenes`);
    await screen.findByText('This project has 2 alternatives.');
    await user.click(screen.getByRole('button', { name: 'Compare' }));
    await screen.findByRole('dialog', { name: 'The Keeper and Brighter' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Alternative to compare' }), DARKER);
    await screen.findByRole('dialog', { name: 'The Keeper and Darker' });
    expect(server.calls.filter(({ path }) => path.endsWith(`${BRIGHTER}/comparison`))).toHaveLength(1);
  });
});
