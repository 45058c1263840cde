import { MediaHost } from './MediaHost';
import { images, sceneWith } from './media-fixtures';
import { MediaServer } from './media-server';
import { renderApp } from './render-app';
import { pass } from './stopped-time';

/** Opens a scene's media and waits until they are shown. */
export async function open(scene = sceneWith(images(1)), prepare?: (server: MediaServer) => void) {
  const server = new MediaServer(scene);
  prepare?.(server);
  const app = renderApp(<MediaHost />, { fakeTimers: true });
  await pass(100);
  return { server, ...app };
}
