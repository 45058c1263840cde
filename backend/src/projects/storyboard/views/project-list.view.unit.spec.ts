import { OWNER } from '../../../testing/given-when-then';
import { created, PROJECT, sceneId } from '../../../testing/project-fixtures';
import { foldTwice, recorded } from '../../../testing/view-spec';
import type { ProjectEvent } from '../domain/events';
import { projectListView } from './project-list.view';

const LATER = '2026-03-02T08:00:00.000Z';
const log = (...events: ProjectEvent[]) =>
  events.map((event, index) =>
    recorded(event, index, { streamId: `project-${PROJECT}`, ...(index > 0 && { at: LATER }) }),
  );
const rowAfter = (...events: ProjectEvent[]) => foldTwice(projectListView, log(created(), ...events)).get(PROJECT);

const written: ProjectEvent = {
  type: 'StoryWritten',
  data: { draftId: 'draft', story: 'The lamp turns.', before: '', holdId: 'hold' },
};
const voice = { speaker: '', voice: 'alto', speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 };
const price = { holdId: 'hold', units: 1_000, usd: 0.001, priceVersion: 'v', requestHash: 'hash' };
const speech = { url: '/api/media/story', seconds: 60, text: 'The lamp turns.', voice: 'alto' };

const queued = (scene: string | null): ProjectEvent => ({
  type: 'SpeechJobQueued',
  data: { ...price, ...voice, jobId: 'job', sceneId: scene, text: 'The lamp turns.' },
});
const spoken = (scene: string | null): ProjectEvent => ({
  type: 'SpeechJobCompleted',
  data: { jobId: 'job', sceneId: scene, speech, filename: 'story.mp3', usd: 0 },
});
const hoarse = (scene: string | null): ProjectEvent => ({
  type: 'SpeechJobFailed',
  data: { jobId: 'job', sceneId: scene, error: 'Hoarse.' },
});

describe('a row of the project list', () => {
  it('begins as a project of its owner, with the time and revision of its event', () => {
    expect(rowAfter()).toMatchObject({
      id: PROJECT,
      userId: OWNER,
      deleted: false,
      hasStory: false,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
      revision: '0',
    });
  });

  it('records whether there is a story, whoever wrote it', () => {
    expect(rowAfter(written)).toMatchObject({ story: 'The lamp turns.', hasStory: true, updatedAt: LATER });
    const typed = (story: string): ProjectEvent => ({ type: 'ProjectEdited', data: { changes: { story } } });
    expect(rowAfter(typed('Once.'))).toMatchObject({ story: 'Once.', hasStory: true });
    expect(rowAfter(written, typed(' \n'))).toMatchObject({ story: ' \n', hasStory: false });
  });

  it('has the earlier story again when writing one is undone', () => {
    const undone: ProjectEvent = { type: 'StoryRestored', data: { draftId: 'draft', story: '' } };
    expect(rowAfter(written, undone)).toMatchObject({ story: '', hasStory: false, deleted: false, revision: '2' });
  });

  it('is marked as deleted, and no longer once it is restored', () => {
    const deleted: ProjectEvent = { type: 'ProjectDeleted', data: { sceneIds: [] } };
    expect(rowAfter(deleted)).toMatchObject({ deleted: true, revision: '1' });
    expect(rowAfter(deleted, { type: 'ProjectRestored', data: { sceneIds: [] } })?.deleted).toBe(false);
  });

  it('shows the status of the narration of the whole story', () => {
    expect(rowAfter(queued(null))).toMatchObject({ storyAudioStatus: 'processing', revision: '1' });
    expect(rowAfter(queued(null), spoken(null))).toMatchObject({
      storyAudioStatus: 'complete',
      storyAudioUrl: '/api/media/story',
      storyAudioFilename: 'story.mp3',
    });
    expect(rowAfter(queued(null), hoarse(null))).toMatchObject({
      storyAudioStatus: 'pending',
      storyAudioError: 'Hoarse.',
    });
  });

  it.each([queued, spoken, hoarse])('is not changed by the line of a scene', (event) => {
    const ofScene = event(sceneId(1));
    expect(projectListView.keys(recorded(ofScene, 1, { streamId: `project-${PROJECT}` }) as never)).toEqual([]);
    expect(rowAfter(ofScene)).toEqual(rowAfter());
  });

  it('is not created by an event of an unknown project', () => {
    expect(foldTwice(projectListView, log(written)).size).toBe(0);
    const deleted: ProjectEvent = { type: 'ProjectDeleted', data: { sceneIds: [] } };
    expect(foldTwice(projectListView, log(deleted)).size).toBe(0);
  });
});
