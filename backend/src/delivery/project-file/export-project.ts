import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { accountAggregate } from '../../accounts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { EventStore } from '../../eventsourcing/event-store/event-store';
import { keyOfMediaUrl, MediaStore, type OpenedMedia } from '../../infra/storage';
import { Clock } from '../../lib/time';
import { type ProjectState, toldOf, WholeHistory } from '../../projects/storyboard';
import { styleAggregate, type StyleContent } from '../../projects/styles';
import { addAsset, addFile, checkAssets, leftOutText, type OpenZip, ProvenanceOfFiles } from '../zip';
import { contentOf } from './content';
import { mediaRefOf, PROJECT_FILE_FORMAT, PROJECT_FILE_VERSION, type ProjectFileManifest } from './format';
import { MANIFEST, PROVENANCE, tooLarge } from './open-project-file';
import { toldEvents } from './told-events';

type Checked = Awaited<ReturnType<typeof checkAssets>>[number];

/** A project with its style, and the files of both. */
export interface PlannedExport {
  state: ProjectState;
  style: StyleContent | null;
  assets: Checked[];
  /** Number of files that are missing or damaged. */
  lost: number;
}

const STEPS_AT_ONCE = 200;
const GB = 1_073_741_824;

/**
 * Writes a project into one file: a ZIP with its content, its history, its events, and its media named by their hash.
 */
@Injectable()
export class ProjectExporter {
  constructor(
    private readonly store: AggregateStore,
    private readonly media: MediaStore,
    @Inject(EventStore) private readonly events: Pick<EventStore, 'readStream'>,
    private readonly history: WholeHistory,
    private readonly provenance: ProvenanceOfFiles,
    private readonly clock: Clock,
  ) {}

  /**
   * Finds all files before any part of the ZIP is written.
   * @throws DomainError payload_too_large
   */
  async plan(state: ProjectState, ownerId: string): Promise<PlannedExport> {
    const style = await this.styleOf(state, ownerId);
    const urls = new Set<string>();
    contentOf(state, style, (url) => {
      if (keyOfMediaUrl(url) === null) return null;
      urls.add(url);
      return mediaRefOf(createHash('sha256').update(url).digest('hex'));
    });
    const named = { kind: 'image' as const, name: '', sceneId: null, id: null, main: false };
    const assets = await checkAssets(
      this.media,
      [...urls].map((url) => ({ ...named, url })),
      ownerId,
    );
    const bytes = assets.reduce((sum, { opened }) => sum + (opened?.object.size ?? 0), 0);
    if (bytes + FILE_LIMITS.projectFileText > FILE_LIMITS.projectFile)
      throw tooLarge(
        `The media of this project take more than ${FILE_LIMITS.projectFile / GB} GB, too much for one file.`,
      );
    return { state, style, assets, lost: assets.filter(({ problem }) => problem !== null).length };
  }

  /** Writes one file after the other, so that memory use stays low whatever the project's size. */
  async write(zip: OpenZip, { state, style, assets }: PlannedExport): Promise<void> {
    const refs = new Map<string, string>();
    const media = new Map<string, ProjectFileManifest['media'][number]>();
    const packed = [];
    const lost = [];
    for (const asset of assets) {
      const { opened, url } = asset;
      const known = opened && media.get(opened.object.sha256);
      const added = known ? null : await addAsset(zip, { ...asset, ...nameOf(opened) });
      if (added && added.problem !== null) lost.push({ ...added, name: 'A file' });
      const entry = known ?? (opened && added?.file && entryOf(opened, added.file));
      if (!entry || !opened) continue;
      media.set(entry.sha256, entry);
      refs.set(url, mediaRefOf(entry.sha256));
      const { generated, mixed } = opened.object;
      packed.push({ url, ...entry, generated, mixed });
    }
    const refOf = (url: string): string | null => refs.get(url) ?? null;
    const { firstName: author } = await this.store.load(accountAggregate, state.ownerId);
    const content = `${JSON.stringify(contentOf(state, style, refOf), null, 1)}\n`;
    const texts = {
      project: await addText(zip, 'project.json', [content]),
      history: await addText(zip, 'history.jsonl', this.steps(state, author)),
      events: await addText(zip, 'events.jsonl', within(lines(toldEvents(this.events, state.id, { author, refOf })))),
    };
    if (lost.length > 0) await addText(zip, 'LEFT_OUT.txt', [leftOutText(lost)]);
    await addText(zip, PROVENANCE, [await this.provenance.of(state, packed)]);
    const manifest: ProjectFileManifest = {
      format: PROJECT_FILE_FORMAT,
      version: PROJECT_FILE_VERSION,
      exportedAt: this.clock.now().toISOString(),
      author,
      title: state.fields.title,
      ...texts,
      media: [...media.values()],
      leftOut: lost.length,
    };
    await addText(zip, MANIFEST, [`${JSON.stringify(manifest, null, 1)}\n`]);
    await zip.archive.finalize();
  }

  private async styleOf({ fields: { selectedStyle } }: ProjectState, ownerId: string): Promise<StyleContent | null> {
    if (selectedStyle === null) return null;
    const style = await this.store.load(styleAggregate, selectedStyle);
    return style.status === 'live' && style.ownerId === ownerId ? style.content : null;
  }

  /** Yields the history, newest step first, including the steps that an imported project brought along. */
  private async *steps({ id, ownerId }: ProjectState, author: string): AsyncGenerator<string> {
    let cursor: string | undefined;
    do {
      const page = await this.history.page(id, ownerId, {
        limit: STEPS_AT_ONCE,
        ...(cursor !== undefined && { cursor }),
      });
      for (const step of page.items) yield `${JSON.stringify(toldOf(step, author))}\n`;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
  }
}

const nameOf = (opened: OpenedMedia | null) => ({ name: `media/${opened?.object.sha256 ?? ''}` });

const entryOf = ({ object: { sha256, size, contentType: type } }: OpenedMedia, file: string) => ({
  file,
  sha256,
  size,
  type,
});

async function* lines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/**
 * Ends the list before the project file gets too large to be imported. A shortened list is fine, since imports do not
 * use the events.
 */
async function* within(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let bytes = 0;
  for await (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > FILE_LIMITS.projectFileText) return;
    yield part;
  }
}

async function addText(zip: OpenZip, file: string, parts: Iterable<string> | AsyncIterable<string>) {
  return { file, ...(await addFile(zip, file, Readable.from(parts), { store: false })) };
}
