import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { projectWith } from '../../testing/media-fixtures';
import { leaveApp } from '../../testing/render-app';
import { renderWorkspace } from '../../testing/render-workspace';
import { WorkspaceServer } from '../../testing/workspace-server';

afterEach(leaveApp);

const button = (name: string) => screen.getByRole('button', { name });
const write = (field: HTMLElement, value: string): void => void fireEvent.change(field, { target: { value } });

async function openStory(story = '') {
  const server = new WorkspaceServer([], projectWith({ story }));
  const { user } = renderWorkspace('story');
  const field = await screen.findByPlaceholderText<HTMLTextAreaElement>('Start writing your story...');
  return { server, user, field };
}
/** Puts the example 'The Night Bus' onto the page. */
async function takeExample(story?: string) {
  const opened = await openStory(story);
  await opened.user.click(button('The Night Bus'));
  await screen.findByText('Example story added');
  expect(opened.field.value).toMatch(/^The Night Bus/);
  return opened;
}

describe('an example story', () => {
  it('keeps text written before the example arrives', async () => {
    const { field } = await openStory();
    fireEvent.click(button('The Night Bus'));
    write(field, 'My own');
    await act(async () => void (await import('../../../../examples/the-night-bus.txt?raw')));
    expect(field.value).toBe('My own');
    expect(screen.queryByText('Example story added')).toBeNull();
  });

  it('is removed by Undo, which then restores the earlier text', async () => {
    const { field, user } = await takeExample(' \n');
    await user.click(button('Undo'));
    expect(field.value).toBe(' \n');
  });

  it('is removed by Undo after the tab was left as well', async () => {
    const { server, user } = await takeExample();
    await user.click(screen.getByRole('tab', { name: /^Scenes/ }));
    await waitFor(() => expect(server.project.story).toMatch(/^The Night Bus/));
    await user.click(button('Undo'));
    await waitFor(() => expect(server.project.story).toBe(''), { timeout: 4_000 });
  });

  it('stays, with a message, when Undo comes after it was changed', async () => {
    const { field, user } = await takeExample();
    const changed = `${field.value} And then?`;
    write(field, changed);
    await user.click(button('Undo'));
    expect(field.value).toBe(changed);
    await screen.findByText('Nothing was undone');
  });
});
