import { MediaHost } from './MediaHost';
import { images, sceneWith } from './media-fixtures';
import { MediaServer } from './media-server';
import { renderApp } from './render-app';
import { pass } from './stopped-time';

/** The media of a scene, some time after they came. */
export async function open(scene = sceneWith(images(1))) {
  const server = new MediaServer(scene);
  const app = renderApp(<MediaHost />, { fakeTimers: true });
  await pass(100);
  return { server, ...app };
}
