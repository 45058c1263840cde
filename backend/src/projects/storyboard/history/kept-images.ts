import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEntry, SceneVersion } from '@storyreel/contracts';
import { keyOfMediaUrl, mediaUrlOf, StoredObjects } from '../../../infra/storage';
import { DomainError } from '../../../lib/domain-error';
import type { ProjectState } from '../domain/project';
import type { SceneState } from '../domain/scene';
import { inverse } from './changes';
import type { Change } from './changes';
import type { Step } from './steps';

const GONE = 'An image that it would bring back is no longer kept.';

/** Returns the addresses of the images that the changes put into scenes. */
const broughtBy = (changes: readonly Change[]): string[] =>
  changes.flatMap((change) => {
    if (change.of !== 'images') return [];
    return change.after.filter(({ id }) => !change.before.some((image) => image.id === id)).map(({ url }) => url);
  });

const neededBy = ({ changes }: Step, way: HistoryEntry['way']): string[] =>
  way === 'none' ? [] : broughtBy(way === 'undo' ? inverse(changes) : changes);

/** Returns a state without the missing images. */
function withoutImages(state: ProjectState, missing: ReadonlySet<string>): ProjectState {
  if (missing.size === 0) return state;
  const scenes = Object.entries(state.scenes).map(([id, scene]): [string, SceneState] => {
    const images = scene.images.filter(({ url }) => !missing.has(url));
    if (images.length === scene.images.length) return [id, scene];
    const isMainThere = images.some((image) => image.id === scene.mainImageId);
    return [id, { ...scene, images, mainImageId: isMainThere ? scene.mainImageId : (images[0]?.id ?? null) }];
  });
  return { ...state, scenes: Object.fromEntries(scenes) };
}

/** Finds images of the past whose files no longer exist, since dropped images are deleted after some time. */
@Injectable()
export class KeptImages {
  constructor(@Inject(StoredObjects) private readonly objects: Pick<StoredObjects, 'findAllReady'>) {}

  /** Tells whether the files of all images that the changes put into scenes still exist. */
  async hasAllFor(changes: readonly Change[]): Promise<boolean> {
    return (await this.missing(broughtBy(changes))).size === 0;
  }

  /** @throws DomainError conflict when a step would restore an image whose file no longer exists */
  async refuseMissing(changes: readonly Change[]): Promise<void> {
    if (!(await this.hasAllFor(changes))) throw new DomainError('conflict', GONE);
  }

  /** @throws DomainError conflict for an image whose file no longer exists */
  async refuseImage(url: string): Promise<void> {
    if ((await this.missing([url])).size > 0) throw new DomainError('conflict', 'This image is no longer kept.');
  }

  /** Removes images without a file from a version that is about to be restored or copied. */
  async keptIn(state: ProjectState): Promise<ProjectState> {
    const urls = Object.values(state.scenes).flatMap(({ images }) => images.map(({ url }) => url));
    return withoutImages(state, await this.missing(urls));
  }

  /** Returns the presented steps; those that cannot be undone or redone because an image is missing are marked. */
  async marked(presented: readonly { step: Step; entry: HistoryEntry }[]): Promise<HistoryEntry[]> {
    const missing = await this.missing(presented.flatMap(({ step, entry }) => neededBy(step, entry.way)));
    return presented.map(({ step, entry }) =>
      neededBy(step, entry.way).some((url) => missing.has(url)) ? { ...entry, way: 'none', reason: GONE } : entry,
    );
  }

  /** Marks each dropped image by whether it can be restored. */
  async markedDropped(versions: readonly SceneVersion[]): Promise<SceneVersion[]> {
    const missing = await this.missing(versions.flatMap(({ dropped }) => dropped.map(({ url }) => url)));
    const mark = (image: SceneVersion['dropped'][number]) => ({ ...image, isKept: !missing.has(image.url) });
    return versions.map((version) => ({ ...version, dropped: version.dropped.map(mark) }));
  }

  private async missing(urls: readonly string[]): Promise<ReadonlySet<string>> {
    const keys = [...new Set(urls.flatMap((url) => keyOfMediaUrl(url) ?? []))];
    if (keys.length === 0) return new Set();
    const kept = new Set((await this.objects.findAllReady(keys)).map(({ key }) => key));
    return new Set(keys.filter((key) => !kept.has(key)).map(mediaUrlOf));
  }
}
