import type { Film as MadeFilm, Project, Scene, SelectedProjectVideo } from '@storyreel/contracts';
import { filmFilename, QUALITY_WORDS } from '../film/api';

/** A project's finished video that can be posted. */
export interface SelectableVideo {
  id: string;
  url: string;
  filename: string;
  type: 'project' | 'scene';
  title: string;
  /** Name of the kind of video, if the type does not make it clear. */
  label?: string;
  /** Set for the video of a scene. */
  sceneId?: string;
}

type Film = Pick<Project, 'id' | 'title' | 'completedVideoUrl' | 'completedVideoFilename' | 'completedVideoStatus'>;

const finalVideo = (project: Film): SelectableVideo[] => {
  const { id, title, completedVideoUrl: url, completedVideoFilename: filename, completedVideoStatus: status } = project;
  return status === 'complete' && url !== null
    ? [{ id, url, filename: filename ?? 'final-video.mp4', type: 'project', title }]
    : [];
};

const videosOf = ({ id: sceneId, title, videos }: Pick<Scene, 'id' | 'title' | 'videos'>): SelectableVideo[] =>
  videos
    .filter(({ status, url }) => status === 'complete' && url !== '')
    .map(({ id, url, filename }) => ({ id, url, filename, type: 'scene', title, sceneId }));

/** Returns the video id of one part of a film. `part`: number of the part, from 1. */
export const partVideoId = (filmId: string, part: number): string => `${filmId} part ${part}`;

/** Lists the film that the address names, and the film's parts. */
export function filmVideos({ title }: Pick<Project, 'title'>, film: MadeFilm): SelectableVideo[] {
  if (film.files === null) return [];
  const { id, files } = film;
  const label = `Film, ${QUALITY_WORDS[film.quality]}`;
  const { parts = [] } = files;
  return [
    { id, url: files.url, filename: filmFilename(title, film), type: 'project', title, label },
    ...parts.map(({ url }, at): SelectableVideo => {
      const filename = filmFilename(`${title} part ${at + 1}`, film);
      const partLabel = `Part ${at + 1} of ${parts.length}`;
      return { id: partVideoId(id, at + 1), url, filename, type: 'project', title, label: partLabel };
    }),
  ];
}

/** Lists the project's final video first, then the clips in the order of the scenes. */
export const selectableVideos = (
  project: Film | undefined,
  scenes: readonly Pick<Scene, 'id' | 'title' | 'videos'>[],
): SelectableVideo[] => [...(project ? finalVideo(project) : []), ...scenes.flatMap(videosOf)];

export const VIDEO_LABELS: Record<SelectableVideo['type'], string> = { project: 'Final Video', scene: 'Scene Video' };

/** Converts a video to the form that posts use. */
export const asProjectVideo = ({ id, url, type, title, filename }: SelectableVideo): SelectedProjectVideo => ({
  videoId: id,
  videoUrl: url,
  videoType: type,
  videoTitle: title,
  videoFilename: filename,
});
