import type { ApiClient } from '../../../scripts/lib/api-client.mjs';
import { addImage, addVideo, first, makeProject } from './content';
import { mp4File, pngFile } from './files';

export const LONG = 'A very long title that tells of the lighthouse-and-its-keeper';
export const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwenrente'.repeat(2);

/** Makes a project in which every text is too long for one line. */
export async function makeLongProject(api: ApiClient): Promise<string> {
  const words = { description: UNBROKEN, story: UNBROKEN };
  const { project, scenes } = await makeProject(api, LONG, [LONG, UNBROKEN, 'The storm'], words);
  await addImage(api, first(scenes), await pngFile('a.png', 'red'));
  await addVideo(api, first(scenes), await mp4File('a.mp4'));
  return project.id;
}
