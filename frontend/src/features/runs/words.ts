import { IMAGE_WORK, IMAGE_WORKS } from '@storyreel/contracts';
import type { ImageWork, Run, RunKind, RunStateName } from '@storyreel/contracts';
import type { Tone } from '../../ui';

export const STATE_WORDS: Record<RunStateName, string> = {
  queued: 'Queued',
  running: 'Running',
  complete: 'Complete',
  failed: 'Failed',
};
export const STATE_TONES: Record<RunStateName, Tone> = {
  queued: 'neutral',
  running: 'warning',
  complete: 'positive',
  failed: 'danger',
};

const IMAGE_WORDS = Object.fromEntries(IMAGE_WORKS.map((work) => [work, IMAGE_WORK[work].label])) as Record<
  ImageWork,
  string
>;
export const KIND_WORDS: Record<RunKind, string> = {
  ...IMAGE_WORDS,
  castSheet: 'Cast sheet',
  video: 'Clip',
  speech: 'Narration',
  film: 'Film',
  text: 'Text',
  chat: 'Chat reply',
};
/** Names a kind of run; the log may contain kinds from another release. */
export const kindWord = (kind: string): string => (KIND_WORDS as Readonly<Record<string, string>>)[kind] ?? kind;

export const runTitle = ({ kind, project }: Pick<Run, 'kind' | 'project'>): string =>
  project?.title ? `${kindWord(kind)} for ${project.title}` : kindWord(kind);

/** Minutes from which durations are shown in hours only. */
const LONG_MINUTES = 600;

/** Formats a duration: 950 ms, 2.4 s, 3 min 5 s, 2 h 5 min, 52 h. */
export function duration(ms: number): string {
  if (Math.round(ms) < 1_000) return `${Math.round(ms)} ms`;
  // Rounds first, so that 59,960 ms does not give '60.0 s', nor 119,600 ms '1 min 60 s'.
  const tenths = Math.round(ms / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const minutes = Math.round(ms / 60_000);
  return minutes < LONG_MINUTES
    ? `${Math.floor(minutes / 60)} h ${minutes % 60} min`
    : `${Math.round(ms / 3_600_000)} h`;
}

export const runDuration = ({ requestedAt, endedAt }: Pick<Run, 'requestedAt' | 'endedAt'>): string =>
  endedAt === null ? '–' : duration(Date.parse(endedAt) - Date.parse(requestedAt));

export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');

/** Formats a setting's name: styleAttributes → Style attributes; scene.text → Scene text. */
export const settingName = (name: string): string => {
  const words = name.replace(/[._]/g, ' ').replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
