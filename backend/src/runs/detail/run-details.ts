import { Injectable } from '@nestjs/common';
import { HOUSE_ID, toZaps } from '@storyreel/contracts';
import type { MadeAsset, ProviderCall, RunAsset, RunDetail } from '@storyreel/contracts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { MediaStore } from '../../infra/storage';
import { RecordingReader } from '../../integrations/recording/run-recordings';
import { LogLines } from '../../observability';
import { isJobEvent, isStep, madeAssets, projectAggregate } from '../../projects/storyboard';
import type { JobData, ProjectState, SceneState } from '../../projects/storyboard';
import { canBeAskedAgain, inputsOf, questionIn } from '../../writing/story-ai';
import type { RecordedQuestion } from '../../writing/story-ai';
import { RunPresenter, RunQueries } from '../views/run-queries';
import type { RunRow } from '../views/run.view';
import { forCreator, presentEvents } from './present-events';
import { recordedIn, RunEvents, textsOf } from './run-events';
import type { EventOfRun } from './run-events';
import { stepsOf } from './run-steps';

/** Returns the assets that a run made, according to its events. */
function madeBy(events: readonly EventOfRun[]): MadeAsset[] {
  const done = events.filter((event) => isJobEvent(event)).find((event) => isStep(event, 'Completed'))?.data;
  return done ? madeAssets(done) : [];
}

/** Project and scene of a run; null if deleted. */
interface Home {
  project: ProjectState | null;
  scene: SceneState | null;
}

/** Adds to each asset its current place in the scene, if any. */
function placed(made: readonly MadeAsset[], { project, scene }: Home, isAside: boolean): RunAsset[] {
  const gone = isAside ? ('aside' as const) : ('removed' as const);
  return made.map((asset) => ({
    ...asset,
    place: placeOf(asset, { project, scene }) ?? gone,
  }));
}

function placeOf(asset: MadeAsset, { project, scene }: Home): 'main' | 'in_scene' | null {
  if (asset.kind === 'film') return placeOfFilm(asset, project);
  if (asset.kind === 'image' && scene === null) return placeInCast(asset, project);
  const isStoryAudio = asset.kind === 'sound' && project?.fields.storyAudioUrl === asset.url;
  return isStoryAudio ? 'main' : placeInScene(asset, scene);
}

/** An asset is matched by id or by address, since an image that was removed and restored has another id. */
function placeInScene({ id, kind, url }: MadeAsset, scene: SceneState | null): 'main' | 'in_scene' | null {
  if (scene === null) return null;
  if (kind === 'sound') return scene.speech?.url === url ? 'main' : null;
  const there = kind === 'image' ? scene.images : scene.videos;
  const found = there.find((asset) => asset.id === id || asset.url === url);
  if (!found) return null;
  return found.id === (kind === 'image' ? scene.mainImageId : scene.mainVideoId) ? 'main' : 'in_scene';
}

function placeInCast({ url }: MadeAsset, project: ProjectState | null): 'main' | 'in_scene' | null {
  const places = (project?.fields.cast ?? []).map(({ pictures }) => pictures.findIndex((one) => one.url === url));
  const at = Math.max(-1, ...places);
  return at < 0 ? null : at === 0 ? 'main' : 'in_scene';
}

function placeOfFilm({ id, url }: MadeAsset, project: ProjectState | null): 'main' | 'in_scene' | null {
  if (project === null || project.removedFilmIds.includes(id)) return null;
  return project.fields.completedVideoUrl === url ? 'main' : 'in_scene';
}

/** Assembles all details of a run from its row, the log, and its recorded calls. */
@Injectable()
export class RunDetails {
  constructor(
    private readonly store: AggregateStore,
    private readonly queries: RunQueries,
    private readonly presenter: RunPresenter,
    private readonly events: RunEvents,
    private readonly media: MediaStore,
    private readonly lines: LogLines,
  ) {}

  /** Returns one asset of the run; null if the run has no asset with the id. */
  async made(row: RunRow, assetId: string): Promise<{ url: string } | null> {
    return madeBy(await this.events.of(row)).find(({ id }) => id === assetId) ?? null;
  }

  /** Returns the recorded input of a text run; null without a recording. */
  async question(row: RunRow): Promise<RecordedQuestion | null> {
    const recorded = recordedIn(await this.events.of(row));
    return questionIn((await new RecordingReader(this.media).read(row.payerId, recorded)).calls);
  }

  async of(row: RunRow, { withUsd, readerId }: { withUsd: boolean; readerId: string }): Promise<RunDetail> {
    const runId = row.id;
    const [[run], events, home, children, log] = await Promise.all([
      this.presenter.present([row], { forDeveloper: withUsd }),
      this.events.of(row),
      this.home(row),
      this.queries.again(runId),
      withUsd ? this.lines.of(row.correlationId) : null,
    ]);
    if (!run) throw new Error('A row is presented as one run');
    const { scene } = home;
    const jobs = events.filter((event) => isJobEvent(event));
    const asked = jobs.find((event) => isStep(event, 'Queued'))?.data;
    const whole = await new RecordingReader(this.media).read(row.payerId, recordedIn(events));
    const recording = withUsd ? whole : forCreator(whole);
    const { calls } = recording;
    const question = row.kind === 'text' ? questionIn(calls) : null;
    return {
      ...run,
      correlationId: row.correlationId,
      sceneTitle: scene?.title ?? null,
      prompt: asked?.prompt ?? asked?.instruction ?? asked?.text ?? null,
      template: calls.find(({ template }) => template !== null)?.template ?? null,
      settings: question ? inputsOf(question) : settingsOf(asked),
      seed: seedOf(asked, calls),
      predictionId: jobs.find((event) => isStep(event, 'Accepted'))?.data.predictionId ?? null,
      providerError: withUsd ? (calls.findLast(({ error }) => error !== null)?.error ?? null) : null,
      attempts: Math.max(run.attempts, ...calls.map(({ attempt }) => attempt)),
      price: priceOf(events, withUsd),
      assets: placed(madeBy(events), home, row.trial && !row.kept).map((asset) => ({
        ...asset,
        url: row.payerId === readerId ? asset.url : `/api/runs/${runId}/assets/${asset.id}`,
      })),
      texts: row.kind === 'text' ? textsOf(events, { scene, calls }) : [],
      steps: stepsOf(row, events, calls),
      events: presentEvents(events, withUsd),
      recording,
      log,
      children: children.map(({ id, state, requestedAt }) => ({ id, state, requestedAt })),
      sent: sentIn(asked),
      canRunAgain:
        row.kind === 'text'
          ? isThere(row, home) && canBeAskedAgain(row.operation, question)
          : asked?.prompt !== undefined && scene !== null,
    };
  }

  private async home({ projectId, sceneId }: RunRow): Promise<Home> {
    const project = projectId === null ? null : await this.store.load(projectAggregate, projectId);
    if (project === null || project.deleted) return { project: null, scene: null };
    const scene = sceneId === null ? undefined : project.scenes[sceneId];
    return { project, scene: scene && !scene.deleted ? scene : null };
  }
}

/**
 * Tells whether the project and the scene that a run names still exist. A text run need not have a project, nor a
 * scene.
 */
const isThere = ({ projectId, sceneId }: RunRow, { project, scene }: Home): boolean =>
  (projectId === null || project !== null) && (sceneId === null || scene !== null);

type Asked = JobData<'Queued'>;

/** Returns the pictures that the provider received: pictures of the cast, or the source image. */
function sentIn(asked: Asked | undefined): RunDetail['sent'] {
  const { references = [], from, mask } = asked ?? {};
  const named = (name: string, { url, hash }: { url: string; hash: string }) => ({
    ...{ name, url, hash, kind: 'reference' as const },
  });
  const isSent = from !== undefined && references.every(({ url }) => url !== from.url);
  return [...(isSent ? [named('Image', from)] : []), ...references, ...(mask ? [named('Mask', mask)] : [])];
}

function settingsOf(asked: Asked | undefined): Record<string, unknown> {
  if (!asked) return {};
  const { model, modelId, settings, seconds, slotIds, voice, factor } = asked;
  const known = { model: model ?? modelId, images: slotIds?.length, seconds, voice, factor, ...settings };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function priceOf(events: readonly EventOfRun[], withUsd: boolean): RunDetail['price'] {
  const reserved = events.findLast((event) => event.type === 'ZapsReserved');
  if (!reserved) return null;
  const { price, units, bulkDay } = reserved.data;
  const zaps = toZaps(price.units);
  const arithmetic = [`${zaps} zaps, by the price book of ${price.version}`];
  if (reserved.metadata.ownerId === HOUSE_ID) arithmetic.push('On the house: 0 zaps were reserved');
  if (bulkDay !== null) arithmetic.push('Included in the plan: 0 zaps were reserved');
  return { zaps: toZaps(units), usd: withUsd ? price.usd : null, priceVersion: price.version, arithmetic };
}

/** Returns the request's seed, or else the first seed in the sent bodies and the answers. */
function seedOf(asked: Asked | undefined, calls: readonly ProviderCall[]): string | null {
  const found = [asked, ...calls.flatMap(({ request, sent, answer }) => [sent, request, answer])]
    .map((value) => seedIn(value, 4))
    .find((seed) => seed !== null);
  return found ?? null;
}

function seedIn(value: unknown, depth: number): string | null {
  if (typeof value !== 'object' || value === null || depth === 0) return null;
  const seed: unknown = Reflect.get(value, 'seed');
  if (typeof seed === 'number' || typeof seed === 'string') return String(seed);
  for (const inner of Object.values(value)) {
    const found = seedIn(inner, depth - 1);
    if (found !== null) return found;
  }
  return null;
}
