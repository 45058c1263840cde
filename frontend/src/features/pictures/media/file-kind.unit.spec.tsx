import { FILE_LIMITS } from '@storyreel/contracts';
import { refuseFile } from './files';

describe('a file for an image slot', () => {
  it.each(['image/png', 'image/jpeg', 'image/webp'])('of type %s is accepted [SLOT-06]', (type) => {
    expect(refuseFile({ type, size: 10 }, 'image')).toBeNull();
  });
  it.each(['video/mp4', 'text/html', 'application/image/png', ''])('of type "%s" is refused [SLOT-06]', (type) => {
    expect(refuseFile({ type, size: 10 }, 'image')).toEqual({
      title: 'Invalid file type',
      description: 'Please upload an image file.',
    });
  });
});

describe('a file for the video zone', () => {
  it('must be a video [SLOT-05]', () => {
    expect(refuseFile({ type: 'video/quicktime', size: 10 }, 'video')).toBeNull();
    expect(refuseFile({ type: 'image/png', size: 10 }, 'video')).toEqual({
      title: 'Invalid file type',
      description: 'Please upload a video file.',
    });
  });
  it('may be as large as the server accepts and no larger', () => {
    expect(refuseFile({ type: 'video/mp4', size: FILE_LIMITS.video }, 'video')).toBeNull();
    expect(refuseFile({ type: 'video/mp4', size: FILE_LIMITS.video + 1 }, 'video')?.title).toBe('File too large');
  });
});
