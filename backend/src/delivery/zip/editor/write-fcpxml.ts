import type { EditSound, FilmEdit } from '../../../generation';
import { asUrl, type PlaceOf } from './write-otio';

/** Start time of stills and gaps, as in Final Cut; it leaves room before them for fades. */
const STILL_START_SECONDS = 3_600;

type Attributes = Record<string, string | number | undefined>;

/**
 * Writes a film's cuts as FCPXML 1.10, following Apple's document type definition as published in November 2026
 * (developer.apple.com/documentation/professional-video-applications/document-type-definition). Media addresses may be
 * relative to the file. A medium that is not in the ZIP becomes a gap of the same length.
 */
export function toFcpxml(edit: FilmEdit, placeOf: PlaceOf): string {
  const { fps, size, title } = edit;
  const time = (frames: number): string => (frames % fps === 0 ? `${frames / fps}s` : `${frames}/${fps}s`);
  const still = STILL_START_SECONDS * fps;
  const assets = new Map<string, { id: string; xml: string }>();
  const assetOf = (place: string, about: Attributes): string => {
    const known = assets.get(place);
    if (known) return known.id;
    const id = `r${assets.size + 3}`;
    const media = tag('media-rep', { kind: 'original-media', src: asUrl(place) });
    assets.set(place, { id, xml: tag('asset', { id, name: nameIn(place), start: '0s', ...about }, [media]) });
    return id;
  };
  const sound = ({ name, url, frames, sourceFrom, sourceFrames }: EditSound, anchor: Attributes, role: string) => {
    const place = placeOf(url);
    if (place === null) return [];
    const length = sourceFrames ?? sourceFrom + frames;
    const ref = assetOf(place, { duration: time(length), hasAudio: 1, audioSources: 1 });
    const places = { ...anchor, name, start: time(sourceFrom), duration: time(frames), audioRole: role };
    return [tag('asset-clip', { ref, ...places })];
  };
  const spine = edit.pictures.flatMap((picture, index): string[] => {
    const { kind, name, from, frames, fadeOut, sourceFrom, sourceFrames, slow, isHeard } = picture;
    const next = edit.pictures[index + 1]?.from ?? edit.frames;
    const isLast = index === edit.pictures.length - 1;
    const place = placeOf(picture.url);
    const isStill = kind === 'card' || kind === 'image' || place === null;
    const start = isStill ? still : kind === 'freeze' ? 0 : Math.round(sourceFrom * slow);
    const anchored = (all: readonly EditSound[], lane: number, role: string): string[] =>
      all
        .filter((one) => one.from >= from && (one.from < next || isLast))
        .flatMap((one) => sound(one, { lane, offset: time(start + one.from - from) }, role));
    const inside = [...anchored(edit.narration, -1, 'dialogue'), ...anchored(edit.music, -2, 'music')];
    const where = { offset: time(from), name, start: time(start), duration: time(frames) };
    const fade = tag('transition', {
      name: 'Cross Dissolve',
      offset: time(from + frames - fadeOut / 2),
      duration: time(fadeOut),
    });
    return [element(), ...(fadeOut > 0 ? [fade] : [])];

    function element(): string {
      if (place === null) return tag('gap', where, inside);
      if (kind === 'image') {
        const ref = assetOf(place, { duration: '0s', hasVideo: 1, format: 'r2' });
        return tag('video', { ref, ...where }, inside);
      }
      const length = sourceFrames ?? frames;
      const ref = assetOf(place, { duration: time(length), hasVideo: 1, ...(isHeard && { hasAudio: 1 }) });
      const map =
        kind === 'freeze'
          ? timeMap([0, sourceFrom], [frames, sourceFrom])
          : slow === 1
            ? []
            : timeMap([0, 0], [Math.round(length * slow), length]);
      const heard = isHeard && kind === 'clip' ? { audioRole: 'effects' } : { srcEnable: 'video' };
      return tag('asset-clip', { ref, ...where, ...heard }, [...map, ...inside]);
    }
  });
  function timeMap(...points: [at: number, shows: number][]): string[] {
    const marks = points.map(([at, shows]) => tag('timept', { time: time(at), value: time(shows), interp: 'linear' }));
    return [tag('timeMap', {}, marks)];
  }
  const { width, height } = size;
  const formats = [
    tag('format', { id: 'r1', frameDuration: `1/${fps}s`, width, height, colorSpace: '1-1-1 (Rec. 709)' }),
    tag('format', { id: 'r2', name: 'FFVideoFormatRateUndefined' }),
  ];
  const about = { format: 'r1', duration: time(edit.frames), tcStart: '0s', tcFormat: 'NDF' };
  const sequence = tag('sequence', { ...about, audioLayout: 'stereo', audioRate: '48k' }, [tag('spine', {}, spine)]);
  const library = tag('library', {}, [tag('event', { name: title }, [tag('project', { name: title }, [sequence])])]);
  const resources = tag('resources', {}, [...formats, ...[...assets.values()].map(({ xml }) => xml)]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE fcpxml>\n${tag('fcpxml', { version: '1.10' }, [resources, library])}\n`;
}

const nameIn = (place: string): string => place.split('/').at(-1) ?? place;

function tag(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const told = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escape(value)}"`],
  );
  if (children.length === 0) return `<${name}${told.join('')}/>`;
  const inside = children.map((child) => child.replaceAll(/^/gmu, '  ')).join('\n');
  return `<${name}${told.join('')}>\n${inside}\n</${name}>`;
}

/** Characters that XML 1.0 cannot contain at all (control characters), or would turn into spaces (line breaks). */
const FORBIDDEN =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

const escape = (value: string | number): string =>
  String(value)
    .replaceAll(FORBIDDEN, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[\t\r\n]+/gu, ' ');
