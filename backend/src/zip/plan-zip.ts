import { NARRATOR, type SceneSpeech } from '@storyreel/contracts';
import type { MadeFilm } from '../generation';
import { liveScenes, type ProjectState, type SceneState } from '../storyboard';
import { safeName } from './asset-names';

/** A file of the project. `name` has no extension yet: the stored bytes tell it. */
export interface PlannedAsset {
  kind: 'image' | 'video' | 'narration' | 'audio' | 'final-video' | 'captions';
  url: string;
  name: string;
  sceneId: string | null;
  /** The slot's or the video's id. */
  id: string | null;
  main: boolean;
}
export interface ZipPlan {
  assets: PlannedAsset[];
  texts: { name: string; content: string }[];
}

/** '001_title': stable, and in the storyboard's order. */
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

/** With the name of the video, as players look for them. */
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

/** What was spoken, and by whom. */
const narrationText = ({ speaker }: SceneState, { text }: SceneSpeech): string =>
  `${speaker === NARRATOR ? '' : `${speaker}:\n`}${text}\n`;

/**
 * What a project's ZIP holds; no assets when there is nothing to download.
 * @param film that the final video is, if it is one
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
