import type { EditPicture, EditSound, FilmEdit } from '../../../generation';

/** Returns the address of a medium relative to the folder of these files; null for a medium that is not in the ZIP. */
export type PlaceOf = (url: string | null) => string | null;

/**
 * Writes a film's cuts as OpenTimelineIO. The schemas and their fields follow the samples of
 * AcademySoftwareFoundation/OpenTimelineIO, read in November 2026: tests/sample_data/transition.otio and effects.otio.
 * `Clip.1` is the older of two versions; every reader accepts it.
 */
export function toOtio(edit: FilmEdit, placeOf: PlaceOf): string {
  const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: edit.fps, value });
  const range = (start: number, length: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(start),
    duration: time(length),
  });
  const item = { source_range: null, effects: [] as unknown[], markers: [], metadata: {} };
  const gap = (name: string, frames: number) => ({
    ...item,
    OTIO_SCHEMA: 'Gap.1',
    name,
    source_range: range(0, frames),
  });
  const media = (url: string | null, frames: number | null) => {
    const place = placeOf(url);
    const about = { metadata: {}, name: '', available_range: frames === null ? null : range(0, frames) };
    return place === null
      ? { OTIO_SCHEMA: 'MissingReference.1', ...about }
      : { OTIO_SCHEMA: 'ExternalReference.1', ...about, target_url: asUrl(place) };
  };
  const clip = ({ name, url, frames, sourceFrom, sourceFrames }: EditSound | EditPicture, effects: unknown[] = []) => ({
    ...item,
    OTIO_SCHEMA: 'Clip.1',
    name,
    source_range: range(sourceFrom, frames),
    effects,
    media_reference: media(url, sourceFrames),
  });
  const track = (kind: 'Video' | 'Audio', name: string, children: unknown[]) => ({
    ...item,
    OTIO_SCHEMA: 'Track.1',
    name,
    kind,
    children,
  });
  const pictures = edit.pictures.flatMap((picture): unknown[] => {
    const { kind, name, frames, fadeOut } = picture;
    const shown = kind === 'card' ? gap(name, frames) : clip(picture, speedOf(picture));
    return fadeOut === 0 ? [shown] : [shown, fade(time(fadeOut / 2))];
  });
  const sounds = (all: readonly (EditSound | EditPicture)[]): unknown[] => {
    let at = 0;
    return all.flatMap((sound) => {
      const pause = sound.from - at;
      at = sound.from + sound.frames;
      const played = clip(sound, 'slow' in sound ? speedOf(sound) : []);
      return pause > 0 ? [gap('', pause), played] : [played];
    });
  };
  const tracks = [
    track('Video', 'Pictures', pictures),
    track('Audio', 'Narration', sounds(edit.narration)),
    track('Audio', 'Sound of clips', sounds(edit.pictures.filter(({ isHeard, kind }) => isHeard && kind === 'clip'))),
    track('Audio', 'Music', sounds(edit.music)),
  ].filter(({ children }) => children.length > 0);
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: edit.title,
    global_start_time: time(0),
    tracks: { ...item, OTIO_SCHEMA: 'Stack.1', name: 'tracks', children: tracks },
  };
  return `${JSON.stringify(timeline, null, 2)}\n`;
}

const fade = (half: object) => ({
  OTIO_SCHEMA: 'Transition.1',
  metadata: {},
  name: 'Cross-fade',
  transition_type: 'SMPTE_Dissolve',
  in_offset: half,
  out_offset: half,
});

function speedOf({ kind, slow }: EditPicture): unknown[] {
  const about = { metadata: {}, name: '' };
  if (kind === 'freeze')
    return [{ OTIO_SCHEMA: 'FreezeFrame.1', ...about, effect_name: 'FreezeFrame', time_scalar: 0 }];
  if (kind !== 'clip' || slow === 1) return [];
  return [{ OTIO_SCHEMA: 'LinearTimeWarp.1', ...about, effect_name: 'LinearTimeWarp', time_scalar: 1 / slow }];
}

/** Percent-encodes each name of a relative path. */
export const asUrl = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
