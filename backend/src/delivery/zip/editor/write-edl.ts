import type { EditPicture, EditSound, FilmEdit } from '../../../generation';
import type { PlaceOf } from './write-otio';

/** Start of the timeline: video editors begin theirs at one hour. */
const STARTS_AT_SECONDS = 3_600;

/**
 * Writes a film's cuts as a CMX 3600 edit decision list. The columns, the two-line dissolves and the motion memory `M2`
 * follow the samples of AcademySoftwareFoundation/OpenTimelineIO, read in November 2026:
 * tests/sample_data/dissolve_test_4.edl, speed_effects_small.edl and multi_audio.edl.
 */
export function toEdl(edit: FilmEdit, placeOf: PlaceOf): string {
  const { fps } = edit;
  const clock = (frames: number): string => timecode(frames, fps);
  const starts = STARTS_AT_SECONDS * fps;
  const lines: string[] = [`TITLE: ${oneLine(edit.title)}`, 'FCM: NON-DROP FRAME'];
  let number = 0;
  const line = (reel: string, track: string, how: string, from: Span, at: Span): string =>
    [
      String(number).padStart(3, '0'),
      `${reel.padEnd(8)}`,
      `${track.padEnd(5)}`,
      how.padEnd(8),
      ...[from.in, from.out, starts + at.in, starts + at.out].map(clock),
    ]
      .join(' ')
      .replace(' ', '  ');
  const named = (what: 'FROM' | 'TO', { name, url }: { name: string; url: string | null }): string[] => {
    const place = placeOf(url);
    return [
      `* ${what} CLIP NAME: ${oneLine(name)}`,
      ...(place === null || what === 'FROM' ? [] : [`* SOURCE FILE: ${oneLine(place)}`]),
    ];
  };
  for (const [index, picture] of edit.pictures.entries()) {
    const { fadeIn } = picture;
    number += 1;
    // A dissolve begins half of its length before the cut.
    const at = { in: picture.from - fadeIn / 2, out: picture.from + picture.frames - picture.fadeOut / 2 };
    const from = sourceSpan(picture, at);
    const before = edit.pictures[index - 1];
    if (fadeIn > 0 && before) {
      const last = sourceSpan(before, { in: at.in, out: at.in }).in;
      lines.push('', line(reelOf(before), 'V', 'C', { in: last, out: last }, { in: at.in, out: at.in }));
      lines.push(line(reelOf(picture), 'V', `D    ${String(fadeIn).padStart(3, '0')}`, from, at));
      lines.push('* BLEND, DISSOLVE', ...named('FROM', before), ...named('TO', picture));
    } else {
      const [name = '', ...file] = [...named('FROM', picture), ...named('TO', picture).slice(1)];
      lines.push('', line(reelOf(picture), 'V', 'C', from, at), name, ...file);
    }
    const speed = picture.kind === 'freeze' ? 0 : fps / picture.slow;
    if (picture.kind === 'freeze' || picture.slow !== 1)
      lines.push(`M2   AX       ${speed.toFixed(1).padStart(5, '0')}                ${clock(from.in)}`);
  }
  const sound = (one: EditSound | EditPicture, track: string, more: string[] = []): void => {
    number += 1;
    const at = { in: one.from, out: one.from + one.frames };
    const from = 'slow' in one ? sourceSpan(one, at) : { in: one.sourceFrom, out: one.sourceFrom + one.frames };
    const [name = '', ...file] = [...named('FROM', one), ...named('TO', one).slice(1)];
    lines.push('', line('AX', track, 'C', from, at), name, ...file, ...more);
  };
  for (const one of edit.narration) sound(one, 'A');
  for (const one of edit.music) sound(one, 'A2');
  for (const one of edit.pictures.filter(({ isHeard, kind }) => isHeard && kind === 'clip'))
    sound(one, 'NONE', ['AUD  3']);
  return `${lines.join('\r\n')}\r\n`;
}

interface Span {
  in: number;
  out: number;
}

const reelOf = ({ kind }: EditPicture): string => (kind === 'card' ? 'BL' : 'AX');

/** Returns the frames of a picture's file that are visible between two times of the film. */
function sourceSpan({ kind, from, sourceFrom, slow }: EditPicture, at: Span): Span {
  if (kind === 'freeze') return { in: sourceFrom, out: sourceFrom + 1 };
  if (kind !== 'clip') return { in: 0, out: at.out - at.in };
  const frameAt = (frame: number): number => Math.max(0, Math.round(sourceFrom + (frame - from) / slow));
  return { in: frameAt(at.in), out: frameAt(at.out) };
}

function timecode(frames: number, fps: number): string {
  const seconds = Math.floor(frames / fps);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frames % fps];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Returns the text on one line, since a line break would begin another statement of the list. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
