import { QueryClient } from '@tanstack/react-query';
import { batchWith, overBatch } from '../../testing/batch-fixtures';
import { PROJECT_ID, SCENE_ID } from '../../testing/media-fixtures';
import { batchKeys } from './api';
import './batch-watch';
import { whileWritten, writerOf } from '../scenes/useSceneAutosave';

const SCENE = { id: SCENE_ID, projectId: PROJECT_ID };
const ENDED = Date.parse('2026-11-01T10:01:00.000Z');

it.each([
  ['of a running batch of descriptions', [batchWith({ kind: 'descriptions' })], ENDED, 'descriptions'],
  ['of one that ended 59 s ago', [overBatch({ kind: 'descriptions' })], ENDED + 59_000, 'descriptions'],
  ['of one that ended 60 s ago', [overBatch({ kind: 'descriptions' })], ENDED + 60_000, null],
  ['of a batch of images', [batchWith()], ENDED, null],
  ['of descriptions of another project', [batchWith({ kind: 'descriptions', projectId: SCENE_ID })], ENDED, null],
  ['without a batch', [], ENDED, null],
])('counts a text as generated when it arrives in the time %s: %#', (_when, batches, now, expected) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(batchKeys.list, batches);
  expect(writerOf(queryClient, SCENE, 'description', now)).toBe(expected);
  expect(writerOf(queryClient, SCENE, 'title', now)).toBeNull();
});

it('shows a requested text as generating until its answer arrives', async () => {
  const queryClient = new QueryClient();
  const now = () => writerOf(queryClient, SCENE, 'imagePrompt');
  expect(await whileWritten(SCENE_ID, async () => now())).toBe('generation');
  expect(now()).toBeNull();
  await expect(whileWritten(SCENE_ID, () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(now()).toBeNull();
});
