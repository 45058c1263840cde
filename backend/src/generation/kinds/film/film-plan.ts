import { type FilmQuality, filmTimeline, LIMITS } from '@storyreel/contracts';
import { DomainError } from '../../../platform/domain/domain-error';
import { keyOfMediaUrl } from '../../../platform/storage';
import { type FilmAsked, liveScenes, type ProjectState, type SceneState } from '../../../storyboard';

/**
 * A project's film as it would be made now.
 * @throws DomainError bad_request, limit_reached with what to do about it
 */
export function planFilm({ fields, ...state }: ProjectState, quality: FilmQuality): FilmAsked {
  const { film: settings } = fields;
  const { blocks, missing, seconds } = filmTimeline(liveScenes(state).map(sceneOfFilm), settings);
  if (blocks.length === 0) throw refusal('Choose an image or make a clip for at least one scene first.');
  const [first] = missing;
  if (first) throw refusal(`“${first.title}” has neither an image nor a clip. Add one, or delete the scene.`);
  if (blocks.length > LIMITS.scenesPerFilm) throw tooMuch(`A film can have at most ${LIMITS.scenesPerFilm} scenes.`);
  if (seconds > LIMITS.filmSeconds) throw tooMuch(`A film can last at most ${LIMITS.filmSeconds / 60} minutes.`);
  const outside = blocks.find(({ picture }) => keyOfMediaUrl(picture.url) === null);
  if (outside) throw refusal(`What “${outside.title}” shows is on another site. Upload it to use it in a film.`);
  const { format, captions, titleCard, endCard } = settings;
  const music = settings.music && fields.storyAudioUrl !== null && keyOfMediaUrl(fields.storyAudioUrl) !== null;
  const musicUrl = music ? fields.storyAudioUrl : null;
  return { title: fields.title, quality, format, captions, titleCard, endCard, musicUrl, blocks, seconds };
}

function sceneOfFilm({ id, title, duration, videos, mainVideoId, images, mainImageId, speech }: SceneState) {
  const video = videos.find((item) => item.id === mainVideoId);
  const mainVideo = video ? { url: video.url, duration: video.duration } : null;
  return {
    id,
    title,
    duration,
    mainVideo,
    speech,
    mainImageUrl: images.find((slot) => slot.id === mainImageId)?.url ?? null,
  };
}

const refusal = (message: string): DomainError => new DomainError('bad_request', message);
const tooMuch = (message: string): DomainError => new DomainError('limit_reached', message);
