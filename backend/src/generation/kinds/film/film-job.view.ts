import type { FilmFiles, FilmFormat, FilmQuality } from '@storyreel/contracts';
import { idOfStream } from '../../../platform/domain/aggregate';
import type { RecordedEvent } from '../../../platform/domain/domain-event';
import { entityOf, type View } from '../../../platform/views/view';
import { isStep, type JobEvent, JOB_STEPS, type ProjectEventOf } from '../../../storyboard';
import { filmJobs } from './film-jobs';

/** A film of a project, from its place in the queue to its files. */
export interface FilmRow {
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
  removed: boolean;
  createdAt: string;
  startedAt: string | null;
}

type FilmEvent = JobEvent | ProjectEventOf<'FilmAdvanced' | 'FilmRemoved' | 'FilmRestored'>;
type Recorded = RecordedEvent<FilmEvent>;

const ABOUT_FILMS = ['FilmAdvanced', 'FilmRemoved', 'FilmRestored'] as const;

export const filmJobView: View<FilmRow, FilmEvent> = {
  name: 'film_job',
  version: 1,
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
  const { quality, format, blocks, seconds } = event.data;
  const { ownerId: userId, at: createdAt } = event.metadata;
  const asked = { quality, format, scenes: blocks.length, seconds };
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

export const filmJobEntity = entityOf(filmJobView);
