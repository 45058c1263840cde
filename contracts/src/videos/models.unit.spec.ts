import { fieldsOf } from './model-fields';
import { combinationProblem, modelDuration, outputResolution, VIDEO_MODEL_IDS, VIDEO_MODELS } from './models';
import { qualityOptions } from './quality';
import { modelSchemaSchema } from './video';

describe('the video models', () => {
  it('are the known ones, each with a name and a schema that fits the contract', () => {
    expect(VIDEO_MODELS.map(({ id }) => id)).toEqual([...VIDEO_MODEL_IDS]);
    for (const model of VIDEO_MODELS) {
      const schema = fieldsOf(model);
      expect(model.name).not.toBe('');
      expect(modelSchemaSchema.safeParse(schema).success).toBe(true);
      expect(schema).toHaveProperty(model.imageInput);
    }
  });

  it('can make every quality that is offered for them', () => {
    for (const model of VIDEO_MODELS) {
      const { id } = model;
      const schema = fieldsOf(model);
      const offered = qualityOptions(id).map(({ label }) => label);
      const made = schema.mode
        ? ['standard', 'pro'].map((mode) => outputResolution(id, { mode }))
        : schema.resolution?.enum;
      expect(made).toEqual(offered);
    }
  });

  it.each([
    ['kling-v2.1', 1, 5],
    ['kling-v2.1', 8, 10],
    ['hailuo-02', 5, 6],
    ['hailuo-02', 8, 6],
    ['hailuo-02', 9, 10],
    ['seedance-1-pro', 1, 2],
    ['seedance-1-lite', 30, 12],
    ['unknown', 17, 17],
  ])('%s makes %d s as %d s', (id, asked, made) => {
    expect(modelDuration(id, asked)).toBe(made);
  });

  it('know what does not go together', () => {
    expect(combinationProblem('hailuo-02', 10, { resolution: '1080p' })).toContain('768p');
    expect(combinationProblem('hailuo-02', 6, { resolution: '1080p' })).toBeNull();
    expect(combinationProblem('kling-v2.1', 5, { end_image: 'https://e.x/a.png', mode: 'pro' })).toBeNull();
  });

  it.each([
    ['kling-v2.1', {}, '720p'],
    ['kling-v2.1', { mode: 'pro' }, '1080p'],
    ['hailuo-02', {}, '1080p'],
    ['seedance-1-pro', { resolution: '480p' }, '480p'],
    ['unknown', {}, '720p'],
  ])('%s with %j makes %s', (id, settings, resolution) => {
    expect(outputResolution(id, settings)).toBe(resolution);
  });
});
