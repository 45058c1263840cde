import {
  findClipModel,
  qualitySetting,
  validDuration,
  type ModelSchema,
  type QualityId,
  type SettingSchema,
} from '@storyreel/contracts';

export type SettingValue = string | number | boolean;
export type SettingValues = Record<string, SettingValue>;

const ALWAYS_HIDDEN = ['image', 'seed', 'end_image', 'negative_prompt', 'prompt', 'duration'];
/** Settings that the quality buttons and the scene's images determine; a second control could contradict these. */
const SET_ELSEWHERE = ['resolution', 'mode', 'reference_images'];

const hidden = (modelId: string, name: string): boolean =>
  ALWAYS_HIDDEN.includes(name) ||
  SET_ELSEWHERE.includes(name) ||
  (findClipModel(modelId)?.hidden.includes(name) ?? false);

export interface VisibleSetting {
  name: string;
  schema: SettingSchema;
}

/** Lists the model settings that the form shows, in the schema's order. */
export const visibleSettings = (modelId: string, schema: ModelSchema): VisibleSetting[] =>
  Object.entries(schema)
    .filter(([name]) => !hidden(modelId, name))
    .map(([name, setting]) => ({ name, schema: setting }));

/** Settings that are not shown in the main form but under 'More', which is collapsed. */
const FOLDED = ['negative_prompt', 'seed'];

/** Lists the model settings that are shown under 'More'. */
export const foldedSettings = (modelId: string, schema: ModelSchema): VisibleSetting[] =>
  Object.entries(schema)
    .filter(([name]) => FOLDED.includes(name) && !(findClipModel(modelId)?.hidden.includes(name) ?? false))
    .map(([name, setting]) => ({ name, schema: setting }));

type ControlKind = 'select' | 'number' | 'text' | 'checkbox';
export function controlKind(schema: SettingSchema): ControlKind {
  if (schema.enum) return 'select';
  if (schema.type === 'boolean') return 'checkbox';
  return schema.type === 'string' ? 'text' : 'number';
}

export const numberStep = (schema: SettingSchema): number => (schema.type === 'integer' ? 1 : 0.1);

/** Returns the chosen value, or else the schema's default, or else null. */
export const settingValue = ({ name, schema }: VisibleSetting, chosen: SettingValues): SettingValue | null =>
  chosen[name] ?? schema.default ?? null;

/** Converts a select's text back to the option of the enum, which may be a number. */
export const enumValue = (schema: SettingSchema, text: string): SettingValue =>
  schema.enum?.find((option) => String(option) === text) ?? text;

/**
 * Parses a number, limits it to the schema's range, and rounds it for integers; null for a text that is not a number.
 */
export function numberValue(schema: SettingSchema, text: string): number | null {
  const typed = Number(text);
  if (text.trim() === '' || !Number.isFinite(typed)) return null;
  const bounded = Math.min(schema.maximum ?? Infinity, Math.max(schema.minimum ?? -Infinity, typed));
  return schema.type === 'integer' ? Math.round(bounded) : bounded;
}

export interface VideoOrder {
  modelId: string;
  /** Length in seconds. */
  duration: number;
  quality: QualityId;
  extras: SettingValues;
  /** Set when the clip is made from the images of the cast instead of the main image. */
  from?: 'cast';
}

/** Builds the request. Of the extra settings, only those that the model's form offers are included. */
export function videoSettings(
  { modelId, duration, quality, extras }: VideoOrder,
  prompt: string,
  schema: ModelSchema,
): SettingValues {
  const shown = [...visibleSettings(modelId, schema), ...foldedSettings(modelId, schema)];
  const offered = new Set(shown.map((setting) => setting.name));
  return {
    ...Object.fromEntries(Object.entries(extras).filter(([name]) => offered.has(name))),
    prompt,
    duration: validDuration(modelId, duration),
    ...qualitySetting(modelId, quality),
  };
}
