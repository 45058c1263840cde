import { Injectable } from '@nestjs/common';
import { chosenItems, refreshTotal, staleItems, toZaps } from '@storyreel/contracts';
import type { ProjectNow, RefreshBill, RefreshStep, SceneNow, StaleItem } from '@storyreel/contracts';
import { AggregateStore } from '../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../eventsourcing/commands/command-context';
import {
  FilmQueries,
  FilmRequests,
  ImageRequests,
  type KnownVoices,
  musicOfFilm,
  sceneOfFilm,
  SpeechRequests,
  VideoRequests,
} from '../generation';
import { OfferedModels } from '../integrations/offered-models';
import { DomainError } from '../lib/domain-error';
import { liveScenes, ownProject, projectAggregate } from '../projects/storyboard';
import type { ProjectState, SceneState } from '../projects/storyboard';
import { attributesOfStyle } from '../projects/styles';
import { itemOf } from './domain/batch';

/** Ids that belong to one attempt at an item. */
interface Attempt {
  batchId: string;
  workId: string;
}

interface Bill {
  items: StaleItem[];
  includedImages: number;
}

/** Lists the stale items of a project with the price of making them again, and makes them. */
@Injectable()
export class RefreshItems {
  constructor(
    private readonly store: AggregateStore,
    private readonly images: ImageRequests,
    private readonly videos: VideoRequests,
    private readonly speech: SpeechRequests,
    private readonly films: FilmRequests,
    private readonly madeFilms: FilmQueries,
    private readonly offered: OfferedModels,
  ) {}

  /** @throws DomainError not_found */
  async bill(projectId: string, ownerId: string): Promise<Bill> {
    const project = ownProject(await this.store.load(projectAggregate, projectId), { ownerId });
    const voices = await this.voices(project);
    const now = await this.now(project, voices);
    const { remainingToday: includedImages } = await this.images.bulkQuote(ownerId);
    const items = staleItems(now).map((item) => ({
      ...item,
      problem: item.problem ?? this.problemOf(project, item, voices),
    }));
    return { items, includedImages };
  }

  /** @throws DomainError not_found */
  async present(projectId: string, ownerId: string): Promise<RefreshBill> {
    const { items, includedImages } = await this.bill(projectId, ownerId);
    return { items: items.map(({ price, ...item }) => ({ ...item, zaps: toZaps(price.units) })), includedImages };
  }

  /** Returns the chosen items that are still stale and can be made, with their total price. */
  async chosen(
    projectId: string,
    ids: readonly string[],
    ownerId: string,
  ): Promise<{ items: StaleItem[]; units: number; includedScenes: number }> {
    const { items, includedImages } = await this.bill(projectId, ownerId);
    const chosen = chosenItems(items, ids);
    const images = chosen.filter(({ step }) => step === 'images').length;
    const units = refreshTotal(chosen, includedImages, ({ price }) => price.units);
    return { items: chosen, units, includedScenes: Math.min(images, includedImages) };
  }

  /** Returns the present total price of these items in ledger units. Items that are no longer stale cost nothing. */
  async unitsOf(projectId: string, keys: readonly string[], ownerId: string): Promise<number> {
    const { items, includedImages } = await this.bill(projectId, ownerId);
    const asked = items.filter(({ id, problem }) => keys.includes(id) && problem === null);
    return refreshTotal(asked, includedImages, ({ price }) => price.units);
  }

  /**
   * Requests an item whose turn has come.
   * @throws DomainError bad_request when it is no longer stale
   */
  async begin(projectId: string, key: string, attempt: Attempt, context: CommandContext): Promise<void> {
    const { ownerId } = context;
    const project = ownProject(await this.store.load(projectAggregate, projectId), { ownerId });
    const now = await this.now(project, await this.voices(project));
    if (!staleItems(now).some(({ id }) => id === key))
      throw new DomainError('bad_request', 'It is up to date already.');
    const { step, sceneId } = itemOf(key);
    if (step === 'images') return this.images.refresh(sceneId, attempt, context);
    if (step === 'clips') return this.videos.refresh(sceneId, attempt, context);
    if (step === 'speech') return this.speech.inBatch(sceneId, attempt, context);
    if (now.film) return this.films.inBatch({ projectId, quality: now.film.quality }, attempt, context);
  }

  private async now(project: ProjectState, voices: KnownVoices | null): Promise<ProjectNow> {
    const { id, ownerId, fields } = project;
    const film = (await this.madeFilms.ofProject(id, ownerId)).find(({ status }) => status !== 'failed');
    return {
      id,
      fields,
      style: await attributesOfStyle(this.store, fields.selectedStyle, ownerId),
      scenes: liveScenes(project).map(sceneNow),
      firstVoice: voices?.voices[0]?.id ?? null,
      music: musicOfFilm(fields),
      film: film?.fingerprint ? { quality: film.quality, fingerprint: film.fingerprint } : null,
      offers: (model) => this.offered.problemOf(model) === null,
    };
  }

  /** Returns the available voices if something is spoken; null when their provider does not answer. */
  private async voices(project: ProjectState): Promise<KnownVoices | null> {
    if (!liveScenes(project).some(({ speech }) => speech !== null)) return null;
    try {
      return await this.speech.known();
    } catch (error) {
      if (error instanceof DomainError) return null;
      throw error;
    }
  }

  /** Returns the reason, shown to users, why an item can't be made; null when it can be tried. */
  private problemOf(project: ProjectState, item: StaleItem, voices: KnownVoices | null): string | null {
    const owner = { ownerId: project.ownerId };
    const check: Record<RefreshStep, (sceneId: string) => void> = {
      images: (sceneId) => this.images.checkRefresh(project, sceneId, owner),
      clips: (sceneId) => this.videos.checkRefresh(project, sceneId, owner),
      speech: (sceneId) => {
        if (voices) this.speech.priceOfScene(project, sceneId, voices, owner);
      },
      film: () => this.films.priceOf(project, 'draft', owner),
    };
    try {
      check[item.step](item.sceneId ?? '');
      return null;
    } catch (error) {
      if (error instanceof DomainError) return error.message;
      throw error;
    }
  }
}

const sceneNow = (scene: SceneState): SceneNow => ({ ...scene, ...sceneOfFilm(scene) });
