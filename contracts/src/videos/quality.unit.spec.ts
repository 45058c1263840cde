import { qualityOptions, qualitySetting, validDuration, validQuality } from './quality';

const labels = (model: string) => qualityOptions(model).map((option) => option.label);

describe('the qualities of a video model', () => {
  it('match standard, high and ultra in that order [VIDEO-11]', () => {
    expect(qualityOptions('hailuo-02')).toEqual([
      { id: 'standard', label: '512p' },
      { id: 'high', label: '768p' },
      { id: 'ultra', label: '1080p' },
    ]);
  });

  it('differ by model, and an unknown model has only 720p [VIDEO-12]', () => {
    expect(labels('kling-v2.1')).toEqual(['720p', '1080p']);
    expect(labels('hailuo-02')).toEqual(['512p', '768p', '1080p']);
    expect(labels('seedance-1-pro')).toEqual(['480p', '720p', '1080p']);
    expect(labels('seedance-1-lite')).toEqual(['480p', '720p', '1080p']);
    expect(labels('toString')).toEqual(['720p']);
  });

  it('reset to standard when the model lacks one [VIDEO-13]', () => {
    expect(validQuality('kling-v2.1', 'ultra')).toBe('standard');
    expect(validQuality('kling-v2.1', 'high')).toBe('high');
  });

  it('become a mode for kling [VIDEO-14]', () => {
    expect(qualitySetting('kling-v2.1', 'high')).toEqual({ mode: 'pro' });
    expect(qualitySetting('kling-v2.1', 'standard')).toEqual({ mode: 'standard' });
  });

  it('become a resolution for the others [VIDEO-15]', () => {
    expect(qualitySetting('seedance-1-lite', 'standard')).toEqual({ resolution: '480p' });
    expect(qualitySetting('hailuo-02', 'high')).toEqual({ resolution: '768p' });
  });

  it.each(['seedance-1-pro', 'seedance-1-lite', 'hailuo-02'])(
    'become 1080p for %s when unknown [VIDEO-15]',
    (model) => {
      expect(qualitySetting(model, 'epic')).toEqual({ resolution: '1080p' });
    },
  );
});

describe('the duration of a video', () => {
  it.each([
    [1, 6],
    [8, 6],
    [8.5, 10],
    [30, 10],
  ])('of %d s becomes %d s for hailuo-02 [VIDEO-10]', (asked, made) => {
    expect(validDuration('hailuo-02', asked)).toBe(made);
  });

  it('stays as asked for the other models', () => {
    expect(validDuration('kling-v2.1', 7)).toBe(7);
  });
});
