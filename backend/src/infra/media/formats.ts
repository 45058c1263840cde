import { type FileKind, usedFormats } from '@storyreel/contracts';
import { fileTypeFromBuffer } from 'file-type';

/** Common names of refused formats, by file-type's extension. */
const NAMES: Record<string, string> = {
  avi: 'AVI',
  flv: 'Flash Video (FLV)',
  mts: 'MPEG-TS',
  mpg: 'MPEG',
  ps: 'MPEG',
  asf: 'Windows Media (WMV, WMA)',
  ogv: 'Ogg video (OGV)',
  ogm: 'Ogg video (OGM)',
  mkv: 'Matroska (MKV)',
  '3gp': '3GP',
  '3g2': '3G2',
  aif: 'AIFF',
  ac3: 'AC-3',
  caf: 'Core Audio (CAF)',
  amr: 'AMR',
  mid: 'MIDI',
  ape: 'APE',
  wv: 'WavPack',
  heic: 'HEIC',
  heif: 'HEIF',
  tif: 'TIFF',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  psd: 'Photoshop (PSD)',
  ico: 'ICO',
  pdf: 'PDF',
};
/** Formats that file-type does not detect, by their first bytes. */
const OTHERS: readonly [beginning: RegExp, name: string][] = [
  [/^caff/u, 'Core Audio (CAF)'],
  [/^\0\0\x01\xba|^\0\0\x01\xb3/u, 'MPEG'],
];
const HEAD_BYTES = 4_100;

/** Returns the refusal of a known but unsupported format, with the formats to use instead; null for unknown formats. */
export async function refusalOf(bytes: Uint8Array, kind: FileKind): Promise<string | null> {
  const head = bytes.subarray(0, HEAD_BYTES);
  const other = OTHERS.find(([beginning]) => beginning.test(Buffer.from(head).toString('latin1')))?.[1];
  const name = other ?? NAMES[(await typeOfBytes(head))?.ext ?? ''];
  return name === undefined ? null : `${name} files can't be used here. Please use ${usedFormats(kind)}.`;
}

/** Detects the type; null when none is recognised. The parsers throw on damaged or malicious files. */
export const typeOfBytes = async (bytes: Uint8Array): Promise<{ ext: string; mime: string } | null> =>
  (await fileTypeFromBuffer(bytes.subarray(0, HEAD_BYTES)).catch(() => undefined)) ?? null;
