import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { FILE_LIMITS, READY_MADE_STYLE_KEYS, READY_MADE_STYLES } from '@storyreel/contracts';
import { z } from 'zod';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import type { CommandContext } from '../../eventsourcing/commands/command-context';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { HourlySweep, QuotaReached, StoredObjects } from '../../infra/storage';
import { createBulkhead, KeyedMutex } from '../../lib/concurrency';
import { ifMissing, toError } from '../../lib/errors';
import { DomainError } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';
import { ImportProject, projectAggregate, ProjectQuota, toldStepSchema, WholeHistory } from '../../projects/storyboard';
import type { ProjectState } from '../../projects/storyboard';
import { AddReadyMadeStyle, AddStyle, readyMadeStyleId } from '../../projects/styles';
import { importedContent, refsIn } from './content';
import { isMediaRef, type ProjectFileContent, projectFileContentSchema, projectFileEventSchema } from './format';
import { MediaImporter } from './import-media';
import { ProjectFile, tooLarge, validJson, validLines } from './open-project-file';

const GB = 1_073_741_824;
const LEFT_AFTER_MS = 24 * 60 * 60 * 1_000;
const AT_ONCE = { atOnce: 2, waiting: 16 };
const BUSY = 'Other projects are being imported. Please try again in a minute.';
const RETRY_AFTER_SECONDS = 60;

/**
 * Files in an import's folder: the received project file, and the owner of the import, written before anything is
 * stored.
 */
const FILE = 'file.zip';
const BEGUN = 'begun.json';
const begunSchema = z.object({ ownerId: z.uuid(), commandId: z.string() });
type BegunImport = z.infer<typeof begunSchema>;

/** Returns the owner of an import from its folder; null when the project file has not fully arrived. */
async function begunIn(folder: string): Promise<BegunImport | null> {
  const text = await readFile(join(folder, BEGUN), 'utf8').catch(ifMissing(''));
  return text === '' ? null : begunSchema.parse(JSON.parse(text));
}

/** Returns null for an unusable file, from which nothing was stored; rethrows other errors. */
function ifUnusable(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

const sizeRefusal = (): DomainError => tooLarge(`A project file can have at most ${FILE_LIMITS.projectFile / GB} GB.`);

/** Returns a stream that fails when more bytes arrive than are allowed. */
export function atMost(bytes: number, refusal: () => DomainError): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(passed > bytes ? refusal() : null, chunk);
    },
  });
}

const UUID = /"([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"/giu;

/**
 * Replaces every id in a JSON text by a new one. All occurrences of an id get the same new id, and a repeated import
 * gives the same new ids.
 */
export const withNewIds = (json: string, importId: string): string =>
  json.replaceAll(UUID, (_, id: string) => `"${derivedId(importId, id.toLowerCase())}"`);

/** Makes a project from a file for the account that sends it. Nothing is queued and nothing is charged. */
@Injectable()
export class ProjectImporter extends HourlySweep {
  protected readonly what = 'Project files that were being imported';
  private readonly folder: string;
  private readonly lines = new KeyedMutex();
  private readonly log = new Logger(ProjectImporter.name);
  /** Folders of failed imports whose files have yet to be deleted. */
  private readonly left = new Set<string>();
  private hasSwept = false;
  private readonly inTurn = createBulkhead(AT_ONCE, BUSY, RETRY_AFTER_SECONDS);

  constructor(
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly media: MediaImporter,
    private readonly objects: StoredObjects,
    private readonly history: WholeHistory,
    private readonly room: ProjectQuota,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'home' | 'uploadQuotaBytes'>,
  ) {
    super();
    this.folder = join(config.home, 'imports');
  }

  /**
   * @param announced number of bytes that the sender announced; null when the sender announced none
   * @throws DomainError with the reason, in words for users
   */
  async import(source: Readable, announced: number | null, context: CommandContext): Promise<ProjectState> {
    const { ownerId, commandId } = context;
    const projectId = derivedId(commandId, 'project');
    let isWanted = false;
    try {
      // A repeated import finds the project of the first one, and changes none of its files.
      const known = await this.store.load(projectAggregate, projectId);
      if (known.exists) return known;
      await this.checkRoom(announced, projectId, ownerId);
      isWanted = true;
    } finally {
      if (!isWanted) source.destroy();
    }
    await mkdir(this.folder, { recursive: true });
    const own = await mkdtemp(join(this.folder, 'project-'));
    try {
      const path = join(own, FILE);
      await pipeline(source, atMost(FILE_LIMITS.projectFile, sizeRefusal), createWriteStream(path));
      return await this.lines.run(ownerId, () =>
        this.inTurn(async () => {
          await writeFile(join(own, BEGUN), JSON.stringify({ ownerId, commandId } satisfies BegunImport));
          try {
            return await this.take(path, projectId, context);
          } catch (error) {
            await this.discard(own).catch((fault: unknown) => this.keepForSweep(own, fault));
            throw error;
          }
        }),
      );
    } finally {
      if (!this.left.has(own)) await rm(own, { recursive: true, force: true });
    }
  }

  /**
   * Deletes files and media that are left from imports of a killed node: at the start, while no import is running, and
   * later when they are a day old. The user can still import the project by sending the file again.
   */
  async sweep(now = Date.now()): Promise<number> {
    const isStart = !this.hasSwept;
    this.hasSwept = true;
    let count = 0;
    for (const name of await readdir(this.folder).catch(ifMissing<string[]>([]))) {
      const own = join(this.folder, name);
      const known = await stat(own).catch(ifMissing(null));
      const isOver = isStart || this.left.has(own) || (known && now - known.mtimeMs >= LEFT_AFTER_MS);
      if (!isOver) continue;
      const begun = await begunIn(own);
      if (begun) await this.lines.run(begun.ownerId, () => this.discard(own));
      await rm(own, { recursive: true, force: true });
      this.left.delete(own);
      count += 1;
    }
    return count;
  }

  /** Deletes the files that an import has stored, unless the import has made its project after all. */
  private async discard(own: string): Promise<void> {
    const begun = await begunIn(own);
    if (!begun) return;
    const { ownerId, commandId } = begun;
    const projectId = derivedId(commandId, 'project');
    if ((await this.store.load(projectAggregate, projectId)).exists) return;
    await this.history.forget(projectId, ownerId);
    const file = await ProjectFile.open(join(own, FILE)).catch(ifUnusable);
    if (!file) return;
    try {
      await this.media.discard(file, ownerId, commandId);
    } finally {
      file.close();
    }
  }

  private keepForSweep(own: string, fault: unknown): void {
    this.left.add(own);
    this.log.error(toError(fault), 'What a failed import has stored could not be discarded yet');
  }

  /** Refuses a project file from its announced size alone if it would exceed a limit, before a byte is read. */
  private async checkRoom(announced: number | null, projectId: string, ownerId: string): Promise<void> {
    const bytes = announced ?? 0;
    if (bytes > FILE_LIMITS.projectFile) throw sizeRefusal();
    const quota = this.config.uploadQuotaBytes;
    // Texts in the project file do not count as media, and the ZIP format adds little. So only a file that exceeds the
    // quota by more than all its texts can be refused here.
    if ((await this.objects.uploadedBytes(ownerId)) + bytes > quota + FILE_LIMITS.projectFileText)
      throw new QuotaReached(quota);
    await this.checkProjects(projectId, ownerId);
  }

  private checkProjects(projectId: string, ownerId: string): Promise<void> {
    return this.room.take(projectId, ownerId, () => Promise.resolve());
  }

  private async take(path: string, projectId: string, context: CommandContext): Promise<ProjectState> {
    const file = await ProjectFile.open(path);
    try {
      const { ownerId, commandId } = context;
      const { manifest } = file;
      const content = validJson(
        projectFileContentSchema,
        withNewIds(await file.text(manifest.project), commandId),
        manifest.project.file,
      );
      const steps = validLines(
        toldStepSchema,
        withNewIds(await file.text(manifest.history), commandId),
        manifest.history.file,
      );
      // The events are only a record that the import does not use, but an incomplete file is refused.
      validLines(projectFileEventSchema, await file.text(manifest.events), manifest.events.file);
      refuseUnknown(content, file);
      await this.media.check(file, ownerId);
      // Further projects may have been made since the first check.
      await this.checkProjects(projectId, ownerId);
      const addresses = await this.media.take(file, ownerId, commandId);
      const urlOf = (ref: string): string | null => addresses.get(ref) ?? null;
      await this.history.keep(projectId, ownerId, steps);
      const from = { exportedAt: manifest.exportedAt, author: manifest.author };
      return await this.room.take(projectId, ownerId, async () => {
        const style = await this.styleOf(content.style, urlOf, context);
        const command = new ImportProject(projectId, { ...importedContent(content, urlOf, style), from }, context);
        return (await this.dispatcher.execute(command)).state;
      });
    } finally {
      file.close();
    }
  }

  /** Creates a style for the importer that equals the project's style, and returns its id. */
  private async styleOf(
    style: ProjectFileContent['style'],
    urlOf: (ref: string) => string | null,
    context: CommandContext,
  ): Promise<string | null> {
    if (!style) return null;
    const { ownerId, commandId } = context;
    const key = READY_MADE_STYLE_KEYS.find((one) => {
      const { name, attributes } = READY_MADE_STYLES[one];
      return style.name === name && style.attributes === attributes;
    });
    if (key) {
      const id = readyMadeStyleId(ownerId, key);
      await this.dispatcher.execute(new AddReadyMadeStyle(id, { key }, context));
      return id;
    }
    const id = derivedId(commandId, 'style');
    const imageUrl = isMediaRef(style.imageUrl) ? (urlOf(style.imageUrl) ?? '') : style.imageUrl;
    await this.dispatcher.execute(new AddStyle(id, { ...style, imageUrl }, context));
    return id;
  }
}

/** @throws DomainError when the project refers to a file that the manifest does not list */
function refuseUnknown(content: ProjectFileContent, { manifest }: ProjectFile): void {
  const listed = new Set(manifest.media.map(({ sha256 }) => `media:${sha256}`));
  const unknown = [...refsIn(content)].find((ref) => isMediaRef(ref) && !listed.has(ref));
  if (unknown !== undefined)
    throw new DomainError('bad_request', `This project file is incomplete: ${unknown} is missing.`);
}
