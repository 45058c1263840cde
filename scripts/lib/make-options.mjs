import path from 'node:path';
import { parseArgs } from 'node:util';
import { toolCommand } from './tool-command.mjs';

const QUALITIES = ['1080p', '720p', 'draft'];
const LENGTHS = ['full', '30', '60', '90'];
const MUSIC = ['calm', 'hopeful', 'playful', 'adventurous', 'mysterious', 'wistful', 'none'];
const TAKES =
  'STORY.txt --out OUT.zip [--quality 1080p|720p|draft] [--length full|30|60|90] [--music MOOD|none] [--clips] [--title T] [--scenes N] [--server URL] [--email E --password P]';
export const USAGE = `Usage: ${toolCommand('make', TAKES)}
Makes the film first; --length shortens the story for a film of so many seconds; --clips also makes clips from the remaining zaps.
Credentials may also stand in STORYREEL_EMAIL and STORYREEL_PASSWORD.`;

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 * @throws with the usage when something is missing or wrong
 */
export function readMakeOptions(args, env) {
  const { values, positionals } = parse(args);
  const [storyFile, ...more] = positionals;
  if (!storyFile || more.length > 0) throw new Error(`One story file is needed.\n${USAGE}`);
  if (!values.out) throw new Error(`--out is missing.\n${USAGE}`);
  const maxScenes = values.scenes === undefined ? undefined : Number(values.scenes);
  if (maxScenes !== undefined && !(Number.isInteger(maxScenes) && maxScenes > 0)) {
    throw new Error(`--scenes takes a whole number above 0.\n${USAGE}`);
  }
  const { quality = '720p', length = 'full', music = 'calm', clips = false } = values;
  if (!QUALITIES.includes(quality)) throw new Error(`--quality takes ${QUALITIES.join(', ')}.\n${USAGE}`);
  if (!LENGTHS.includes(length)) throw new Error(`--length takes ${LENGTHS.join(', ')}.\n${USAGE}`);
  if (!MUSIC.includes(music)) throw new Error(`--music takes ${MUSIC.join(', ')}.\n${USAGE}`);
  if (values.server !== undefined && !/^https?:\/\//.test(values.server)) {
    throw new Error(`--server takes an http(s) address.\n${USAGE}`);
  }
  const email = values.email ?? env.STORYREEL_EMAIL;
  const password = values.password ?? env.STORYREEL_PASSWORD;
  if (Boolean(email) !== Boolean(password)) throw new Error(`An e-mail address needs its password.\n${USAGE}`);
  return {
    storyFile,
    out: values.out,
    title: values.title ?? path.basename(storyFile, path.extname(storyFile)).replaceAll(/[-_]+/g, ' '),
    maxScenes,
    quality,
    music: music === 'none' ? null : music,
    seconds: length === 'full' ? undefined : Number(length),
    clips,
    server: values.server,
    credentials: email && password ? { email, password } : undefined,
  };
}

/** @param {string[]} args */
function parse(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        out: { type: 'string' },
        title: { type: 'string' },
        scenes: { type: 'string' },
        quality: { type: 'string' },
        length: { type: 'string' },
        music: { type: 'string' },
        clips: { type: 'boolean' },
        server: { type: 'string' },
        email: { type: 'string' },
        password: { type: 'string' },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`, { cause: error });
  }
}
