import { images, sceneWith, videoItem } from '../../testing/media-fixtures';
import { imageAssets, mainImageId, mainVideoId, videoAssets } from './scene-assets';

describe('the assets of a scene', () => {
  it('have id, type, url and status [SLOT-08]', () => {
    const scene = sceneWith([{ status: 'processing' }, { status: 'failed' }, {}], {
      videos: [videoItem('v0'), videoItem('v1', { status: 'processing', url: '' })],
    });
    expect(imageAssets(scene)).toEqual([
      { id: 'slot-0', type: 'image', url: '', status: 'processing' },
      { id: 'slot-1', type: 'image', url: '', status: 'failed' },
      { id: 'slot-2', type: 'image', url: '/api/media/2.png', status: 'complete' },
    ]);
    expect(videoAssets(scene)).toMatchObject([
      { id: 'v0', type: 'video', url: '/api/media/v0.mp4', status: 'complete' },
      { id: 'v1', type: 'video', url: '', status: 'processing' },
    ]);
  });
});

describe('the main one', () => {
  it('is the stored one, else the first that can be shown [SLOT-23]', () => {
    expect(mainImageId(sceneWith(images(3), { imageUrl: '/api/media/1.png' }))).toBe('slot-1');
    expect(mainImageId(sceneWith([{ status: 'failed' }, {}], { imageUrl: null }))).toBe('slot-1');
    expect(mainImageId(sceneWith([{ status: 'processing' }]))).toBeNull();
    const videos = [videoItem('v0', { status: 'processing', url: '' }), videoItem('v1')];
    expect(mainVideoId(sceneWith([], { videos }))).toBe('v1');
  });
});
