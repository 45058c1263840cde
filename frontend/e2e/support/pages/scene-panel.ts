import { expect, type Locator } from '@playwright/test';

type MediaType = 'image' | 'video';
const WORD: Record<MediaType, string> = { image: 'image', video: 'clip' };

/** A scene's media strip: the large preview, the slots, and the button that generates more. */
export class MediaStrip {
  readonly preview: Locator;
  readonly slots: Locator;

  constructor(
    readonly root: Locator,
    private readonly type: MediaType,
  ) {
    this.preview =
      type === 'image' ? root.getByRole('img', { name: 'Image preview' }) : root.locator('video[controls]');
    this.slots = root.getByRole('list').getByRole('listitem');
  }

  /** Returns the n-th slot, counted from 1, once it is filled. */
  slot(number: number): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^${WORD[this.type]} ${number},`, 'i') });
  }

  get complete(): Locator {
    return this.root.getByRole('button', { name: new RegExp(`^${WORD[this.type]} \\d+, complete$`, 'i') });
  }

  /** Waits until the browser has drawn the preview's image. */
  async expectPictureShown(): Promise<void> {
    await expect
      .poll(() => this.preview.evaluate((node) => (node as HTMLImageElement).naturalWidth), { timeout: 20_000 })
      .toBeGreaterThan(0);
  }
}

/** The editor of one scene, in the Build tab or the scene dialog. */
export class ScenePanel {
  readonly images: MediaStrip;
  readonly videos: MediaStrip;
  readonly generateImages: Locator;
  readonly generateVideo: Locator;

  constructor(readonly root: Locator) {
    this.images = new MediaStrip(root.getByRole('group', { name: 'Images', exact: true }), 'image');
    this.videos = new MediaStrip(root.getByRole('group', { name: 'Clips', exact: true }), 'video');
    this.generateImages = root.getByRole('button', { name: /^Generate 4 Images/ });
    this.generateVideo = root.getByRole('button', { name: /^Generate Video/ });
  }

  text(label: string): Locator {
    return this.root.getByRole('textbox', { name: label });
  }
}
