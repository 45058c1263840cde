import { readFile } from 'node:fs/promises';
import { readPictureHeader } from '../../../../infra/media/pictures/picture-header';
import type { FrameSize } from './film-plan';
import { cover } from './film-tools';

/** Share of a picture that filling the frame may cut off. Beyond it people would lose heads and hands. */
const MOST_CUT = 0.13;
/** The background is blurred at this fraction of its size, which saves time. */
const SMALLER = 16;
const COLOURS = 'out_color_matrix=bt709:out_range=tv';
/** Darkens the background, so that the eye stays on the picture. */
const DARKER = "lutyuv=y='16+(val-16)*0.62'";

/** True when a picture can fill a frame without losing more than its margins. */
export const fills = (picture: FrameSize, frame: FrameSize): boolean => {
  const [own, wanted] = [picture.width / picture.height, frame.width / frame.height];
  return 1 - Math.min(own, wanted) / Math.max(own, wanted) <= MOST_CUT;
};

/**
 * Returns the filter that fits a picture into a frame. A picture of another shape is shown whole, over its own blurred
 * enlargement. A filter graph may contain this filter once.
 * @param isInColour the picture has the film's pixels and colours already
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
