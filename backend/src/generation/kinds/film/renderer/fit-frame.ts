import { readFile } from 'node:fs/promises';
import { readPictureHeader } from '../../../../infra/media/pictures/picture-header';
import type { FrameSize } from './film-plan';
import { cover } from './film-tools';

/**
 * Maximum share of a picture that is cut off to fill the frame. Cutting off more would remove people's heads and hands.
 */
const MOST_CUT = 0.13;
/** Factor by which the background is scaled down before it is blurred, which saves time. */
const SMALLER = 16;
const COLOURS = 'out_color_matrix=bt709:out_range=tv';
/** Darkens the background, so that it does not distract from the picture. */
const DARKER = "lutyuv=y='16+(val-16)*0.62'";

/** Tells whether a picture can fill a frame without losing more than its margins. */
export const fills = (picture: FrameSize, frame: FrameSize): boolean => {
  const [own, wanted] = [picture.width / picture.height, frame.width / frame.height];
  return 1 - Math.min(own, wanted) / Math.max(own, wanted) <= MOST_CUT;
};

/**
 * Returns the filter that fits a picture into a frame. A picture of another shape is shown whole, on a blurred
 * enlargement of itself. A filter graph may contain this filter only once.
 * @param isInColour true if the picture already has the film's pixels and colours
 */
export function fitted(frame: FrameSize, picture: FrameSize, isInColour = false): string {
  if (fills(picture, frame)) return cover(frame, isInColour);
  const { width, height } = frame;
  const small = { width: even(width / SMALLER), height: even(height / SMALLER) };
  return [
    'split[fit-far][fit-near]',
    [
      `[fit-far]scale=${small.width}:${small.height}:force_original_aspect_ratio=increase:flags=area:${COLOURS}`,
      `crop=${small.width}:${small.height},setsar=1,format=yuv420p,gblur=sigma=2`,
      `scale=${width}:${height}:flags=bicubic,${DARKER}[fit-behind]`,
    ].join(','),
    [
      `[fit-near]scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=bicubic:${COLOURS}`,
      'setsar=1,format=yuv420p[fit-front]',
    ].join(','),
    '[fit-behind][fit-front]overlay=x=(W-w)/2:y=(H-h)/2:format=yuv420,setsar=1,format=yuv420p',
  ].join(';');
}

const even = (length: number): number => Math.max(2, Math.round(length / 2) * 2);

/** Reads the size of a JPEG drawn by this product. */
export async function sizeOfStill(path: string): Promise<FrameSize> {
  const header = readPictureHeader(await readFile(path));
  if (!header) throw new Error(`${path} is not an image`);
  return header;
}
