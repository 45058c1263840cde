import path from 'node:path';

/** @typedef {import('./make-film.mjs').MadeFilm} MadeFilm */
/** @typedef {Pick<import('./api-client.mjs').ApiClient, 'download'>} Client */

/**
 * Saves the ZIP and the film beside it. Reports missing parts first, so that they are known even if the server fails to
 * make the ZIP.
 * @param {Client} client
 * @param {{ projectId: string, scenes: number, pictures: number, clips: number, film: MadeFilm | null, out: string,
 * failed: string[], report: (line: string) => void }} made
 */
export async function deliver(client, { projectId, scenes, pictures, clips, film, out, failed, report }) {
  for (const line of failed) report(`Missing: ${line}`);
  await client.download(`/api/projects/${projectId}/download-all`, out);
  report(`Wrote ${out}: ${scenes} ${scenes === 1 ? 'scene' : 'scenes'}, ${pictures} with images, ${clips} with a clip`);
  if (film) await saveFilm(client, film, out, report);
}

/**
 * Saves the film beside the ZIP, with captions where players look for them.
 * @param {Client} client
 * @param {MadeFilm} film
 * @param {string} zip
 * @param {(line: string) => void} report
 */
async function saveFilm(client, { files, quality }, zip, report) {
  const beside = zip.slice(0, zip.length - path.extname(zip).length);
  await client.download(files.url, `${beside}.mp4`);
  await client.download(files.srtUrl, `${beside}.srt`);
  report(`Wrote ${beside}.mp4: a film of ${files.seconds.toFixed(1)} s, ${quality}`);
}
