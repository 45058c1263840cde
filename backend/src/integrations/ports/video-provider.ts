import type { CastWords, ModelSchema, SettingSchema } from '@storyreel/contracts';
import type { GenerationProvider, ReferencePicture } from './generation-provider';

export type SettingValue = string | number | boolean;
export type ModelSettings = Record<string, SettingValue>;

/** Returns the problem with a value as a sentence for users; null for a valid value. */
function problemOf(name: string, value: unknown, schema: SettingSchema): string | null {
  const kind = schema.type === 'integer' ? 'number' : schema.type;
  if (typeof value !== kind) return `${name} must be a ${schema.type}`;
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (schema.type === 'integer' && !Number.isInteger(value)))
      return `${name} must be a${schema.type === 'integer' ? 'n integer' : ' number'}`;
    if (schema.minimum !== undefined && value < schema.minimum) return `${name} must be at least ${schema.minimum}`;
    if (schema.maximum !== undefined && value > schema.maximum) return `${name} must be at most ${schema.maximum}`;
  }
  if (schema.enum !== undefined && !schema.enum.some((option) => option === value))
    return `${name} must be one of ${schema.enum.join(', ')}`;
  return null;
}

/**
 * Returns the settings that a model supports, checked against its schema; unsupported settings and null are dropped.
 * `problems` describes the invalid ones.
 */
export function validSettings(
  schema: ModelSchema,
  settings: Readonly<Record<string, unknown>>,
): { settings: ModelSettings; problems: string[] } {
  const valid: ModelSettings = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const own = Object.hasOwn(schema, name) ? schema[name] : undefined;
    if (own === undefined || value === null || value === undefined) continue;
    const problem = problemOf(name, value, own);
    if (problem !== null) problems.push(problem);
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') valid[name] = value;
  }
  return { settings: valid, problems };
}

/** Start image of a clip: bytes that are read when needed, or a public http(s) address. */
export type VideoImage = { mimeType: string; read: () => Promise<Buffer> } | { url: string };

/** A picture of the cast; a provider sends either its bytes or its public address. */
export type ClipReference = Omit<ReferencePicture, 'read' | 'mimeType'> & VideoImage;

export interface VideoRequest {
  /** Pictures of the cast: sent beside the first frame, or instead of it for a model that takes only one of the two. */
  references?: ClipReference[];
  /** Members of the cast who have no picture among the references. */
  looks?: CastWords[];
  /** An id from the registry in `models.ts`. */
  modelId: string;
  prompt: string;
  image: VideoImage;
  /** 1 to 30; a model that does not support the duration uses the nearest one. */
  durationSeconds: number;
  /** The model's own settings (mode, resolution, fps …), already checked by `validSettings`. */
  settings: ModelSettings;
}

export type VideoProvider = GenerationProvider<VideoRequest>;
