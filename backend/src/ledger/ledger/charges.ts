import { Injectable } from '@nestjs/common';
import { CHARGE_STEPS, toZaps } from '@storyreel/contracts';
import type { Charge, ChargedAsset, ChargeStep, MadeAsset, PaidLot, StoredCastMember } from '@storyreel/contracts';
import { keyOfMediaUrl, MediaStore } from '../../infra/storage';
import { notFound } from '../../lib/domain-error';
import { Clock } from '../../lib/time';
import { explainPrice } from './explain-price';
import { MAKER_COLUMNS, makerOf, projectOf } from './ledger-queries';
import type { Made, Named } from './ledger-queries';
import { exactUsd, Margins } from './margins';
import { MAKERS, Sql, TABLES } from './tables';
import { ENTRY_COLUMNS } from './views/ledger-entry.view';
import type { LedgerEntry } from './views/ledger-entry.view';
import type { PaidRunRow } from './views/paid-run.view';

/** The parts of a scene that show whether its images, clips and narration are still used. */
interface SceneOfAssets {
  title: string;
  /** Also true when the scene's project is deleted. */
  deleted: boolean;
  images: { url: string }[];
  videos: { id: string; url: string }[];
  mainImageUrl: string | null;
  mainVideoId: string | null;
  speech: { url: string } | null;
}

/** The parts of a project that show whether its films and audio are still used. */
interface ProjectOfAssets {
  deleted: boolean;
  /** True when the film that the work made was removed; null when the work made none. */
  filmRemoved: boolean | null;
  finalVideoUrl: string | null;
  storyAudioUrl: string | null;
  cast: Pick<StoredCastMember, 'pictures'>[];
}

/** The scene and the project of the work; undefined where the work has none. */
interface HomeOfAssets {
  scene: SceneOfAssets | undefined;
  project: ProjectOfAssets | undefined;
}

type Place = ChargedAsset['place'];

/** Assets are matched by address: a removed and restored asset has another id but is the same file. */
function placeInScene({ kind, url }: MadeAsset, scene: SceneOfAssets | undefined): Place {
  if (!scene || scene.deleted) return 'removed';
  if (kind === 'sound') return scene.speech?.url === url ? 'main' : 'removed';
  if (kind === 'image') {
    if (!scene.images.some((image) => image.url === url)) return 'removed';
    return scene.mainImageUrl === url ? 'main' : 'in_scene';
  }
  const video = scene.videos.find((candidate) => candidate.url === url);
  if (!video) return 'removed';
  return video.id === scene.mainVideoId ? 'main' : 'in_scene';
}

function placeInProject({ kind, url }: MadeAsset, project: ProjectOfAssets): Place {
  if (project.deleted) return 'removed';
  if (kind === 'sound') return project.storyAudioUrl === url ? 'main' : 'removed';
  if (kind === 'image') {
    const at = Math.max(
      -1,
      ...project.cast.map(({ pictures }) => pictures.findIndex((picture) => picture.url === url)),
    );
    return at < 0 ? 'removed' : at === 0 ? 'main' : 'in_scene';
  }
  if (project.filmRemoved !== false) return 'removed';
  return project.finalVideoUrl === url ? 'main' : 'in_scene';
}

const placed = (assets: readonly MadeAsset[], { scene, project }: HomeOfAssets): ChargedAsset[] =>
  assets.map((asset) => ({
    ...asset,
    place: project ? placeInProject(asset, project) : placeInScene(asset, scene),
  }));

/** Lifetime of signed addresses; opening the charge again creates new ones. */
const OPEN_MS = 15 * 60_000;

/** Assets belong to their owner: other readers of the charge get addresses signed for a limited time. */
@Injectable()
export class OpenedAssets {
  constructor(
    private readonly media: MediaStore,
    private readonly clock: Clock,
  ) {}

  of(charge: Charge): Charge {
    const until = new Date(this.clock.now().getTime() + OPEN_MS);
    return {
      ...charge,
      assets: charge.assets.map((asset) => {
        const key = keyOfMediaUrl(asset.url);
        return key === null ? asset : { ...asset, url: this.media.shareUrlOf(key, until) };
      }),
    };
  }
}

type Entry = Made<Named<LedgerEntry>>;
type RunRow = Omit<PaidRunRow, 'startedAt' | 'endedAt'> & { startedAt: Date | null; endedAt: Date | null };

/**
 * SQL condition that hides another user's project or scene from a developer who paid for a rerun of it. `p`: a table
 * with `user_id`; $2: the reader, null for finance.
 */
const OF_OWNER = '($2::uuid is null or p.user_id = $2)';

/** Explains a charge from the entries of its hold, the run behind it, and the scene or project of the run. */
@Injectable()
export class Charges {
  constructor(
    private readonly database: Sql,
    private readonly margins: Margins,
  ) {}

  /**
   * @param withUsd includes the providers' prices
   * @throws DomainError not_found, also for another user's charge when `ownerId` is given
   */
  async one(holdId: string, { ownerId, withUsd }: { ownerId?: string; withUsd: boolean }): Promise<Charge> {
    const entries = await this.database.query<Entry[]>(
      `select ${ENTRY_COLUMNS}, ${MAKER_COLUMNS}, a.email, p.title as "projectTitle", p.deleted as "projectDeleted"
       from ${TABLES.entries} e
       left join ${TABLES.emails} a on a.user_id = e.user_id
       left join ${TABLES.projects} p on p.id = e.project_id and ${OF_OWNER}
       ${MAKERS}
       where e.hold_id = $1 order by e.position`,
      [holdId, ownerId ?? null],
    );
    const [reserved] = entries;
    if (reserved?.kind !== 'reservation') throw notFound();
    if (ownerId !== undefined && reserved.userId !== ownerId) throw notFound();
    const [run, scene] = await Promise.all([this.run(holdId), this.scene(reserved.sceneId, ownerId)]);
    const ofProject = reserved.sceneId === null && run !== undefined && run.assets.length > 0;
    const project = ofProject ? await this.project(reserved.projectId, run.runId, ownerId) : undefined;
    const paid = withUsd ? await this.paid(reserved.userId, holdId) : null;
    return present(reserved, entries, { run, scene, project, withUsd, paid });
  }

  private async paid(userId: string, holdId: string): Promise<Charge['paid']> {
    const lots = (await this.margins.lotsOf(userId, holdId)).map(
      ({ kind, sandbox, units, lotUnits, lotUsd }): PaidLot => ({
        kind: kind === 'grant' ? 'grant' : sandbox ? 'sandbox' : 'package',
        zaps: toZaps(units),
        of: toZaps(lotUnits),
        usd: lotUsd,
      }),
    );
    return { usd: exactUsd(lots.reduce((sum, { zaps, of, usd }) => sum + (usd * zaps) / of, 0)), lots };
  }

  private async run(holdId: string): Promise<RunRow | undefined> {
    const [row] = await this.database.query<RunRow[]>(
      `select run_id as "runId", state, asked, assets, started_at as "startedAt", ended_at as "endedAt", error
       from ${TABLES.runs} where hold_id = $1`,
      [holdId],
    );
    return row;
  }

  private async scene(sceneId: string | null, ownerId?: string): Promise<SceneOfAssets | undefined> {
    if (sceneId === null) return undefined;
    const [row] = await this.database.query<SceneOfAssets[]>(
      `select title, deleted or project_deleted as "deleted", images, videos, main_image_url as "mainImageUrl",
         main_video_id as "mainVideoId", speech from ${TABLES.scenes} p where id = $1 and ${OF_OWNER}`,
      [sceneId, ownerId ?? null],
    );
    return row;
  }

  private async project(
    projectId: string | null,
    jobId: string,
    ownerId?: string,
  ): Promise<ProjectOfAssets | undefined> {
    const [row] = await this.database.query<ProjectOfAssets[]>(
      `select p.deleted, f.removed as "filmRemoved", p.completed_video_url as "finalVideoUrl",
         p.story_audio_url as "storyAudioUrl", p."cast"
       from ${TABLES.projects} p left join ${TABLES.films} f on f.id = $3
       where p.id = $1 and ${OF_OWNER}`,
      [projectId, ownerId ?? null, jobId],
    );
    return row;
  }
}

interface Found extends HomeOfAssets {
  run: RunRow | undefined;
  withUsd: boolean;
  paid: Charge['paid'];
}

const isStep = (entry: Entry): entry is Entry & { kind: ChargeStep['kind'] } =>
  (CHARGE_STEPS as readonly string[]).includes(entry.kind);

function present(reserved: Entry, entries: Entry[], { run, scene, project, withUsd, paid }: Found): Charge {
  const steps = entries.filter(isStep);
  const of = (kind: ChargeStep['kind']) => steps.filter((step) => step.kind === kind);
  const unitsOf = (kind: ChargeStep['kind']) => of(kind).reduce((sum, { units }) => sum + units, 0);
  const { holdId, provider, model, operation, category, description, sceneId, jobId, priceVersion, covered } = reserved;
  const [settled] = of('settlement');
  const [spent, refunded] = [unitsOf('settlement'), unitsOf('refund')];
  const known = { operation: operation ?? '', model: model ?? '', priceVersion: priceVersion ?? '', covered };
  const quoted = { ...known, units: reserved.quotedUnits ?? reserved.units };
  return {
    holdId: holdId ?? '',
    user: { id: reserved.userId, email: reserved.email },
    state: settled ? 'settled' : of('release').length > 0 ? 'released' : 'open',
    description,
    provider: provider ?? '',
    model: quoted.model,
    operation: quoted.operation,
    category: category ?? '',
    project: projectOf(reserved),
    sceneId,
    sceneTitle: scene?.title ?? null,
    jobId: run?.runId ?? jobId ?? '',
    quote: {
      zaps: toZaps(quoted.units),
      usd: withUsd ? reserved.quotedUsd : null,
      priceVersion: quoted.priceVersion,
      arithmetic: explainPrice(quoted, run?.asked ?? {}, withUsd),
      covered,
    },
    steps: steps.map((step) => ({
      id: step.id,
      kind: step.kind,
      at: step.at.toISOString(),
      zaps: toZaps(step.units),
      reason: step.reason,
      madeBy: withUsd ? makerOf(step.madeBy, step.madeByEmail) : null,
      approvedBy: withUsd ? makerOf(step.approvedBy, step.approvedByEmail) : null,
      revision: step.revision,
      hash: step.hash,
    })),
    run: run
      ? {
          state: run.state,
          startedAt: run.startedAt?.toISOString() ?? null,
          endedAt: run.endedAt?.toISOString() ?? null,
          error: run.error,
        }
      : null,
    assets: placed(run?.assets ?? [], { scene, project }),
    charged: toZaps(spent - refunded),
    spent: toZaps(spent),
    refunded: toZaps(refunded),
    usd: withUsd ? (settled?.usd ?? null) : null,
    paid,
  };
}
