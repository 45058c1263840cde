import type { Scene } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { open } from './open-media';
import { PREDICTION_ID, SCENE_ID } from './media-fixtures';
import { placeholderVideo } from '../features/pictures/clips/prediction-tracker';
import { pass } from './stopped-time';

export const GENERATE = '/api/replicate/generate-video';
export const PREDICTION = `/api/replicate/prediction/${PREDICTION_ID}`;
export const PLACEHOLDER = placeholderVideo(PREDICTION_ID, 5);
export const PLACEHOLDER_PATH = `/api/scenes/${SCENE_ID}/videos/${PLACEHOLDER.id}`;
export const button = (): HTMLElement => screen.getByRole('button', { name: /^Generate Video|^Making your clip/ });
export const videoSlots = (): string[] =>
  within(screen.getByRole('list', { name: 'Clips' }))
    .getAllByRole('button', { name: /^Clip \d+, / })
    .map((slot) => slot.getAttribute('aria-label') ?? '');

/**
 * Opens the scene's media and requests a clip. Like the real server, the fake adds the placeholder when it accepts the
 * request.
 */
export async function start(scene?: Scene) {
  const opened = await open(scene);
  const { server, user } = opened;
  server.on('POST', GENERATE, () => {
    server.change({ videos: [...server.scene.videos, PLACEHOLDER] });
    return { json: { predictionId: PREDICTION_ID, costInfo: { creditsUsed: 14, costUsd: 0.35 } } };
  });
  await user.click(button());
  await pass(100);
  return opened;
}
