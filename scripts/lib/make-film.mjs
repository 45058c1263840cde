import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {import('./api-client.mjs').ApiClient} ApiClient */
/** @typedef {{ url: string, srtUrl: string, vttUrl: string, seconds: number, bytes: number }} FilmFiles */
/** @typedef {{ id: string, status: string, progress: number, quality: string, error: string | null, files: FilmFiles | null }} Film */
/** @typedef {Film & { files: FilmFiles }} MadeFilm */
/** @typedef {{ step: string, count: number, zaps: number }} PlannedStep */
/** @typedef {{ scenes: number, seconds: number, steps: PlannedStep[], lacks: string[], notes: string[] }} Plan */
/** @typedef {{ step: string, total: number, made: number, missing: number }} StepProgress */
/** @typedef {{ id: string, status: string, isOver: boolean, failed: number, spentZaps: number, steps?: StepProgress[], pause: { message: string | null } | null, problems: { message: string }[] }} Batch */
/** @typedef {(line: string) => void} Report */

/** The cheapest of today's video models; a clip takes the film's format. */
export const CLIPS = { modelId: 'hailuo-2.3', settings: { duration: 6, resolution: '768p' } };
/** Failed work is tried once more: most failures of providers are temporary. */
const RETRIES = 1;

/** @type {Record<string, string>} */
const NAMES = {
  scenes: 'Scenes',
  continuity: 'Characters and places',
  descriptions: 'Descriptions',
  speech: 'Narration',
  images: 'Images',
  clips: 'Clips',
  film: 'Film',
};
const PROJECT_WIDE = ['scenes', 'continuity', 'film'];

/** @param {number} seconds */
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.round(seconds) % 60).padStart(2, '0')}`;
/** @param {number} zaps */
const zapsOf = (zaps) => `${Math.round(zaps * 10_000) / 10_000} ${zaps === 1 ? 'zap' : 'zaps'}`;
/** @param {number} count */
const scenesOf = (count) => (count === 1 ? '1 scene' : `${count} scenes`);

/** Body of the request for the price of shortening a story. */
const ABRIDGING = { provider: 'internal', model: 'text', operation: 'abridge_story', usage: { requests: 1 } };

/**
 * Shortens a project's story for a film of this length, and reports the price before it is charged.
 * @param {ApiClient} client signed in
 * @param {{ projectId: string, seconds: number, report: Report }} options
 */
export async function shortenStory(client, { projectId, seconds, report }) {
  /** @type {{ costZaps: number }} */
  const { costZaps } = await client.json('POST', '/api/costs/estimate', ABRIDGING);
  report(`Shortening the story for a film of about ${seconds} s, for ${zapsOf(costZaps)}`);
  /** @type {{ abridgingId: string, story: string }} */
  const shorter = await client.postOnce(`/api/projects/${projectId}/abridge-story`, { seconds });
  await client.json('POST', `/api/projects/${projectId}/abridge-story/accept`, shorter);
}

/**
 * Makes a film from a project's story by one batch, like the button of the Story tab. Before anything is charged,
 * reports the planned work, its price, and the parts that will be left out.
 * @param {ApiClient} client signed in
 * @param {{ projectId: string, quality?: string, clips?: boolean, maxScenes?: number, report: Report, pollMs?: number }} options
 * @returns {Promise<{ film: MadeFilm | null, scenes: number, pictures: number, clips: number, failed: string[] }>}
 * `failed`: the planned parts that are missing
 * @throws when the film can't be made, or not for the account's zaps; nothing is charged then
 */
export async function makeFilm(
  client,
  { projectId, quality = '720p', clips = false, maxScenes, report, pollMs = 500 },
) {
  const film = { quality, ...(maxScenes !== undefined && { scenes: maxScenes }) };
  const order = { projectId, kind: 'film', sceneIds: [], film, ...(clips && { clips: CLIPS }) };
  /** @type {{ zaps: number, plan: Plan }} */
  const { zaps, plan } = await client.postOnce('/api/batches/quote', order);
  /** @type {{ balance: number }} */
  const { balance } = await client.json('GET', '/api/credits/balance');
  for (const line of planLines({ plan, zaps, balance, quality, clips })) report(line);
  if (zaps > balance) {
    throw new Error(
      `Nothing was made or charged: the film costs ${zapsOf(zaps)}, and the account has ${zapsOf(balance)}.`,
    );
  }
  /** @type {Batch} */
  const begun = await client.postOnce('/api/batches', { ...order, zaps });
  let batch = await followed(client, { batch: begun, projectId, report, pollMs });
  for (let tries = 0; tries < RETRIES && batch.failed > 0; tries += 1) {
    report(`Retrying what failed (${batch.failed})`);
    await client.postOnce(`/api/batches/${batch.id}/retry`, {});
    batch = await followed(client, { batch, projectId, report, pollMs });
  }
  const made = await outcome(client, { projectId, batch, pollMs });
  return { ...made, failed: missingOf(batch, plan, made.film) };
}

/**
 * @param {{ plan: Plan, zaps: number, balance: number, quality: string, clips: boolean }} quoted
 * @returns {string[]}
 */
function planLines({ plan, zaps, balance, quality, clips }) {
  const price = `for at most ${zapsOf(zaps)} of the account's ${zapsOf(balance)}`;
  const steps = plan.steps.map(({ step, count, zaps: each }) => {
    const of = PROJECT_WIDE.includes(step) ? '' : ` for ${scenesOf(count)}`;
    return `  ${NAMES[step] ?? step}${of}: ${each === 0 ? 'included' : zapsOf(each)}`;
  });
  return [
    `To be made: a film of about ${clock(plan.seconds)}, ${quality}, of at most ${scenesOf(plan.scenes)}, ${price}`,
    ...steps,
    ...plan.lacks.map((line) => `Left out: ${line}`),
    ...(clips
      ? []
      : ['Left out: clips, which are optional. --clips makes them from the zaps that remain after the film.']),
    ...plan.notes.map((line) => `Note: ${line}`),
  ];
}

/**
 * Waits for the end of a batch and reports each finished step meanwhile.
 * @param {ApiClient} client
 * @param {{ batch: Batch, projectId: string, report: Report, pollMs: number }} work
 * @returns {Promise<Batch>}
 * @throws when the batch waits for its owner
 */
async function followed(client, { batch: { id }, projectId, report, pollMs }) {
  /** @type {Map<string, string>} */
  const told = new Map();
  for (;;) {
    /** @type {Batch} */
    const batch = await client.json('GET', `/api/batches/${id}`);
    for (const { step, total, made, missing } of batch.steps ?? []) {
      const line = step === 'film' ? await filmLine(client, projectId) : `${NAMES[step]}: ${made + missing}/${total}`;
      const isBegun = step === 'film' ? line !== null : made + missing > 0;
      if (!isBegun || line === null || told.get(step) === line) continue;
      told.set(step, line);
      report(line);
    }
    if (batch.isOver) return batch;
    if (batch.status === 'paused') throw new Error(`The film waits: ${batch.pause?.message ?? 'it was paused.'}`);
    await pause(pollMs);
  }
}

/** @param {ApiClient} client @param {string} projectId @returns {Promise<Film[]>} newest first */
const filmsOf = (client, projectId) => client.json('GET', `/api/projects/${projectId}/films`);

/** @param {ApiClient} client @param {string} projectId */
async function filmLine(client, projectId) {
  const [film] = await filmsOf(client, projectId);
  return film ? `Film: ${Math.floor(film.progress * 100)}%` : null;
}

/** @param {Batch} batch */
const isFilmMade = ({ steps = [] }) => steps.some(({ step, made }) => step === 'film' && made > 0);

/** Number of reads of the list of films before a film counts as missing although its batch has made it. */
const READS = 60;

/**
 * Returns the newest film with files. They may appear in the list of films a moment after the batch has ended.
 * @param {ApiClient} client
 * @param {{ projectId: string, pollMs: number }} work
 */
async function newestFilm(client, { projectId, pollMs }) {
  for (let reads = 1; ; reads += 1) {
    const film = (await filmsOf(client, projectId)).find(({ files }) => files !== null);
    if (film || reads === READS) return film;
    await pause(pollMs);
  }
}

/** @param {ApiClient} client @param {{ projectId: string, batch: Batch, pollMs: number }} work */
async function outcome(client, { projectId, batch, pollMs }) {
  const film = isFilmMade(batch) ? await newestFilm(client, { projectId, pollMs }) : undefined;
  /** @type {{ imageUrl: string | null, mainVideoUrl?: string | null, videos: { status: string }[] }[]} */
  const scenes = await client.json('GET', `/api/scenes?projectId=${projectId}`);
  return {
    film: film?.files ? { ...film, files: film.files } : null,
    scenes: scenes.length,
    pictures: scenes.filter(({ imageUrl }) => imageUrl !== null).length,
    clips: scenes.filter(({ videos }) => videos.some(({ status }) => status === 'complete')).length,
  };
}

/**
 * Returns a sentence for each thing that was planned and is missing.
 * @param {Batch} batch
 * @param {Plan} plan
 * @param {MadeFilm | null} film
 */
function missingOf({ steps = [], problems, status }, plan, film) {
  const missing = problems.map(({ message }) => message);
  if (film === null && missing.length === 0)
    missing.push(status === 'cancelled' ? 'The film was cancelled.' : 'There is no film.');
  const clips = plan.steps.find(({ step }) => step === 'clips')?.count ?? 0;
  const made = steps.find(({ step }) => step === 'clips')?.made ?? 0;
  // A story that is still to be split has at most as many scenes as planned, and no more clips than scenes.
  const possible = Math.min(clips, steps.find(({ step }) => step === 'clips')?.total ?? 0);
  if (made < possible && missing.length === 0) missing.push(`Only ${made} of ${possible} clips were made.`);
  return missing;
}
