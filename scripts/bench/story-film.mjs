import path from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';

/** 150 words, which are spoken in about a minute. */
const STORY = inRoot('examples/the-heron.txt');
/** The target on two idle cores, in seconds. */
const AIM_SECONDS = 90;

/**
 * Measures the time from a story to the file of its film of about 60 seconds, with the sandbox's texts, images and
 * voices. The baseline is the target.
 * @param {{ url: string, folder: string }} options
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchStoryFilm({ url, folder }) {
  const startedAt = performance.now();
  const command = [inRoot('scripts/make.mjs'), STORY, '--out', path.join(folder, 'heron.zip'), '--server', url];
  const { code, output } = await run(process.execPath, command, { capture: true });
  if (code !== 0) throw new Error(`The film was not made:\n${output.trim()}`);
  const value = (performance.now() - startedAt) / 1_000;
  const ratio = AIM_SECONDS / value;
  return [{ name: '60 s of film from a story to its file', value, unit: 's', baseline: AIM_SECONDS, ratio, aim: 1 }];
}
