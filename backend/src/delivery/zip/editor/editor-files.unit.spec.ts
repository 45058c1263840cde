import { NEW_FILM_SCENE, NEW_FILM_SETTINGS } from '@storyreel/contracts';
import { editOf, type FilmEdit } from '../../../generation';
import { projectAggregate, type ProjectEvent } from '../../../projects/storyboard';
import { stateOf } from '../../../testing/given-when-then';
import { created, image, scene, sceneId, video } from '../../../testing/project-fixtures';
import { toEdl } from './write-edl';
import { toFcpxml } from './write-fcpxml';
import { toOtio } from './write-otio';

const key = (letter: string): string => `/api/media/${letter.repeat(32)}`;
const IMAGE = key('A');
const CLIP = key('B');
const VOICE = key('C');
/** Length of a clip of 120 frames at 23.976 frames per second; not a whole number of the film's frames. */
const CLIP_SECONDS = 5.005;
const speech = { url: VOICE, seconds: 1.9, text: 'I climb the stairs.', voice: 'alto' };

const edited = (changes: object): ProjectEvent => ({ type: 'ProjectEdited', data: { changes } });
const film = {
  ...NEW_FILM_SETTINGS,
  titleCard: 'Salt & Fog',
  musicBed: 'calm' as const,
  scenes: [
    { ...NEW_FILM_SCENE, sceneId: sceneId(1), trimStart: 1.4, transition: 'fade' as const },
    { ...NEW_FILM_SCENE, sceneId: sceneId(3), muted: true },
  ],
};
const clip = { ...video('b'), url: CLIP };
const state = stateOf(projectAggregate, [
  created([
    scene(1, { title: 'Dawn <"1">', videos: [clip], mainVideoId: 'b' }),
    scene(2, { title: 'Noon', images: [image('a', { url: IMAGE })], mainImageId: 'a', speech }),
    scene(3, { title: 'Dusk', videos: [clip], mainVideoId: 'b' }),
    scene(4, { title: 'Nothing yet' }),
  ]),
  edited({ title: 'The "Lamp" & <more>\nof it', film }),
]);
const measured = new Map([[CLIP, { seconds: CLIP_SECONDS, hasSound: true }]]);
const found = (edit: FilmEdit | null): FilmEdit => {
  if (!edit) throw new Error('no film can be made of it');
  return edit;
};
const edit = found(editOf(state, measured));
const places: Record<string, string> = {
  [IMAGE]: '../images/002_Größe_1_main.png',
  [CLIP]: '../videos/001_dawn_1_main.mp4',
  [VOICE]: '../narration/002_noon.wav',
  calm: '../audio/music_calm.m4a',
};
const placeOf = (url: string | null): string | null => (url === null ? null : (places[url] ?? null));

/**
 * Lengths of the film's parts in frames: title card of 2.5 s; the clip's 3.605 s after its trim; narration of 1.9 s
 * with 0.2 s before and 0.4 s after; the whole clip.
 */
const FRAMES = [75, 108, 75, 150];
const STARTS = [0, 75, 183, 258];

describe('the cuts of a film', () => {
  it('equal the renderer’s, to the frame', () => {
    expect(edit.pictures.map(({ kind, from, frames }) => ({ kind, from, frames }))).toEqual([
      { kind: 'card', from: 0, frames: 75 },
      { kind: 'clip', from: 75, frames: 108 },
      { kind: 'image', from: 183, frames: 75 },
      { kind: 'clip', from: 258, frames: 150 },
    ]);
    expect(edit.frames).toBe(408);
    expect(edit.pictures.map(({ fadeIn, fadeOut }) => [fadeIn, fadeOut])).toEqual([
      [0, 12],
      [12, 12],
      [12, 0],
      [0, 0],
    ]);
  });

  it('start a clip at its trim, plus the part that a fade shows before the cut', () => {
    const [, first, , last] = edit.pictures;
    // 1.4 s are 42 frames, and half of the fade is 6.
    expect(first).toMatchObject({ url: CLIP, sourceFrames: 150, isHeard: true });
    expect(first?.sourceFrom).toBe(42 + 6);
    expect(last).toMatchObject({ sourceFrom: 0, slow: 1, isHeard: false });
  });

  it('have the narration after its pause and the music from the beginning to the end', () => {
    expect(edit.narration).toEqual([
      { name: 'Noon', url: VOICE, from: 183 + 6, frames: 57, sourceFrom: 0, sourceFrames: 57 },
    ]);
    expect(edit.music).toMatchObject([{ url: 'calm', from: 0, frames: 408, sourceFrom: 3 }]);
    expect(edit.srt).toMatch(/^1\n00:00:06,300 --> /u);
  });

  it('are empty without an image or a clip', () => {
    expect(editOf(stateOf(projectAggregate, [created([scene(1)])]), new Map())).toBeNull();
  });

  it('repeat music that is shorter, and still have the last frame of a clip that ends early', () => {
    const long = { ...speech, seconds: 12 };
    const short = { ...clip, duration: 1 };
    const { music, pictures } = found(
      editOf(
        stateOf(projectAggregate, [
          created([scene(1, { videos: [short], mainVideoId: 'b', speech: long })]),
          edited({ filmMusicUrl: key('M') }),
        ]),
        new Map([
          [CLIP, { seconds: 1, hasSound: false }],
          [key('M'), { seconds: 5.02, hasSound: true }],
        ]),
      ),
    );
    expect(music.map(({ from, frames }) => [from, frames])).toEqual([
      [0, 150],
      [150, 150],
      [300, 78],
    ]);
    expect(pictures.map(({ kind }) => kind)).toContain('freeze');
    expect(pictures.reduce((sum, { frames }) => sum + frames, 0)).toBe(378);
  });
});

interface OtioItem {
  OTIO_SCHEMA: string;
  name: string;
  kind?: string;
  children?: OtioItem[];
  source_range?: { start_time: { value: number; rate: number }; duration: { value: number; rate: number } };
  media_reference?: { OTIO_SCHEMA: string; target_url?: string };
  in_offset?: { value: number };
}

describe('OpenTimelineIO', () => {
  const timeline = JSON.parse(toOtio(edit, placeOf)) as { name: string; tracks: OtioItem };
  const [pictures, voices, clips, music] = timeline.tracks.children ?? [];
  const lengths = (track?: OtioItem) =>
    (track?.children ?? []).flatMap(({ source_range: range }) => (range ? [range.duration.value] : []));

  it('has the cuts to the frame, with fades between them', () => {
    expect(lengths(pictures)).toEqual(FRAMES);
    expect(pictures?.children?.map(({ OTIO_SCHEMA }) => OTIO_SCHEMA)).toEqual([
      'Gap.1',
      'Transition.1',
      'Clip.1',
      'Transition.1',
      'Clip.1',
      'Clip.1',
    ]);
    expect(pictures?.children?.[1]?.in_offset?.value).toBe(6);
  });

  it('has narration, the sound of clips and music on tracks of their own', () => {
    expect([voices, clips, music].map((track) => track?.kind)).toEqual(['Audio', 'Audio', 'Audio']);
    expect(lengths(voices)).toEqual([189, 57]);
    expect(lengths(clips)).toEqual([75, 108]);
    expect(lengths(music)).toEqual([408]);
  });

  it('refers to media by encoded paths, and marks missing ones', () => {
    const urls = pictures?.children?.flatMap(({ media_reference: media }) => media?.target_url ?? []);
    expect(urls?.[1]).toBe('../images/002_Gr%C3%B6%C3%9Fe_1_main.png');
    const none = JSON.parse(toOtio(edit, () => null)) as { tracks: OtioItem };
    expect(none.tracks.children?.[0]?.children?.[2]?.media_reference?.OTIO_SCHEMA).toBe('MissingReference.1');
  });
});

const UNESCAPED: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Reads the elements of an XML document. Anything else, such as text between them, fails the test. */
function elementsOf(xml: string) {
  const elements: { name: string; parent: string; attributes: Record<string, string> }[] = [];
  const open: string[] = [];
  const tag =
    /\s*(?:<\?xml[^>]*>\s*<!DOCTYPE fcpxml>|<(\/?)([\w-]+)((?: [\w-]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)(\/?)>)\s*/uy;
  for (let found = tag.exec(xml); found; found = tag.exec(xml)) {
    const [, ends, name = '', told = '', isEmpty] = found;
    if (ends) expect(open.pop()).toBe(name);
    else if (name) {
      const pairs = [...told.matchAll(/ ([\w-]+)="([^"]*)"/gu)].map(([, key = '', value = '']) => [
        key,
        value.replaceAll(/&\w+;/gu, (entity) => UNESCAPED[entity] ?? entity),
      ]);
      elements.push({
        name,
        parent: open.at(-1) ?? '',
        attributes: Object.fromEntries(pairs) as Record<string, string>,
      });
      if (!isEmpty) open.push(name);
    }
    if (tag.lastIndex === xml.length) return elements;
  }
  throw new Error('not whole XML');
}
/** Converts a time to frames at 30 frames per second. */
const framesOf = (time = ''): number => {
  const [, above, below = '1'] = /^(\d+)(?:\/(\d+))?s$/u.exec(time) ?? [];
  return (Number(above) * 30) / Number(below);
};

describe('FCPXML', () => {
  const xml = toFcpxml(edit, placeOf);
  const elements = elementsOf(xml);

  it('has the cuts to the frame, with fades over their borders', () => {
    const spine = elements.filter(({ parent, name }) => parent === 'spine' && name !== 'transition');
    expect(spine.map(({ name }) => name)).toEqual(['gap', 'asset-clip', 'video', 'asset-clip']);
    expect(spine.map(({ attributes }) => framesOf(attributes.offset))).toEqual(STARTS);
    expect(spine.map(({ attributes }) => framesOf(attributes.duration))).toEqual(FRAMES);
    const fades = elements.filter(({ name }) => name === 'transition').map(({ attributes }) => attributes);
    expect(fades.map(({ offset, duration }) => [framesOf(offset), framesOf(duration)])).toEqual([
      [69, 12],
      [177, 12],
    ]);
  });

  it('anchors narration and music to the pictures that they begin under', () => {
    const sounds = elements.filter(({ attributes }) => attributes.lane !== undefined);
    expect(sounds.map(({ parent, attributes }) => [parent, attributes.lane, framesOf(attributes.offset)])).toEqual([
      ['gap', '-2', 3600 * 30],
      ['video', '-1', 3600 * 30 + 6],
    ]);
  });

  it('escapes titles, and references only resources that it lists', () => {
    expect(elements.find(({ name }) => name === 'project')?.attributes.name).toBe('The "Lamp" & <more> of it');
    const listed = new Set(elements.map(({ attributes }) => attributes.id).filter((id) => id !== undefined));
    for (const { attributes } of elements) if (attributes.ref) expect(listed).toContain(attributes.ref);
    expect(toFcpxml({ ...edit, title: 'a\u0000\ud800b' }, placeOf)).toContain('name="ab"');
  });
});

describe('an edit decision list', () => {
  const lines = toEdl(edit, placeOf).split('\r\n');
  const events = lines.filter((line) => /^\d{3} /u.test(line));

  it('has the cuts to the frame, and dissolves that begin before the border', () => {
    expect(lines.slice(0, 2)).toEqual(['TITLE: The "Lamp" & <more> of it', 'FCM: NON-DROP FRAME']);
    const video = events.filter((line) => /^\d{3} {2}\S+ +V /u.test(line));
    expect(video.map((line) => line.replaceAll(/ +/gu, ' '))).toEqual([
      '001 BL V C 00:00:00:00 00:00:02:09 01:00:00:00 01:00:02:09',
      '002 BL V C 00:00:00:00 00:00:00:00 01:00:02:09 01:00:02:09',
      '002 AX V D 012 00:00:01:12 00:00:05:00 01:00:02:09 01:00:05:27',
      '003 AX V C 00:00:05:00 00:00:05:00 01:00:05:27 01:00:05:27',
      '003 AX V D 012 00:00:00:00 00:00:02:21 01:00:05:27 01:00:08:18',
      '004 AX V C 00:00:00:00 00:00:05:00 01:00:08:18 01:00:13:18',
    ]);
  });

  it('has narration, music and the sound of clips on channels of their own', () => {
    const sounds = events.flatMap((line) => /^\d{3} {2}AX +(A|A2|NONE) +C +\S+ \S+ (\S+)/u.exec(line)?.slice(1) ?? []);
    expect(sounds).toEqual(['A', '01:00:06:09', 'A2', '01:00:00:00', 'NONE', '01:00:02:15']);
    expect(lines).toContain('AUD  3');
    expect(lines).toContain('* SOURCE FILE: ../narration/002_noon.wav');
  });
});
