import { newCredentials, signInOrRegister } from '../lib/account.mjs';
import { ApiClient } from '../lib/api-client.mjs';
import { count, figuresInTurn, time } from './measure.mjs';

const PROJECTS = 100;
const AT_ONCE = 10;
const ROUNDS = 5;
const LINE = 'The lamp had gone dark at dawn, and nobody on the island knew why. ';
const STORY = LINE.repeat(Math.ceil((100 * 1_024) / LINE.length));
const NEXT_PAGE = 'x-next-cursor';

/**
 * Measures the cost of the project list that every screen reads, against the same list including the stories.
 * @param {{ url: string }} options
 * @returns {Promise<import('./measure.mjs').BenchRow[]>}
 */
export async function benchLists({ url }) {
  const api = new ApiClient(url);
  await signInOrRegister(api, newCredentials('bench'), 'Bench');
  let made = 0;
  const makeOn = async () => {
    while (made++ < PROJECTS) await api.json('POST', '/api/projects', { title: `Story ${made}`, story: STORY });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, makeOn));
  const { whole, summary } = await figuresInTurn(
    { whole: () => readList(api, ''), summary: () => readList(api, 'fields=summary') },
    ROUNDS,
  );
  const name = `the list of ${PROJECTS} projects with stories of 100 KB, against whole projects`;
  return [
    count(`${name}: received`, summary.bytes / 1_024, 'KB', whole.bytes / 1_024, 50),
    time(name, summary.ms, whole.ms, 5),
  ];
}

/** Reads all pages of the list. @param {ApiClient} api @param {string} query */
async function readList(api, query) {
  const began = performance.now();
  let bytes = 0;
  let cursor = /** @type {string | null} */ ('');
  while (cursor !== null) {
    /** @type {Response} */
    const answer = await api.send(
      'GET',
      `/api/projects?${query}&cursor=${encodeURIComponent(cursor)}`.replace(/&cursor=$/, ''),
    );
    bytes += (await answer.arrayBuffer()).byteLength;
    cursor = answer.headers.get(NEXT_PAGE);
  }
  return { bytes, ms: performance.now() - began };
}
