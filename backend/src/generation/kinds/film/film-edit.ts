import { filmTimeline, imagesOf, LEAD_SECONDS, LIMITS, pinnedShots, USUAL_PACE } from '@storyreel/contracts';
import type { FilmBlock, MusicBed } from '@storyreel/contracts';
import { keyOfMediaUrl } from '../../../infra/storage';
import { liveScenes } from '../../../projects/storyboard';
import type { ProjectState } from '../../../projects/storyboard';
import { musicOf, sceneOfFilm } from './film-requests';
import { bedOf } from './music/music-beds';
import { captionsOf, subtitlesAt, toSrt } from './renderer/captions';
import { type FilmPlan, FPS, type FilmScene, frameSize, SAMPLE_RATE } from './renderer/film-plan';
import { slowOf } from './renderer/picture-source';
import { isHeard, type PreparedScene, trimOf } from './renderer/prepare-scenes';
import { filmPictures, pictureFrames, scenesOf, type SceneShot } from './renderer/timeline';

/** Facts about clips and sounds that can only be read from their files. */
export type MeasuredMedia = ReadonlyMap<string, { seconds: number; hasSound: boolean }>;

/** A card or a shot on a video editor's timeline. Times are counted in frames of the film. */
export interface EditPicture {
  kind: 'card' | 'image' | 'clip' | 'freeze';
  /** The scene's title, or the text of a card. */
  name: string;
  from: number;
  frames: number;
  /** Full lengths of the cross-fades at the picture's borders; half of each lies beyond the border. */
  fadeIn: number;
  fadeOut: number;
  /** Address of the image or the clip; null for a card. */
  url: string | null;
  /** The frame of the clip that is shown at `from`, counted at the film's frame rate. */
  sourceFrom: number;
  /** Length of the whole clip; null for other pictures. */
  sourceFrames: number | null;
  /** Factor by which a clip is slowed down. */
  slow: number;
  /** True if the clip's own sound is played. */
  isHeard: boolean;
}

/** A narration or a piece of music. Times are counted in frames of the film. */
export interface EditSound {
  name: string;
  url: string;
  from: number;
  frames: number;
  sourceFrom: number;
  /** Length of the whole sound, if known. */
  sourceFrames: number | null;
}

/** A film as a list of its cuts. */
export interface FilmEdit {
  title: string;
  fps: number;
  frames: number;
  size: { width: number; height: number };
  /** The pictures in order and without gaps. */
  pictures: EditPicture[];
  narration: EditSound[];
  music: EditSound[];
  /** The music supplied with the product: its name, which is also its address in `music`, and its file. */
  bed: { name: MusicBed; path: string } | null;
  srt: string;
}

/** Lists the clips and sounds whose lengths affect the cuts of a project's film. */
export function mediaOfEdit({ fields, ...state }: ProjectState): { url: string; kind: 'video' | 'audio' }[] {
  const { blocks } = filmTimeline(liveScenes(state).map(sceneOfFilm), fields.film);
  const { musicUrl } = musicOf(fields);
  const clips = blocks.flatMap(({ picture }) => (picture.kind === 'clip' ? [picture.url] : []));
  return [
    ...[...new Set(clips)].map((url) => ({ url, kind: 'video' as const })),
    ...(musicUrl === null ? [] : [{ url: musicUrl, kind: 'audio' as const }]),
  ];
}

/**
 * Returns the cuts of a project's film as it would be rendered now, using the renderer's own timeline. Scenes with
 * neither an image nor a clip are left out. Returns null when no scene has one, or when more scenes have one than a
 * film may contain.
 */
export function editOf({ fields, ...state }: ProjectState, measured: MeasuredMedia): FilmEdit | null {
  const settings = fields.film;
  const { blocks } = filmTimeline(liveScenes(state).map(sceneOfFilm), settings);
  if (blocks.length === 0 || blocks.length > LIMITS.scenesPerFilm) return null;
  const prepared = blocks.map((block) => preparedOf(block, measured));
  const card = (text: string): FilmPlan['title'] => (text.trim() === '' ? null : { text });
  const plan: FilmPlan = {
    format: settings.format,
    quality: '1080p',
    title: card(settings.titleCard),
    end: card(settings.endCard),
    scenes: prepared.map(({ scene }) => scene),
    music: null,
    captions: { style: settings.captions, platform: 'all', look: settings.captionLook },
    pace: settings.pace ?? USUAL_PACE,
  };
  const titles = new Map(blocks.map(({ sceneId, title }) => [sceneId, title]));
  const speeches = new Map(blocks.map(({ sceneId, speech }) => [sceneId, speech]));
  const all = filmPictures(plan, prepared);
  const frames = all.reduce((sum, { slot }) => sum + slot.frames, 0);
  const pictures = all.map((picture): EditPicture => {
    const { startFrame: from, fadeIn, fadeOut, frames: length } = picture.slot;
    const place = { from, frames: length, fadeIn, fadeOut };
    if (picture.kind === 'scene') return { ...place, name: titles.get(picture.scene.id) ?? '', ...shownBy(picture) };
    const nothing = { url: null, sourceFrom: 0, sourceFrames: null, slow: 1, isHeard: false };
    return { ...place, kind: 'card', name: picture.text, ...nothing };
  });
  const narration = scenesOf(all).flatMap(({ scene: { id }, whole }): EditSound[] => {
    const speech = speeches.get(id);
    if (!speech) return [];
    const length = Math.round(speech.seconds * FPS);
    const from = whole.startFrame + Math.round(LEAD_SECONDS * FPS);
    const name = titles.get(id) ?? '';
    return [{ name, url: speech.url, from, frames: length, sourceFrom: 0, sourceFrames: length }];
  });
  const subtitles = scenesOf(all).flatMap((scene) =>
    subtitlesAt(scene.whole.speechStart ?? 0, captionsOf(plan, scene)?.phrases ?? []),
  );
  return {
    title: fields.title,
    fps: FPS,
    frames,
    size: frameSize(settings.format, '1080p'),
    pictures,
    narration,
    ...musicFor(musicOf(fields), frames, measured),
    srt: toSrt(subtitles),
  };
}

/** Returns a scene in the form that the renderer reads from files, with addresses instead of paths. */
function preparedOf(block: FilmBlock, measured: MeasuredMedia): PreparedScene {
  const { sceneId: id, picture, others: all = [], speech, seconds, transition } = block;
  const others = all.filter((url) => keyOfMediaUrl(url) !== null);
  const still = (path: string) => ({ kind: 'image' as const, path });
  const { trimStart, muted, url } = picture;
  const shown = picture.kind === 'clip' ? { kind: picture.kind, path: url, trimStart, muted } : still(url);
  const known = measured.get(url);
  const clip =
    picture.kind === 'clip'
      ? {
          path: url,
          hash: url,
          ...{ demuxer: '', width: 0, height: 0, colours: '' },
          seconds: known?.seconds ?? picture.seconds ?? trimStart + seconds,
          hasSound: known?.hasSound ?? false,
        }
      : null;
  const images = imagesOf({ picture, others });
  const scene: FilmScene = {
    id,
    picture: shown,
    others: others.map(still),
    pins: pinnedShots(block.pins, images),
    speech: speech && { path: speech.url, text: speech.text, times: speech.times },
    seconds: speech ? null : seconds,
    transition,
  };
  const spoken = speech && {
    folder: '',
    seconds: speech.seconds,
    text: speech.text.trim(),
    times: speech.times ?? [],
  };
  return { scene, images: images.map((path) => ({ path, hash: path })), clip, speech: spoken, seconds };
}

function shownBy(
  picture: SceneShot,
): Pick<EditPicture, 'kind' | 'url' | 'sourceFrom' | 'sourceFrames' | 'slow' | 'isHeard'> {
  const { shot, prepared, scene, slot } = picture;
  const { clip } = prepared;
  const none = { sourceFrom: 0, sourceFrames: null, slow: 1, isHeard: false };
  if (shot.kind === 'image') return { kind: 'image', url: prepared.images[shot.image]?.path ?? null, ...none };
  const sourceFrames = Math.max(1, Math.round((clip?.seconds ?? 0) * FPS));
  const url = clip?.path ?? null;
  if (shot.kind === 'last-frame') return { kind: 'freeze', url, ...none, sourceFrom: sourceFrames - 1, sourceFrames };
  const begins = trimOf(scene) + shot.clipFrom;
  const slow = slowOf(shot, (clip?.seconds ?? 0) - begins, pictureFrames(slot));
  // The clip begins with the fade, and half of the fade lies before the border.
  const sourceFrom = Math.round(begins * FPS + slot.fadeIn / 2 / slow);
  return { kind: 'clip', url, sourceFrom, sourceFrames, slow, isHeard: isHeard(prepared) };
}

/** Repeats the music to the end of the film, as the renderer does. */
function musicFor(
  { musicUrl, musicBed }: ReturnType<typeof musicOf>,
  frames: number,
  measured: MeasuredMedia,
): Pick<FilmEdit, 'music' | 'bed'> {
  const bed = musicBed ? bedOf(musicBed) : null;
  const url = musicBed ?? musicUrl;
  if (url === null) return { music: [], bed: null };
  const start = Math.round(((bed?.repeats.from ?? 0) / SAMPLE_RATE) * FPS);
  const seconds = bed ? (bed.repeats.to - bed.repeats.from) / SAMPLE_RATE : measured.get(url)?.seconds;
  const length = seconds === undefined ? frames : Math.max(1, Math.floor(seconds * FPS));
  const sourceFrames = seconds === undefined ? null : start + length;
  const music: EditSound[] = [];
  for (let from = 0; from < frames; from += length) {
    const part = Math.min(length, frames - from);
    music.push({ name: 'Music', url, from, frames: part, sourceFrom: start, sourceFrames });
  }
  return { music, bed: musicBed && bed ? { name: musicBed, path: bed.path } : null };
}
