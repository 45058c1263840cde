import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { accountAggregate } from '../../accounts';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { FilmQueries } from '../../generation';
import { mediaUrlOf, MediaStore, StoredObjects } from '../../infra/storage';
import type { StoredObject } from '../../infra/storage';
import { RECORDING_TYPE } from '../../integrations/recording/run-recordings';
import { Clock } from '../../lib/time';
import { projectAggregate } from '../../projects/storyboard';
import { addAsset, addFile, checkAssets, leftOutText, planZip, safeName } from '../zip';
import type { ManifestFile, OpenZip, PlannedAsset } from '../zip';
import { OwnRows } from './own-rows';
import { chatsText, indexPage, type IndexedFolder, jsonText, ledgerText, postsText } from './readable-files';

export const ARCHIVE_TYPE = 'application/zip';
/** Types of files that are left out: archives, and the technical records of calls to providers. */
const NOT_PACKED = [ARCHIVE_TYPE, RECORDING_TYPE] as const;

export interface Packed {
  files: number;
  leftOut: number;
}

interface Packing extends OpenZip {
  userId: string;
  /** Packed files from the storage, by address. A file that several projects use is in the first project's folder. */
  media: Map<string, ManifestFile>;
  folders: (IndexedFolder & { files: string[] })[];
  /** Titles of projects, by id. */
  titles: Map<string, string>;
  /** Called with the number of bytes of each packed file. */
  onBytes(bytes: number): Promise<void>;
}

/** Writes all data of a user into a ZIP: files for people to read and play, and the same data as JSON. */
@Injectable()
export class ArchivePacker {
  constructor(
    private readonly store: AggregateStore,
    private readonly media: MediaStore,
    private readonly objects: StoredObjects,
    private readonly films: FilmQueries,
    private readonly rows: OwnRows,
    private readonly clock: Clock,
  ) {}

  /** Returns the size of all files that an archive would contain. */
  bytesOf(userId: string): Promise<number> {
    return this.objects.ownedBytes(userId, NOT_PACKED);
  }

  /** Packs one file after the other, so that memory use stays low however much data a user has. */
  async pack(zip: OpenZip, userId: string, onBytes: Packing['onBytes']): Promise<Packed> {
    const packing: Packing = { ...zip, userId, onBytes, media: new Map(), folders: [], titles: new Map() };
    for await (const row of this.rows.of('project_list', userId)) {
      packing.titles.set(String(row.id), String(row.title));
      await this.addProject(packing, String(row.id));
    }
    await this.addOtherFiles(packing);
    await this.addTexts(packing);
    await this.addData(packing);
    const files = [...packing.media.values()];
    const lost = files.filter(({ problem }) => problem !== null);
    if (lost.length > 0) await addText(packing, 'LEFT_OUT.txt', [leftOutText(lost)]);
    const listed = files.map(({ name: _, ...file }) => file);
    await addText(packing, 'data/files.json', [`${JSON.stringify(listed, null, 2)}\n`]);
    await addText(packing, 'index.html', [await this.index(packing)]);
    await zip.archive.finalize();
    return { files: packing.folders.reduce((sum, folder) => sum + folder.files.length, 0), leftOut: lost.length };
  }

  private async addProject(packing: Packing, projectId: string): Promise<void> {
    const state = await this.store.load(projectAggregate, projectId);
    const { title, completedVideoUrl } = state.fields;
    const film = completedVideoUrl && (await this.films.byFile(completedVideoUrl, projectId, packing.userId));
    const plan = planZip(state, film || null);
    const number = String(packing.folders.length + 1).padStart(3, '0');
    const place = `projects/${number}_${safeName(title, 'project')}${state.deleted ? '_deleted' : ''}`;
    begin(packing, title || 'Untitled', state.deleted ? 'A project that you deleted.' : 'A project.');
    for (const text of plan.texts) await addText(packing, `${place}/${text.name}`, [text.content]);
    await addText(packing, `${place}/project.json`, [`${JSON.stringify(state, null, 1)}\n`]);
    const assets = plan.assets.map((asset) => ({ ...asset, name: `${place}/${asset.name}` }));
    for (const asset of assets) await this.addMedia(packing, asset);
  }

  private async addMedia(packing: Packing, asset: PlannedAsset): Promise<void> {
    if (packing.media.has(asset.url)) return;
    const [checked] = await checkAssets(this.media, [asset], packing.userId);
    // Files at external addresses are not packed; the project's JSON keeps the address.
    if (!checked || checked.problem === 'elsewhere') return;
    const added = await addAsset(packing, checked);
    packing.media.set(asset.url, added);
    if (added.file !== null) list(packing, added.file);
    await packing.onBytes(checked.opened?.object.size ?? 0);
  }

  /** Adds the files that no project shows: earlier images, images of casts and styles, and uploads. */
  private async addOtherFiles(packing: Packing): Promise<void> {
    begin(packing, 'Other Files', 'Images, clips and sounds that no project shows now, and uploads.');
    let after = '';
    let count = 0;
    for (;;) {
      const found: StoredObject[] = await this.objects.ownedBy(packing.userId, { except: NOT_PACKED, after });
      for (const { key, contentType } of found) {
        const url = mediaUrlOf(key);
        if (packing.media.has(url)) continue;
        count += 1;
        const name = `other-files/${String(count).padStart(5, '0')}`;
        await this.addMedia(packing, { kind: kindOf(contentType), url, name, sceneId: null, id: null, main: false });
      }
      after = found.at(-1)?.key ?? '';
      if (found.length === 0) return;
    }
  }

  private async addTexts(packing: Packing): Promise<void> {
    const { userId, titles } = packing;
    begin(packing, 'Texts', 'What you wrote and asked, and every entry of your zaps.');
    await addText(packing, 'posts.md', postsText(this.rows.of('post_list', userId, ['created_at'])));
    const chats = this.rows.of('chat_message', userId, [`coalesce(project_id::text, '')`, 'place']);
    await addText(packing, 'research.md', chatsText(chats, titles));
    await addText(packing, 'zaps.csv', ledgerText(this.rows.of('ledger_entry', userId, ['position'])));
  }

  private async addData(packing: Packing): Promise<void> {
    begin(packing, 'Data', 'Everything as JSON, for programs. files.json says where each file lies in this archive.');
    const { firstName, roles } = await this.store.load(accountAggregate, packing.userId);
    const account = { id: packing.userId, email: await this.emailOf(packing.userId), firstName, roles };
    await addText(packing, 'data/account.json', [`${JSON.stringify(account, null, 2)}\n`]);
    for (const name of this.rows.names)
      await addText(packing, `data/${name}.json`, jsonText(this.rows.of(name, packing.userId)));
  }

  private async index({ userId, folders }: Packing): Promise<string> {
    return indexPage(await this.emailOf(userId), this.clock.now().toISOString(), folders);
  }

  private async emailOf(userId: string): Promise<string> {
    const first = await this.rows.of('account_email', userId).next();
    return first.done === true ? '' : String(first.value.email);
  }
}

const kindOf = (contentType: string): PlannedAsset['kind'] =>
  contentType.startsWith('image/') ? 'image' : contentType.startsWith('video/') ? 'video' : 'audio';

const begin = ({ folders }: Packing, title: string, about: string): void =>
  void folders.push({ title, about, files: [] });

const list = ({ folders }: Packing, file: string): void => void folders.at(-1)?.files.push(file);

async function addText(packing: Packing, name: string, parts: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await addFile(packing, name, Readable.from(parts), { store: false });
  list(packing, name);
}
