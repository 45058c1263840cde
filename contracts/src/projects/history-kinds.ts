/** This file does not use zod, because the workspace shows the kinds of work before any schema is loaded. */

/** Kinds of work by which the history can be filtered. */
export const HISTORY_KINDS = [
  'story',
  'scenes',
  'texts',
  'images',
  'clips',
  'sound',
  'film',
  'cast',
  'posts',
  'project',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Labels of the kinds on screen. */
export const HISTORY_KIND_LABELS: Record<HistoryKind, string> = {
  story: 'Story',
  scenes: 'Scenes',
  texts: 'Texts of scenes',
  images: 'Images',
  clips: 'Clips',
  sound: 'Narration and sound',
  film: 'Film',
  cast: 'Cast',
  posts: 'Posts',
  project: 'Project',
};

/** A pause of this many minutes ends a session of work. */
export const SESSION_GAP_MINUTES = 30;
