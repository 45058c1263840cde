import { Inject, Injectable } from '@nestjs/common';
import { type BatchOrder, textPrice, toUnits } from '@storyreel/contracts';
import { DomainError, notFound } from '../lib/domain-error';
import { ImageRequests, type KnownVoices, SpeechRequests, VideoRequests } from '../generation';
import { ownProject, ownScene, type ProjectState } from '../projects/storyboard';
import type { LeftOut } from './domain/batch';

type PricedOrder = Pick<BatchOrder, 'kind' | 'sceneIds'> & { clips?: BatchOrder['clips'] | null };

export interface Quoted {
  /** Scenes that can be generated. */
  sceneIds: string[];
  /** Ledger units, for all of them together. */
  units: number;
  includedScenes: number;
  leftOut: LeftOut[];
}

export const SCENE_DELETED = 'This scene was deleted.';

/** Quotes the current price of scenes, and lists those that cannot be generated. */
@Injectable()
export class BatchPrices {
  constructor(
    @Inject(ImageRequests) private readonly images: ImageRequests,
    @Inject(VideoRequests) private readonly videos: VideoRequests,
    @Inject(SpeechRequests) private readonly speech: SpeechRequests,
  ) {}

  /** @throws DomainError not_found for a project or a scene that the user never had; bad_request for settings */
  async quote(project: ProjectState, order: PricedOrder, ownerId: string): Promise<Quoted> {
    ownProject(project, { ownerId });
    const { remainingToday, zapsPerScene } =
      order.kind === 'images' ? await this.images.bulkQuote(ownerId) : { remainingToday: 0, zapsPerScene: 0 };
    const voices = order.kind === 'speech' ? await this.speech.known() : null;
    const quoted: Quoted = { sceneIds: [], units: 0, includedScenes: 0, leftOut: [] };
    for (const sceneId of new Set(order.sceneIds)) {
      if (!project.scenes[sceneId]) throw notFound();
      try {
        const units = this.check(project, { ...order, voices }, sceneId, { ownerId }) ?? toUnits(zapsPerScene);
        const isIncluded = quoted.sceneIds.length < remainingToday;
        quoted.sceneIds.push(sceneId);
        quoted.units += isIncluded ? 0 : units;
        quoted.includedScenes += isIncluded ? 1 : 0;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        quoted.leftOut.push({ sceneId, message: error.code === 'not_found' ? SCENE_DELETED : error.message });
      }
    }
    return quoted;
  }

  /**
   * @returns the price in ledger units; null for the list price of images
   * @throws DomainError with the reason why nothing can be generated for the scene
   */
  private check(
    project: ProjectState,
    { kind, clips, voices }: PricedOrder & { voices: KnownVoices | null },
    sceneId: string,
    owner: { ownerId: string },
  ): number | null {
    switch (kind) {
      case 'images':
        this.images.checkScene(project, sceneId, owner);
        return null;
      case 'descriptions':
        ownScene(project, sceneId, owner);
        return textPrice(1).units;
      case 'clips':
        if (!clips) throw new DomainError('bad_request', 'Choose a model for the clips.');
        return this.videos.priceOfScene(project, sceneId, clips, owner).units;
      case 'speech':
        if (!voices) throw new Error('The voices were not asked for');
        return this.speech.priceOfScene(project, sceneId, voices, owner).units;
      default:
        return kind satisfies never;
    }
  }
}
