import type { Readable } from 'node:stream';
import { DamagedFile, keyOfMediaUrl, type MediaStore } from '../../infra/storage';
import { ContentRefused, PublishPassing } from './publish-errors';
import type { Publication } from './social-publisher';

export interface MediaFile {
  /** Key of the file in its media address. */
  key: string;
  contentType: string;
  size: number;
  /** True if a model made all or a part of the file; platforms require this to be declared. */
  isGenerated: boolean;
  /**
   * Reads a range of the file; both positions are inclusive.
   * @throws PublishPassing
   */
  read(start: number, end: number): Promise<Readable>;
}

/** Returns headers and body for a range of a file; both positions are inclusive. */
export const pieceOf = (file: MediaFile, { start, end }: { start: number; end: number }) => ({
  headers: { 'content-type': file.contentType, 'content-range': `bytes ${start}-${end}/${file.size}` },
  body: { bytes: end - start + 1, open: () => file.read(start, end) },
});

/** Opens a post's files; only files stored in the product can be published. */
export class PublicationMedia {
  constructor(private readonly media: Pick<MediaStore, 'open'>) {}

  /** Returns the first clip. @throws ContentRefused */
  async video(publication: Publication, platform: string): Promise<MediaFile> {
    for (const url of publication.mediaUrls) {
      const file = await this.file(publication, url);
      if (file.contentType.startsWith('video/')) return file;
    }
    throw new ContentRefused(`${platform} takes videos: please add one to the post.`);
  }

  /** @throws ContentRefused */
  async file({ ownerId }: Publication, url: string): Promise<MediaFile> {
    const key = keyOfMediaUrl(url);
    if (key === null) throw new ContentRefused('Only files that were uploaded or made here can be published.');
    const opened = await this.media.open(key, ownerId);
    if (opened === null) throw new ContentRefused('A file of this post no longer exists.');
    const { contentType, size, generated: isGenerated } = opened.object;
    if (size === 0) throw new ContentRefused('A file of this post is empty.');
    const read = async (start: number, end: number): Promise<Readable> => {
      try {
        return await opened.read({ start, end });
      } catch (error) {
        if (!(error instanceof DamagedFile)) throw error;
        throw new PublishPassing("A file of this post can't be loaded right now.", error);
      }
    };
    return { key, contentType, size, isGenerated, read };
  }
}
