import type { Readable } from 'node:stream';
import { fileTypeFromStream } from 'file-type/node';
import { bareType, kindOf } from './file-rules';

/** Containers that may hold sound alone or a film: which of the two, only the sender knows. */
const CONTAINERS: Record<string, { audio: string; video: string }> = {
  mp4: { audio: 'audio/mp4', video: 'video/mp4' },
  'x-m4a': { audio: 'audio/mp4', video: 'video/mp4' },
  'x-m4v': { audio: 'audio/mp4', video: 'video/mp4' },
  quicktime: { audio: 'audio/mp4', video: 'video/quicktime' },
  webm: { audio: 'audio/webm', video: 'video/webm' },
  matroska: { audio: 'audio/matroska', video: 'video/matroska' },
  ogg: { audio: 'audio/ogg', video: 'video/ogg' },
};

/**
 * The type that a film's or a sound's bytes show; null when they are not of the declared kind. They are recognised and
 * not decoded: browsers, which are made for it, are the ones to do that.
 * @throws what the stream throws
 */
export async function inspectRecording(bytes: Readable, declared: string): Promise<string | null> {
  const kind = kindOf(declared);
  const sniffed = await sniff(bytes);
  const broken = bytes.errored;
  bytes.destroy();
  if (broken) throw broken;
  const container = CONTAINERS[sniffed.split('/')[1] ?? ''];
  if (container && (kind === 'audio' || kind === 'video')) return container[kind];
  return sniffed !== '' && kindOf(sniffed) === kind ? sniffed : null;
}

/** Empty when nothing is recognised. The parsers throw on files that were damaged or made to confuse them. */
async function sniff(bytes: Readable): Promise<string> {
  try {
    return bareType((await fileTypeFromStream(bytes))?.mime);
  } catch {
    return '';
  }
}
