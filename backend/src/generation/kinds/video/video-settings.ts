import {
  combinationProblem,
  fieldsOf,
  LIMITS,
  modelDuration,
  type Price,
  qualitySetting,
  settingOf,
  type VideoModelFacts,
  videoPrice,
} from '@storyreel/contracts';
import { DomainError } from '../../../platform/domain/domain-error';
import { type ModelSettings, type SettingValue, validSettings } from '../../../providers/video/model-settings';

export interface CheckedSettings {
  /** '' when the request brought none. */
  prompt: string;
  /** What the model can make, and what is paid for. */
  seconds: number;
  /** Without prompt and duration. */
  settings: ModelSettings;
}

/** Pictures come from the scene, never from a request. */
const PICTURES = ['image', 'start_image', 'first_frame_image', 'end_image', 'last_frame_image', 'reference_images'];
const OWN = ['prompt', 'duration', 'quality'];

const refuse = (message: string): never => {
  throw new DomainError('bad_request', message);
};

/** What a request asks of a model, checked against the model's schema. @throws DomainError bad_request */
export function checkSettings(
  model: VideoModelFacts,
  given: Record<string, SettingValue | null>,
  fallbackSeconds: number,
): CheckedSettings {
  const schema = fieldsOf(model);
  const sent = Object.entries(given).filter(
    (entry): entry is [string, SettingValue] => entry[1] !== null && entry[1] !== '',
  );
  for (const [name] of sent) {
    if (PICTURES.includes(name)) refuse(`'${name}' is taken from the scene.`);
    if (!OWN.includes(name) && !Object.hasOwn(schema, name)) refuse(`The model has no setting '${name}'.`);
  }
  const { prompt = '', duration = fallbackSeconds, quality } = Object.fromEntries(sent);
  if (typeof prompt !== 'string') return refuse("'prompt' must be text.");
  if (typeof duration !== 'number' || duration < LIMITS.durationMin || duration > LIMITS.durationMax) {
    return refuse(`'duration' must be a number from ${LIMITS.durationMin} to ${LIMITS.durationMax}.`);
  }
  const extras = Object.fromEntries(sent.filter(([name]) => !OWN.includes(name)));
  const settings = { ...qualityOf(model, quality, extras), ...extras };
  const problem = validSettings(schema, settings).problems[0] ?? combinationProblem(model.id, duration, settings);
  if (problem) refuse(`${problem.replace(/\.$/, '')}.`);
  return { prompt: prompt.trim(), seconds: modelDuration(model.id, duration), settings };
}

/** A request that names no mode or resolution of its own gets its quality's, or else the model's default. */
function qualityOf(model: VideoModelFacts, quality: SettingValue | undefined, settings: ModelSettings): ModelSettings {
  if ('mode' in settings || 'resolution' in settings) return {};
  return quality === undefined ? settingOf(model, model.defaultQuality) : qualitySetting(model.id, String(quality));
}

interface PricedClip {
  modelId: string;
  seconds: number;
  settings: ModelSettings;
}

/** @throws DomainError bad_request */
export function listPrice({ modelId, seconds, settings: { resolution, mode } }: PricedClip): Price {
  const price = videoPrice(modelId, { seconds, resolution, mode });
  if (!price) throw new DomainError('bad_request', "There's no price for a clip with these settings.");
  return price;
}
