import { qualityOptions, type ModelSchema, type SettingSchema } from '@storyreel/contracts';
import { parseDuration } from './VideoPanel';
import { controlKind, enumValue, numberStep, numberValue, videoSettings, visibleSettings } from './settings-form';

const setting = (part: Partial<SettingSchema> = {}): SettingSchema => ({
  type: 'string',
  title: '',
  description: '',
  ...part,
});
const schemaOf = (...names: string[]): ModelSchema => Object.fromEntries(names.map((name) => [name, setting()]));
const names = (modelId: string, schema: ModelSchema) => visibleSettings(modelId, schema).map(({ name }) => name);

const EVERYTHING = schemaOf(
  'image',
  'seed',
  'end_image',
  'negative_prompt',
  'prompt',
  'duration',
  'camera_fixed',
  'last_frame_image',
  'first_frame_image',
  'start_image',
  'fps',
);

describe('the settings form', () => {
  it('hides the settings that every model hides [VIDEO-16]', () => {
    expect(names('other', EVERYTHING)).toEqual([
      'camera_fixed',
      'last_frame_image',
      'first_frame_image',
      'start_image',
      'fps',
    ]);
  });
  it.each([
    ['seedance-1-pro', ['first_frame_image', 'start_image', 'fps']],
    ['seedance-1-lite', ['first_frame_image', 'start_image', 'fps']],
    ['hailuo-02', ['camera_fixed', 'start_image', 'fps']],
    ['kling-v2.1', ['camera_fixed', 'last_frame_image', 'first_frame_image', 'fps']],
  ])('of %s also hides its own frames and camera [VIDEO-17]', (modelId, shown) => {
    expect(names(modelId, EVERYTHING)).toEqual(shown);
  });
  it('has no second control for settings that the quality buttons or the scene decide', () => {
    expect(names('hailuo-02', schemaOf('resolution', 'mode', 'reference_images', 'prompt_optimizer'))).toEqual([
      'prompt_optimizer',
    ]);
  });
});

describe('a control', () => {
  it('is a select for enums, a number, a text or a checkbox [VIDEO-18]', () => {
    expect(controlKind(setting({ type: 'integer', enum: [24, 30] }))).toBe('select');
    expect(controlKind(setting({ type: 'number' }))).toBe('number');
    expect(controlKind(setting({ type: 'integer' }))).toBe('number');
    expect(controlKind(setting())).toBe('text');
    expect(controlKind(setting({ type: 'boolean' }))).toBe('checkbox');
  });
  it('steps by 1 for integers and by 0.1 otherwise [VIDEO-18]', () => {
    expect(numberStep(setting({ type: 'integer' }))).toBe(1);
    expect(numberStep(setting({ type: 'number' }))).toBe(0.1);
  });
  it('keeps a number inside its limits [VIDEO-18]', () => {
    const schema = setting({ type: 'integer', minimum: 2, maximum: 12 });
    expect([1, 7.6, 99].map((value) => numberValue(schema, String(value)))).toEqual([2, 8, 12]);
    expect(numberValue(schema, '')).toBeNull();
  });
  it('returns an enum value in the schema’s type', () => {
    expect(enumValue(setting({ type: 'integer', enum: [24, 30] }), '24')).toBe(24);
  });
});

describe('a duration', () => {
  it.each([
    ['seedance-1-pro', '0', 1],
    ['seedance-1-pro', '31', 30],
    ['seedance-1-pro', '', 5],
    ['seedance-1-pro', 'abc', 5],
    ['kling-v2.1', '10', 10],
  ])('of %s typed as "%s" is %i [VIDEO-09]', (modelId, typed, seconds) => {
    expect(parseDuration(modelId, typed)).toBe(seconds);
  });
  it.each([
    ['1', 6],
    ['8', 6],
    ['8.1', 10],
    ['30', 10],
    ['', 6],
  ])('of hailuo-02 typed as "%s" is %i [VIDEO-10]', (typed, seconds) => {
    expect(parseDuration('hailuo-02', typed)).toBe(seconds);
  });
});

describe('the settings sent', () => {
  const chosen = { duration: 7, extras: { fps: 24, prompt_optimizer: true } } as const;
  it('contain prompt, duration, resolution and the extras of that model only [VIDEO-04]', () => {
    const sent = videoSettings(
      { ...chosen, modelId: 'seedance-1-pro', quality: 'high' },
      'Fly',
      schemaOf('fps', 'camera_fixed'),
    );
    expect(sent).toEqual({ prompt: 'Fly', duration: 7, resolution: '720p', fps: 24 });
  });
  it('contain the mode for kling-v2.1: pro for 1080p, else standard [VIDEO-04, VIDEO-14]', () => {
    expect(videoSettings({ ...chosen, modelId: 'kling-v2.1', quality: 'high' }, 'Fly', {})).toMatchObject({
      mode: 'pro',
    });
    expect(videoSettings({ ...chosen, modelId: 'kling-v2.1', quality: 'standard' }, 'Fly', {})).toMatchObject({
      mode: 'standard',
    });
  });
  it('contain the duration that hailuo-02 accepts [VIDEO-10]', () => {
    expect(videoSettings({ ...chosen, modelId: 'hailuo-02', quality: 'ultra' }, 'Fly', {})).toMatchObject({
      duration: 6,
      resolution: '1080p',
    });
  });
});

describe('the qualities', () => {
  it.each([
    ['kling-v2.1', ['standard 720p', 'high 1080p']],
    ['hailuo-02', ['standard 512p', 'high 768p', 'ultra 1080p']],
    ['seedance-1-pro', ['standard 480p', 'high 720p', 'ultra 1080p']],
    ['seedance-1-lite', ['standard 480p', 'high 720p', 'ultra 1080p']],
    ['any-other', ['standard 720p']],
  ])('of %s are %j [VIDEO-11, VIDEO-12]', (modelId, qualities) => {
    expect(qualityOptions(modelId).map(({ id, label }) => `${id} ${label}`)).toEqual(qualities);
  });
});
