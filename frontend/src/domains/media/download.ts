import type { Scene } from '@storyreel/contracts';
import { sanitizeTitle } from './filenames';
import type { MediaAsset } from './slots';

/** Hands an address of ours to the browser's downloads. An address from elsewhere opens beside this page instead. */
export function downloadFrom(url: string, filename: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  const isOurs = URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
  if (!isOurs) {
    link.target = '_blank';
    link.rel = 'noreferrer';
  }
  document.body.append(link);
  link.click();
  link.remove();
}

/** With its dot; empty where the address tells none. */
export const extensionOf = (url: string): string => /\.[a-z0-9]{2,5}$/i.exec(url.split(/[?#]/)[0] ?? '')?.[0] ?? '';

/** 'The_lighthouse_2.png', or the name that a video was uploaded with. */
export function assetFilename(scene: Scene, asset: MediaAsset): string {
  const video = scene.videos.find(({ id }) => id === asset.id);
  if (video?.filename) return video.filename;
  const place = scene.imageIds.indexOf(asset.id) + 1;
  return `${sanitizeTitle(scene.title, 'scene')}_${place || 1}${extensionOf(asset.url)}`;
}
