import { FILE_LIMITS } from '@storyreel/contracts';
import { measureAudio } from '../../platform/audio/measure-audio';
import type { MadeFile } from '../kept/kept-results';
import { ProviderAnswerInvalid } from '../provider-errors';

/** What a provider answered to a line, once it is known to be one that can be played. @throws ProviderAnswerInvalid */
export function madeSpeech(bytes: Buffer): MadeFile {
  if (bytes.length > FILE_LIMITS.audio) throw new ProviderAnswerInvalid('The speech model sent too long a recording.');
  const measured = measureAudio(bytes);
  if (!measured) throw new ProviderAnswerInvalid('The speech model sent something that is no sound.');
  return { bytes, mimeType: measured.mimeType };
}
