import { Injectable } from '@nestjs/common';
import type { Film, FilmFiles, FilmFingerprint, FilmFormat, FilmQuality, PushMessage } from '@storyreel/contracts';
import { DataSource, Raw } from 'typeorm';
import { idOfStream } from '../../../eventsourcing/domain/aggregate';
import type { RecordedEvent } from '../../../eventsourcing/domain/domain-event';
import type { PushRule } from '../../../eventsourcing/push/push-rule';
import { entityOf } from '../../../eventsourcing/views/view';
import type { View } from '../../../eventsourcing/views/view';
import { notFound } from '../../../lib/domain-error';
import { isStep, JOB_STEPS, ProjectQueries } from '../../../projects/storyboard';
import type { JobEvent, ProjectEventOf } from '../../../projects/storyboard';
import { filmJobs } from './film-job';

/** A film of a project, from its place in the queue to its finished files. */
interface FilmRow {
  id: string;
  userId: string;
  projectId: string;
  status: 'queued' | 'processing' | 'succeeded' | 'failed';
  quality: FilmQuality;
  format: FilmFormat;
  scenes: number;
  seconds: number;
  progress: number;
  step: string;
  error: string | null;
  files: FilmFiles | null;
  fingerprint: FilmFingerprint | null;
  /** Addresses of the images, clips and sounds in the film's plan. */
  usedUrls: string[];
  removed: boolean;
  createdAt: string;
  startedAt: string | null;
}

const ABOUT_FILMS = ['FilmAdvanced', 'FilmRemoved', 'FilmRestored'] as const;
type FilmEvent = JobEvent | ProjectEventOf<(typeof ABOUT_FILMS)[number]>;
type Recorded = RecordedEvent<FilmEvent>;

export const filmJobView: View<FilmRow, FilmEvent> = {
  name: 'film_job',
  version: 3,
  finished: { statuses: ['failed'], since: 'createdAt' },
  key: 'id',
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    projectId: { type: 'uuid' },
    status: { type: 'text' },
    quality: { type: 'text' },
    format: { type: 'text' },
    scenes: { type: 'integer' },
    seconds: { type: 'double precision' },
    progress: { type: 'double precision' },
    step: { type: 'text' },
    error: { type: 'text', nullable: true },
    files: { type: 'jsonb', nullable: true },
    fingerprint: { type: 'jsonb', nullable: true },
    usedUrls: { type: 'jsonb' },
    removed: { type: 'boolean' },
    createdAt: { type: 'text' },
    startedAt: { type: 'text', nullable: true },
  },
  indexes: [['projectId', 'createdAt']],
  types: [...JOB_STEPS.map((step) => filmJobs.type(step)), ...ABOUT_FILMS],
  keys: (event) => ['filmId' in event.data ? event.data.filmId : event.data.jobId],
  evolve: (row, event, id) => (row === null ? begun(event, id) : changed(row, event)),
};

function begun(event: Recorded, id: string): FilmRow | null {
  if (!filmJobs.isQueued(event)) return null;
  const { quality, format, blocks, seconds, fingerprint = null } = event.data;
  const { ownerId: userId, at: createdAt } = event.metadata;
  const usedUrls = blocks.flatMap(({ picture, others = [], speech }) => [
    picture.url,
    ...others,
    ...(speech ? [speech.url] : []),
  ]);
  const asked = { quality, format, scenes: blocks.length, seconds, fingerprint, usedUrls: [...new Set(usedUrls)] };
  const state = { status: 'queued' as const, progress: 0, step: '', error: null, files: null, removed: false };
  return { id, userId, projectId: idOfStream(event.streamId), ...asked, ...state, createdAt, startedAt: null };
}

function changed(row: FilmRow, event: Recorded): FilmRow {
  if (event.type === 'FilmRemoved') return { ...row, removed: true };
  if (event.type === 'FilmRestored') return { ...row, removed: false };
  if (row.status === 'succeeded' || row.status === 'failed') return row;
  if (event.type === 'FilmAdvanced') return { ...row, progress: event.data.progress, step: event.data.step };
  if (filmJobs.isCompleted(event))
    return { ...row, status: 'succeeded', progress: 1, step: '', files: event.data.film };
  if (isStep(event as JobEvent, 'Started')) return { ...row, status: 'processing', startedAt: event.metadata.at };
  const { data } = event as Recorded & JobEvent<'Failed'>;
  return isStep(event as JobEvent, 'Failed') ? { ...row, status: 'failed', step: '', error: data.error } : row;
}

const filmJobEntity = entityOf(filmJobView);

/** Maximum number of listed films: those of two months for a project that makes one a day. */
const NEWEST = 60;

export type MadeFilm = Film & { files: FilmFiles };

@Injectable()
export class FilmQueries {
  constructor(
    private readonly dataSource: DataSource,
    private readonly projects: ProjectQueries,
  ) {}

  /** @throws DomainError not_found */
  async ofProject(projectId: string, userId: string): Promise<Film[]> {
    await this.projects.one(projectId, userId);
    const rows = await this.films.find({
      where: { projectId, userId, removed: false },
      order: { createdAt: 'desc', id: 'asc' },
      take: NEWEST,
    });
    return rows.map(present);
  }

  /** Returns a film, even a removed one. @throws DomainError not_found */
  async one(id: string, userId: string): Promise<Film> {
    const row = await this.films.findOneBy({ id, userId });
    if (!row) throw notFound();
    return present(row);
  }

  /** Returns a finished film that was not removed; null otherwise. */
  async made(id: string, userId: string): Promise<MadeFilm | null> {
    const row = await this.films.findOneBy({ id, userId, removed: false });
    return row && madeOf(present(row));
  }

  /**
   * Returns the film that a project's file belongs to, or null. Includes removed films and films of the user's other
   * projects, because a copied project keeps the files of the original's films.
   */
  async byFile(url: string, projectId: string, userId: string): Promise<MadeFilm | null> {
    const files = Raw((column) => `${column} ->> 'url' = :url`, { url });
    const order = { createdAt: 'desc' } as const;
    const row =
      (await this.films.findOne({ where: { projectId, userId, files }, order })) ??
      (await this.films.findOne({ where: { userId, files }, order }));
    return row && madeOf(present(row));
  }

  /** Returns the poster of the film whose file, or a part of it, has this address; null for other videos. */
  async posterOf(url: string, userId: string): Promise<string | null> {
    const files = Raw(
      (column) =>
        `(${column} ->> 'url' = :url or ${column} -> 'parts' @> jsonb_build_array(jsonb_build_object('url', :url::text)))`,
      { url },
    );
    const row = await this.films.findOne({ where: { userId, files }, order: { createdAt: 'desc' } });
    const made = row?.files;
    const part = made?.parts?.find((each) => each.url === url);
    return part?.posterUrl ?? made?.posterUrl ?? null;
  }

  private get films() {
    return this.dataSource.getRepository(filmJobEntity);
  }
}

const present = ({ userId: _, removed: __, usedUrls: ___, ...film }: FilmRow): Film => film;
const madeOf = ({ files, ...film }: Film): MadeFilm | null => files && { ...film, files };

type Status = Extract<PushMessage, { type: 'filmsChanged' }>['jobs'][number]['status'];

const statusOf = (type: string): Status => {
  if (type === filmJobs.type('Queued')) return 'queued';
  if (type === filmJobs.type('Completed')) return 'succeeded';
  return type === filmJobs.type('Failed') ? 'failed' : 'processing';
};

/** Notifies clients of every change of a film. */
export const filmsPushRule: PushRule<FilmEvent> = {
  types: [...JOB_STEPS.map((step) => filmJobs.type(step)), ...ABOUT_FILMS],
  draft({ type, streamId, data }) {
    const id = 'filmId' in data ? data.filmId : data.jobId;
    return {
      type: 'filmsChanged',
      jobs: [{ id, sceneId: null, projectId: idOfStream(streamId), status: statusOf(type) }],
    };
  },
};
