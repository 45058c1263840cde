import { NARRATOR } from '@storyreel/contracts';
import type { SceneSpeech } from '@storyreel/contracts';
import type { MadeFilm } from '../../generation';
import { liveScenes } from '../../projects/storyboard';
import type { ProjectState, SceneState } from '../../projects/storyboard';

const MAX_LENGTH = 60;

/**
 * Makes a text safe as part of a file name. The result has only letters, marks, digits and '_', so it is never a path;
 * it is never empty.
 */
export function safeName(text: string, fallback: string): string {
  const name = text
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
  // Cut by code point, so that no surrogate pair is split.
  return [...name].slice(0, MAX_LENGTH).join('') || fallback;
}

const EXTENSIONS: Record<string, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
  'video/matroska': 'mkv',
  'video/ogg': 'ogv',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/ogg': 'ogg',
  'audio/webm': 'weba',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'application/x-subrip': 'srt',
  'text/vtt': 'vtt',
  'application/x-ndjson': 'jsonl',
};
export const extensionOf = (contentType: string): string => EXTENSIONS[contentType] ?? 'bin';

/** Returns a Content-Disposition header with an ASCII name for all clients, and the full name as in RFC 5987. */
export function attachment(filename: string): string {
  const plain = filename.replace(/[^A-Za-z0-9._-]/g, '_');
  const full = encodeURIComponent(filename).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${full}`;
}

/** A file of the project. `name` has no extension yet, because the stored bytes determine it. */
export interface PlannedAsset {
  kind: 'image' | 'video' | 'narration' | 'audio' | 'final-video' | 'captions';
  url: string;
  name: string;
  sceneId: string | null;
  /** Id of the image slot or the video. */
  id: string | null;
  main: boolean;
}
export interface ZipPlan {
  assets: PlannedAsset[];
  texts: { name: string; content: string }[];
}

/** Returns the scene's file name, such as '001_title'; such names sort in the storyboard's order. */
const sceneName = (scene: SceneState, index: number): string =>
  `${String(index + 1).padStart(3, '0')}_${safeName(scene.title, 'scene')}`;

function sceneAssets(scene: SceneState, index: number): PlannedAsset[] {
  const name = sceneName(scene, index);
  const images = scene.images.filter((slot) => slot.status === 'complete' && slot.url !== '');
  const videos = scene.videos.filter((video) => video.status === 'complete' && video.url !== '');
  return [
    ...images.map(({ id, url }, n): PlannedAsset => {
      const main = id === scene.mainImageId;
      return { kind: 'image', url, name: `images/${name}_${n + 1}${main ? '_main' : ''}`, sceneId: scene.id, id, main };
    }),
    ...videos.map(({ id, url }, n): PlannedAsset => {
      const main = id === scene.mainVideoId;
      return { kind: 'video', url, name: `videos/${name}_${n + 1}${main ? '_main' : ''}`, sceneId: scene.id, id, main };
    }),
    ...(scene.speech
      ? [
          {
            kind: 'narration' as const,
            url: scene.speech.url,
            name: `narration/${name}`,
            sceneId: scene.id,
            id: null,
            main: true,
          },
        ]
      : []),
  ];
}

/** Plans the caption files. Each has the name of the video file, as players expect. */
function captionsOf({ id, files }: MadeFilm): PlannedAsset[] {
  const part = { kind: 'captions', name: 'final_video', sceneId: null, id } as const;
  return [
    { ...part, url: files.srtUrl, main: true },
    { ...part, url: files.vttUrl, main: false },
  ];
}

function projectAssets({ fields }: ProjectState, film: MadeFilm | null): PlannedAsset[] {
  const whole = { sceneId: null, id: null, main: true };
  return [
    ...(fields.storyAudioUrl
      ? [{ kind: 'audio' as const, url: fields.storyAudioUrl, name: 'audio/story', ...whole }]
      : []),
    ...(fields.filmMusicUrl
      ? [{ kind: 'audio' as const, url: fields.filmMusicUrl, name: 'audio/music', ...whole }]
      : []),
    ...(fields.completedVideoUrl
      ? [{ kind: 'final-video' as const, url: fields.completedVideoUrl, name: 'final_video', ...whole }]
      : []),
    ...(film ? captionsOf(film) : []),
  ];
}

const promptText = (scene: SceneState, index: number): string =>
  [
    `Scene ${index + 1}: ${scene.title}`,
    `Duration: ${scene.duration} s`,
    `Description:\n${scene.description}`,
    `Image prompt:\n${scene.imagePrompt}`,
    `Video prompt:\n${scene.videoPrompt}`,
    `Story:\n${scene.sourceText}`,
  ].join('\n\n') + '\n';

/** Returns the spoken text, preceded by the speaker unless it is the narrator. */
const narrationText = ({ speaker }: SceneState, { text }: SceneSpeech): string =>
  `${speaker === NARRATOR ? '' : `${speaker}:\n`}${text}\n`;

/**
 * Plans a project's ZIP. The plan has no assets when there is nothing to download.
 * @param film the film that is the final video, if any
 */
export function planZip(state: ProjectState, film: MadeFilm | null = null): ZipPlan {
  const scenes = liveScenes(state);
  const prompts = scenes.map((scene, index) => ({
    name: `prompts/${sceneName(scene, index)}.txt`,
    content: promptText(scene, index),
  }));
  const lines = scenes.flatMap((scene, index) =>
    scene.speech
      ? [{ name: `narration/${sceneName(scene, index)}.txt`, content: narrationText(scene, scene.speech) }]
      : [],
  );
  const { title, description, story } = state.fields;
  const board = [title, description, ...prompts.map(({ content }) => content), `Story:\n${story}\n`];
  return {
    assets: [...scenes.flatMap(sceneAssets), ...projectAssets(state, film)],
    texts: [...prompts, ...lines, { name: 'storyboard.txt', content: board.join('\n\n---\n\n') }],
  };
}
