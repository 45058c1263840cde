import { screen } from '@testing-library/react';
import { open } from './open-media';
import { images, JOB_ID, sceneWith } from './media-fixtures';
import { pass } from './stopped-time';

export const GENERATE = '/api/midjourney/generate-image';
export const JOB = `/api/midjourney/job/${JOB_ID}`;
export const QUEUE = '/api/midjourney/queue';
export const button = (): HTMLElement => screen.getByRole('button', { name: /^Generate 4 Images|^Generating/ });

/** Opens the scene's media and requests images. */
export async function start(scene = sceneWith(images(1))) {
  const opened = await open(scene);
  await opened.user.click(button());
  await pass(100);
  return opened;
}
