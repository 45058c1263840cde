import { createReadStream } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { editOf, mediaOfEdit } from '../../../generation';
import { Examiner } from '../../../infra/media/examine';
import type { ProjectState } from '../../../projects/storyboard';
import { toEdl } from './write-edl';
import { toFcpxml } from './write-fcpxml';
import { toOtio } from './write-otio';

/** Name of the folder in the ZIP. */
const FOLDER = 'editor';

const READ_ME = `Open one of these files in a program for editing films:

film.otio    OpenTimelineIO: DaVinci Resolve, Premiere Pro, Avid, Kdenlive and others
film.fcpxml  Final Cut Pro, DaVinci Resolve
film.edl     CMX 3600: nearly every program, with the fewest details
film.srt     the captions

Unpack the whole ZIP first: the files name images, clips, narration and music by their place in it, one folder up. If a
program asks for a missing file, show it that folder.

The cuts are those of the film as the project stands now, at 30 frames a second. Movements of the camera, captions and
the words of cards are not part of these files, and neither is the balance of voice and music.
`;

/** A medium of the project within the ZIP. */
export interface PackedMedium {
  url: string;
  /** The medium's path in the ZIP. */
  file: string;
  read: () => Promise<Readable>;
}

export interface EditorFolder {
  texts: { name: string; content: string }[];
  /** Further files for the folder: the music supplied with the product. */
  files: { name: string; read: () => Readable }[];
}

/** Makes the project files for video editors, in a folder of the ZIP. */
@Injectable()
export class EditorFiles {
  constructor(private readonly examiner: Examiner) {}

  /** Returns the folder's files; none when no film can be made of the project. */
  async of(state: ProjectState, media: readonly PackedMedium[], signal: AbortSignal): Promise<EditorFolder> {
    // If a medium is in the ZIP twice, the copy that is listed first is used, which is the scene's.
    const packed = new Map([...media].reverse().map((one) => [one.url, one]));
    const measured = new Map<string, { seconds: number; hasSound: boolean }>();
    for (const { url, kind } of mediaOfEdit(state)) {
      const medium = packed.get(url);
      const facts = medium ? await this.examiner.measure(await medium.read(), kind, signal) : null;
      if (facts) measured.set(url, facts);
    }
    const edit = editOf(state, measured);
    if (!edit) return { texts: [], files: [] };
    const { bed, srt } = edit;
    const music = bed && { name: `audio/music_${bed.name}.m4a`, read: () => createReadStream(bed.path) };
    const placeOf = (url: string | null): string | null => {
      const file = url === null ? undefined : url === bed?.name ? music?.name : packed.get(url)?.file;
      return file === undefined ? null : `../${file}`;
    };
    const text = (name: string, content: string) => ({ name: `${FOLDER}/${name}`, content });
    return {
      texts: [
        text('film.otio', toOtio(edit, placeOf)),
        text('film.fcpxml', toFcpxml(edit, placeOf)),
        text('film.edl', toEdl(edit, placeOf)),
        ...(srt === '' ? [] : [text('film.srt', srt)]),
        text('README.txt', READ_ME),
      ],
      files: music ? [music] : [],
    };
  }
}
