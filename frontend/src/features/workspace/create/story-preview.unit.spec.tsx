import { storyPreview } from './CreateTab';

describe('the preview of a story', () => {
  it('is the whole story up to 200 characters [CREATE-08]', () => {
    expect(storyPreview('x'.repeat(200))).toBe('x'.repeat(200));
  });
  it('is cut after 200 characters [CREATE-08]', () => {
    expect(storyPreview('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
  });
  it('never cuts a character in half [CREATE-08]', () => {
    expect(storyPreview('👩‍🚀'.repeat(201))).toBe(`${'👩‍🚀'.repeat(200)}…`);
  });
});
