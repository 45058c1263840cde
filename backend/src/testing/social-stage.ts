import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SocialPlatform } from '@storyreel/contracts';
import { mediaUrlOf, type OpenedMedia } from '../infra/storage';
import type { RetryBudget } from '../integrations/social/platform-publisher';
import { type ConfiguredPlatforms, configuredPlatforms } from '../integrations/social/platform-parts';
import type { Publication, SocialPublisher } from '../integrations/social/social-publisher';
import { InstagramStub } from './provider-stubs/instagram-stub';
import { SocialStub } from './provider-stubs/social-stub';
import { TikTokStub } from './provider-stubs/tiktok-stub';
import { YouTubeStub } from './provider-stubs/youtube-stub';
import { createTestDatabase, type TestDatabase } from './test-database';

export const PUBLIC_URL = 'https://storyreel.test';
/** The length is not a power of two, so that misplaced pieces are detected. */
const PATTERN = Buffer.from(Array.from({ length: 251 }, (_, at) => at));
const KEY = { id: 'k1', key: randomBytes(32) };

/** Three platforms on the wire, a database, files, and publishing nodes. */
export class SocialStage {
  readonly stubs = { youtube: new YouTubeStub(), instagram: new InstagramStub(), tiktok: new TikTokStub() };
  readonly ownerId = randomUUID();
  now = new Date();
  private readonly files = new Map<string, { bytes: Buffer; contentType: string; generated: boolean }>();
  private baseUrls: Partial<Record<SocialPlatform, string>> = {};

  private constructor(readonly database: TestDatabase) {}

  static async open(): Promise<SocialStage> {
    const stage = new SocialStage(await createTestDatabase());
    for (const platform of ['youtube', 'instagram', 'tiktok'] as const)
      stage.baseUrls[platform] = await stage.stubs[platform].start();
    await stage.node().prepare();
    return stage;
  }

  async close(): Promise<void> {
    for (const stub of Object.values(this.stubs)) await stub.stop();
    await this.database.drop();
  }

  /** Returns the state of one server, which shares only the database with others. */
  node(patience: Partial<RetryBudget> = {}, key = KEY): ConfiguredPlatforms {
    const { clientId, clientSecret } = SocialStub;
    const settingsOf = (platform: SocialPlatform) => ({ clientId, clientSecret, baseUrl: this.baseUrls[platform] });
    const [youtube, instagram, tiktok] = [settingsOf('youtube'), settingsOf('instagram'), settingsOf('tiktok')];
    return configuredPlatforms(
      { youtube, instagram, tiktok, tokenKeys: [key], publicUrl: PUBLIC_URL },
      {
        pool: this.database.pool,
        clock: { now: () => this.now },
        media: {
          open: (key) => Promise.resolve(this.opened(key)),
          shareUrlOf: (key) => `${mediaUrlOf(key)}?shared=1`,
        },
        patience: { pollMs: 1, losses: 3, totalMs: 20_000, ...patience },
        limits: { idleMs: 1_500 },
      },
    );
  }

  publisher(platform: SocialPlatform, patience: Partial<RetryBudget> = {}, key = KEY): SocialPublisher {
    const publisher = this.node(patience, key).publishers[platform];
    if (!publisher) throw new Error(`${platform} is not set up`);
    return publisher;
  }

  /** Adds a file of this many bytes, each of which shows its position. */
  file(bytes: number, contentType = 'video/mp4', generated = false): string {
    const key = randomBytes(24).toString('base64url');
    this.files.set(key, { bytes: Buffer.alloc(bytes, PATTERN), contentType, generated });
    return mediaUrlOf(key);
  }

  bytesOf(url: string): Buffer {
    return this.files.get(url.split('/').at(-1) ?? '')?.bytes ?? Buffer.alloc(0);
  }

  /** Creates a connected account and a post for it. */
  async publication(platform: SocialPlatform, fields: Partial<Publication> = {}): Promise<Publication> {
    const account = { id: randomUUID(), accountId: '17841', accountName: 'Gull Point' };
    const stub = this.stubs[platform];
    const tokens = {
      access: stub.access,
      refresh: stub.refresh,
      expiresAt: new Date(this.now.getTime() + 3_600_000_000),
    };
    await this.node().tokens.save({ id: account.id, ownerId: this.ownerId, platform }, tokens);
    return {
      key: randomUUID(),
      postId: randomUUID(),
      ownerId: this.ownerId,
      platform,
      account,
      title: 'Gull Point',
      content: `A keeper. ${randomUUID()}`,
      hashtags: ['sea'],
      mentions: ['mara'],
      visibility: 'public',
      tiktok: null,
      mediaUrls: [this.file(300_000)],
      ...fields,
    };
  }

  private opened(key: string): OpenedMedia | null {
    const file = this.files.get(key);
    if (file === undefined) return null;
    const { bytes, contentType } = file;
    const object = {
      blob: key,
      key,
      ownerId: this.ownerId,
      contentType,
      size: bytes.length,
      sha256: '',
      visibility: 'private' as const,
      state: 'ready' as const,
      generated: file.generated,
      mixed: false,
    };
    const read = (range = { start: 0, end: bytes.length - 1 }) =>
      Promise.resolve(Readable.from(pieces(bytes.subarray(range.start, range.end + 1))));
    return { object, read, check: () => Promise.resolve(null) };
  }
}

/** Splits bytes into pieces, as a disk reads them. */
function* pieces(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}
