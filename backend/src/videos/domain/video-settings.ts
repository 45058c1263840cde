import { LIMITS, qualitySetting, validDuration, type ModelSchema, type SettingSchema } from '@storyreel/contracts';
import { Refusal } from '../../platform/domain/refusal';

type Value = string | number | boolean;
export interface CheckedSettings {
  /** '' when the request brought none. */
  prompt: string;
  seconds: number;
  /** Without prompt and duration. */
  settings: Record<string, Value>;
}

/** Pictures come from the scene, never from a request. */
const PICTURES = ['image', 'start_image', 'first_frame_image', 'end_image', 'last_frame_image', 'reference_images'];
const OWN = ['prompt', 'duration', 'quality', ...PICTURES];

const refuse = (message: string): never => {
  throw new Refusal('bad_request', message);
};

/** What a request asks of a model, checked against the model's schema. @throws Refusal bad_request */
export function checkSettings(
  modelId: string,
  schema: ModelSchema,
  given: Record<string, Value | null>,
  fallbackSeconds: number,
): CheckedSettings {
  const sent = Object.entries(given).filter((entry): entry is [string, Value] => entry[1] !== null && entry[1] !== '');
  const picture = sent.find(([name]) => PICTURES.includes(name));
  if (picture) refuse(`'${picture[0]}' is taken from the scene.`);
  const settings = Object.fromEntries(
    sent.filter(([name]) => !OWN.includes(name)).map(([name, value]) => [name, checked(name, value, schema)]),
  );
  const { prompt = '', duration = fallbackSeconds, quality } = Object.fromEntries(sent);
  if (typeof prompt !== 'string') return refuse("'prompt' must be text.");
  if (typeof duration !== 'number' || duration < LIMITS.durationMin || duration > LIMITS.durationMax) {
    return refuse(`'duration' must be a number from ${LIMITS.durationMin} to ${LIMITS.durationMax}.`);
  }
  const seconds = validDuration(modelId, duration);
  return { prompt: prompt.trim(), seconds, settings: { ...qualityOf(modelId, quality, settings), ...settings } };
}

/** A request that names no mode or resolution of its own gets its quality's, kling's standard mode when it names none. */
function qualityOf(
  modelId: string,
  quality: Value | undefined,
  settings: Record<string, Value>,
): Record<string, Value> {
  if ('mode' in settings || 'resolution' in settings) return {};
  return qualitySetting(
    modelId,
    quality === undefined ? (modelId === 'kling-v2.1' ? 'standard' : '') : String(quality),
  );
}

function checked(name: string, value: Value, schema: ModelSchema): Value {
  const rule = Object.hasOwn(schema, name) ? schema[name] : undefined;
  if (!rule) return refuse(`The model has no setting '${name}'.`);
  if (!fitsType(value, rule)) refuse(`'${name}' must be of type ${rule.type}.`);
  if (rule.enum && !rule.enum.includes(value as string | number)) {
    refuse(`'${name}' must be one of ${rule.enum.join(', ')}.`);
  }
  if (typeof value === 'number' && rule.minimum !== undefined && value < rule.minimum) {
    refuse(`'${name}' must be at least ${rule.minimum}.`);
  }
  if (typeof value === 'number' && rule.maximum !== undefined && value > rule.maximum) {
    refuse(`'${name}' must be at most ${rule.maximum}.`);
  }
  return value;
}

function fitsType(value: Value, { type }: SettingSchema): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}
