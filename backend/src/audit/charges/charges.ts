import { Inject, Injectable } from '@nestjs/common';
import { type Charge, CHARGE_STEPS, type ChargeStep, toZaps } from '@storyreel/contracts';

import { notFound } from '../../platform/domain/domain-error';
import { ENTRY_COLUMNS } from '../ledger/columns';
import { Sql } from '../ledger/sql';
import type { LedgerEntry } from '../ledger/entry-of';
import { type Named, projectOf } from '../ledger/present-line';
import { TABLES } from '../ledger/tables';
import type { PaidRunRow } from '../views/paid-run.view';
import { explainPrice } from './explain-price';
import { type HomeOfAssets, placed, type ProjectOfAssets, type SceneOfAssets } from './placed-assets';

type Entry = Named<LedgerEntry>;
type RunRow = Omit<PaidRunRow, 'startedAt' | 'endedAt'> & { startedAt: Date | null; endedAt: Date | null };

/** Who ran another's work again paid for it, and is shown nothing of what the other makes of it. `p` has an owner. */
const OF_OWNER = '($2::uuid is null or p.user_id = $2)';

/** Why somebody was charged, from the entries of a hold, the work behind it, and the scene that it was for. */
@Injectable()
export class Charges {
  constructor(@Inject(Sql) private readonly database: Sql) {}

  /**
   * @param withUsd what providers ask for is shown
   * @throws DomainError not_found; also for somebody else's when `ownerId` is given
   */
  async one(holdId: string, { ownerId, withUsd }: { ownerId?: string; withUsd: boolean }): Promise<Charge> {
    const entries = await this.database.query<Entry[]>(
      `select ${ENTRY_COLUMNS}, a.email, p.title as "projectTitle", p.deleted as "projectDeleted"
       from ${TABLES.entries} e
       left join ${TABLES.emails} a on a.user_id = e.user_id
       left join ${TABLES.projects} p on p.id = e.project_id and ${OF_OWNER}
       where e.hold_id = $1 order by e.position`,
      [holdId, ownerId ?? null],
    );
    const [reserved] = entries;
    if (reserved?.kind !== 'reservation') throw notFound();
    if (ownerId !== undefined && reserved.userId !== ownerId) throw notFound();
    const [run, scene] = await Promise.all([this.run(holdId), this.scene(reserved.sceneId, ownerId)]);
    const ofProject = reserved.sceneId === null && run !== undefined && run.assets.length > 0;
    const project = ofProject ? await this.project(reserved.projectId, run.runId, ownerId) : undefined;
    return present(reserved, entries, { run, scene, project, withUsd });
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
         p.story_audio_url as "storyAudioUrl"
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
}

const isStep = (entry: Entry): entry is Entry & { kind: ChargeStep['kind'] } =>
  (CHARGE_STEPS as readonly string[]).includes(entry.kind);

function present(reserved: Entry, entries: Entry[], { run, scene, project, withUsd }: Found): Charge {
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
    steps: steps.map(({ id, kind, at, units, reason, revision, hash }) => ({
      id,
      kind,
      at: at.toISOString(),
      zaps: toZaps(units),
      reason,
      revision,
      hash,
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
  };
}
