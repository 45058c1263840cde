import type { filmTimeline, Scene } from '@storyreel/contracts';

type SceneOfFilm = Parameters<typeof filmTimeline>[0][number];

/** A scene as the film's timeline asks for it. */
export function sceneOfFilm(scene: Scene): SceneOfFilm {
  const { id, title, duration, imageUrl, imageUrls, videos, mainVideoId, speech } = scene;
  const video = videos.find((item) => item.id === mainVideoId);
  const mainVideo = video ? { url: video.url, duration: video.duration } : null;
  return { id, title, duration, mainVideo, mainImageUrl: imageUrl, imageUrls, speech };
}
