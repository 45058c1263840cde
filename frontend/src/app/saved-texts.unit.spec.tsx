import type { ProjectFields, SceneFields, WorkspaceTab } from '@storyreel/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeWindow } from '../testing/fake-window';
import { restingText } from '../testing/inline-edit';
import { PROJECT_ID, projectWith } from '../testing/media-fixtures';
import { leaveApp } from '../testing/render-app';
import { renderAddress } from '../testing/render-address';
import { sceneId, sceneNumbered, WorkspaceServer } from '../testing/workspace-server';

beforeEach(() => {
  localStorage.clear();
  fakeWindow();
  jest.useFakeTimers();
});
afterEach(() => {
  leaveApp();
  jest.useRealTimers();
});

type TextField = HTMLInputElement | HTMLTextAreaElement;
/** A text field that saves by itself, without a 'Save' button. */
interface Place {
  tab: WorkspaceTab | 'dashboard';
  label: string;
  of: 'project' | 'scene';
  key: string;
  /** True when the text turns into a field only while it is edited. */
  inPlace?: true;
}

/** Typed so that a scene text of the contract that is missing here fails to compile. */
const SCENE_TEXTS: Record<Exclude<keyof SceneFields, 'duration' | 'narration' | 'speaker' | 'cast'>, string> = {
  title: 'Sentence Fragment',
  description: 'Scene Description',
  imagePrompt: 'Image Prompt',
  videoPrompt: 'Video Prompt',
};
const ofProject = (tab: WorkspaceTab, key: keyof ProjectFields, label: string): Place => ({
  ...{ tab, label, key },
  of: 'project',
});
const PROSE: Place[] = [
  ofProject('story', 'story', 'Story'),
  ofProject('story', 'title', 'Project title'),
  ofProject('story', 'description', 'Project description'),
  ofProject('settings', 'characters', 'Characters'),
  ofProject('settings', 'environment', 'Environment'),
  ofProject('settings', 'props', 'Props'),
  ofProject('settings', 'midjourneyPrompt', 'Midjourney Prompt'),
  ...Object.entries(SCENE_TEXTS).map(([key, label]): Place => ({ tab: 'build', label, key, of: 'scene' })),
  ...(['scenes', 'board'] as const).flatMap((tab): Place[] => [
    { tab, label: 'Title of scene 1', key: 'title', of: 'scene', inPlace: true },
    { tab, label: 'Description of scene 1', key: 'description', of: 'scene', inPlace: true },
  ]),
  { tab: 'dashboard', label: 'Title', key: 'title', of: 'project', inPlace: true },
  { tab: 'dashboard', label: 'Description', key: 'description', of: 'project', inPlace: true },
];

/** Waits for the field and starts editing it. */
async function begin({ label, inPlace }: Place): Promise<TextField> {
  if (inPlace) fireEvent.keyDown(await waitFor(() => restingText(label)), { key: 'F2' });
  return screen.findByRole<TextField>('textbox', { name: label });
}

describe('an autosaved text', () => {
  it.each(PROSE)('$label in $tab: keeps its lines, may be right-to-left, and is saved alone', async (place) => {
    const { tab, label, of, key, inPlace } = place;
    const stored = { [key]: 'one\ntwo' };
    const server = new WorkspaceServer(
      [sceneNumbered(1, of === 'scene' ? stored : {})],
      projectWith(of === 'project' ? stored : {}),
    );
    renderAddress(tab === 'dashboard' ? '/' : `/?project=${PROJECT_ID}&tab=${tab}`, { fakeTimers: true });
    const field = await begin(place);
    expect([field.value, field.dir]).toEqual(['one\ntwo', 'auto']);
    fireEvent.change(field, { target: { value: 'one\ntwo three' } });
    if (inPlace) fireEvent.keyDown(field, { key: 'Escape' });
    await act(() => jest.advanceTimersByTimeAsync(2_000));
    const saved = server.sent('PATCH', /./).map(({ path, body }) => [path, body]);
    const resource = of === 'project' ? `/api/projects/${PROJECT_ID}` : `/api/scenes/${sceneId(1)}`;
    expect(saved).toEqual([[resource, { [key]: 'one\ntwo three' }]]);
    expect(inPlace ? restingText(label).textContent : field.value).toBe('one\ntwo three');
  });
});
