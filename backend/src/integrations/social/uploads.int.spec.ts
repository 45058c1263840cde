import type { SocialPlatform } from '@storyreel/contracts';
import { PUBLIC_URL, SocialStage } from '../../testing/social-stage';
import { ContentRefused, PublishOutcomeUnknown, PublishPassing } from './publish-errors';

const MB = 1_048_576;
const { signal } = new AbortController();
let stage: SocialStage;
beforeAll(async () => {
  stage = await SocialStage.open();
});
afterAll(() => stage?.close());
beforeEach(() => Object.values(stage.stubs).forEach((stub) => stub.heal()));
const publish = async (
  platform: SocialPlatform,
  post: Awaited<ReturnType<SocialStage['publication']>>,
  patience = {},
) => stage.publisher(platform, patience).publish(post, { signal });

describe('a video for YouTube', () => {
  const sessions = () => stage.stubs.youtube.sessions;
  const server = () => stage.stubs.youtube.server;

  it('is uploaded in pieces, byte for byte, with its title and description', async () => {
    const file = stage.file(17 * MB + 5);
    const post = await stage.publication('youtube', { mediaUrls: [file], visibility: 'unlisted' });
    const told: number[] = [];
    await stage.publisher('youtube').publish(post, { signal, onProgress: (fraction) => told.push(fraction) });
    const session = sessions().at(-1);
    expect(session?.bytes.equals(stage.bytesOf(file))).toBe(true);
    expect(session?.resource).toEqual({
      snippet: { title: post.title, description: `${post.content}\n\n@mara\n\n#sea`, tags: ['sea'] },
      status: { privacyStatus: 'unlisted', selfDeclaredMadeForKids: false, containsSyntheticMedia: false },
    });
    expect(told).toHaveLength(2);
  });

  it('continues at the next missing byte after an interruption', async () => {
    const file = stage.file(10 * MB);
    const post = await stage.publication('youtube', { mediaUrls: [file] });
    const begun = sessions().length;
    stage.stubs.youtube.failNext('piece', { kind: 'cut', bytes: 3 * MB });
    await publish('youtube', post);
    expect(sessions()).toHaveLength(begun + 1);
    expect(sessions().at(-1)?.bytes.equals(stage.bytesOf(file))).toBe(true);
    expect(server().requests.map(({ headers }) => headers['content-range'])).toContain(
      `bytes ${3 * MB}-${10 * MB - 1}/${10 * MB}`,
    );
  });

  it('continues on another node after a crash, in the same session', async () => {
    const file = stage.file(20 * MB);
    const post = await stage.publication('youtube', { mediaUrls: [file] });
    const begun = sessions().length;
    stage.stubs.youtube.failNext('piece', { kind: 'pass' }, { kind: 'stall' });
    const killed = new AbortController();
    const first = stage.publisher('youtube').publish(post, {
      signal: killed.signal,
      onProgress: () => killed.abort(new Error('killed')),
    });
    await expect(first).rejects.toThrow('killed');
    stage.stubs.youtube.heal();
    await publish('youtube', post);
    expect(sessions()).toHaveLength(begun + 1);
    expect(sessions().at(-1)?.bytes.equals(stage.bytesOf(file))).toBe(true);
  });

  it('is given up when no piece is accepted, and continues later', async () => {
    const post = await stage.publication('youtube', { mediaUrls: [stage.file(9 * MB)] });
    stage.stubs.youtube.failNext('piece', { kind: 'stall' }, { kind: 'stall' });
    await expect(publish('youtube', post, { losses: 0 })).rejects.toThrow(PublishPassing);
    stage.stubs.youtube.heal();
    await publish('youtube', post);
    expect(sessions().at(-1)?.video).not.toBeNull();
  });

  it('starts again when its session ends before its last piece', async () => {
    const file = stage.file(9 * MB);
    const post = await stage.publication('youtube', { mediaUrls: [file] });
    stage.stubs.youtube.failNext('piece', { kind: 'drop' });
    stage.stubs.youtube.failNext('ask', { kind: 'answer', status: 404 });
    const begun = sessions().length;
    await publish('youtube', post);
    expect(sessions()).toHaveLength(begun + 2);
    expect(sessions().filter(({ resource }) => resource.snippet.description.includes(post.content))).toHaveLength(2);
    expect(sessions().at(-2)?.video).toBeNull();
  });

  it('gets the poster of its film as its thumbnail', async () => {
    const thumbnailUrl = stage.file(90_000, 'image/jpeg');
    const published = await publish('youtube', await stage.publication('youtube', { thumbnailUrl }));
    expect(sessions().at(-1)?.thumbnail?.equals(stage.bytesOf(thumbnailUrl))).toBe(true);
    expect(published).not.toHaveProperty('notes');
    expect(published).not.toHaveProperty('madePrivate');
  });

  it.each([
    ['is refused', 90_000, { kind: 'answer', status: 403 }],
    ['is not answered', 90_000, { kind: 'answer', status: 503 }],
    ['has more than 2 MB', 2 * MB + 1, null],
  ] as const)('is published once, with a note, where its thumbnail %s', async (_, bytes, failure) => {
    const begun = sessions().length;
    if (failure) stage.stubs.youtube.failNext('thumbnail', failure);
    const post = await stage.publication('youtube', { thumbnailUrl: stage.file(bytes, 'image/jpeg') });
    const published = await publish('youtube', post);
    expect(published.notes).toEqual([expect.stringContaining("didn't take the film's poster")]);
    expect(await publish('youtube', post)).toEqual(published);
    expect(sessions()).toHaveLength(begun + 1);
    expect(sessions().at(-1)).toMatchObject({ video: published.externalId, thumbnail: null });
  });

  it('reports that YouTube made it private against its author’s choice', async () => {
    stage.stubs.youtube.locksToPrivate = true;
    expect(await publish('youtube', await stage.publication('youtube'))).toMatchObject({ madePrivate: true });
    const post = await stage.publication('youtube', { visibility: 'private' });
    expect(await publish('youtube', post)).not.toHaveProperty('madePrivate');
    stage.stubs.youtube.locksToPrivate = false;
  });

  it('is looked up in the channel when its session ends after its last piece', async () => {
    const post = await stage.publication('youtube');
    stage.stubs.youtube.failNext('piece', { kind: 'drop' });
    stage.stubs.youtube.failNext('ask', { kind: 'answer', status: 410 });
    const begun = sessions().length;
    const published = await publish('youtube', post);
    expect(sessions()).toHaveLength(begun + 1);
    expect(published.externalId).toBe(sessions().at(-1)?.video);
  });

  it('has an unknown outcome when it is not found in the channel either', async () => {
    const post = await stage.publication('youtube');
    const lost = { kind: 'answer', status: 404 } as const;
    stage.stubs.youtube.failNext('piece', { kind: 'answer', status: 503 });
    stage.stubs.youtube.failNext('ask', lost, lost);
    await expect(publish('youtube', post)).rejects.toThrow(PublishOutcomeUnknown);
    expect(await stage.publisher('youtube').find(post, { signal })).toEqual({ status: 'unknown' });
  });

  it('is not sent to a private network', async () => {
    const post = await stage.publication('youtube');
    const headers = { location: 'https://127.0.0.1:9/upload' };
    stage.stubs.youtube.failNext('begin', { kind: 'answer', status: 200, headers });
    await expect(publish('youtube', post)).rejects.toThrow('an address that cannot be used');
  });

  it('gets a title within the limit', async () => {
    const post = await stage.publication('youtube', { title: 'x'.repeat(101) });
    await expect(publish('youtube', post)).rejects.toThrow('at most 100 characters');
  });
});

describe('a post for Instagram', () => {
  const containers = () => stage.stubs.instagram.containers;
  afterEach(() => (stage.stubs.instagram.becomes = 'FINISHED'));

  it('becomes a reel with an address that Instagram can fetch for a while', async () => {
    const post = await stage.publication('instagram');
    await publish('instagram', post);
    expect(containers().at(-1)?.fields).toEqual({
      media_type: 'REELS',
      video_url: `${PUBLIC_URL}${post.mediaUrls[0]}?shared=1`,
      caption: `${post.content}\n\n@mara\n\n#sea`,
    });
  });

  it.each([
    [{}, 'feed'],
    [{ imageFit: 'crop' }, 'feed-cropped'],
  ] as const)('sends an image as its author chose: %j', async (choice, frame) => {
    const mediaUrls = [stage.file(10, 'image/jpeg')];
    await publish('instagram', await stage.publication('instagram', { mediaUrls, ...choice }));
    expect(containers().at(-1)?.fields.image_url).toMatch(new RegExp(`&frame=${frame}$`));
  });

  it('becomes a carousel of several files, which counts as one post', async () => {
    const before = stage.stubs.instagram.published;
    const mediaUrls = [stage.file(10), stage.file(10, 'image/jpeg')];
    await publish('instagram', await stage.publication('instagram', { mediaUrls }));
    expect(
      containers()
        .slice(-3)
        .map(({ fields }) => [fields.media_type, fields.children]),
    ).toEqual([
      ['VIDEO', undefined],
      [undefined, undefined],
      ['CAROUSEL', `container-${containers().length - 3},container-${containers().length - 2}`],
    ]);
    expect(stage.stubs.instagram.published).toBe(before + 1);
  });

  it('is paused while its container does not finish, and continues with the same container', async () => {
    const post = await stage.publication('instagram');
    stage.stubs.instagram.becomes = 'IN_PROGRESS';
    await expect(publish('instagram', post, { totalMs: 300 })).rejects.toThrow('took too long');
    const made = containers().length;
    const container = containers().at(-1);
    if (container) container.status = 'FINISHED';
    await publish('instagram', post);
    expect(containers()).toHaveLength(made);
    expect(container?.status).toBe('PUBLISHED');
  });

  it('starts again when its container has expired, and fails when Instagram cannot use the file', async () => {
    const post = await stage.publication('instagram');
    stage.stubs.instagram.becomes = 'IN_PROGRESS';
    await expect(publish('instagram', post, { totalMs: 200 })).rejects.toThrow(PublishPassing);
    const [old] = containers().slice(-1);
    if (old) old.status = 'EXPIRED';
    stage.stubs.instagram.becomes = 'FINISHED';
    await publish('instagram', post);
    expect(containers().at(-1)?.status).toBe('PUBLISHED');
    stage.stubs.instagram.becomes = 'ERROR';
    await expect(publish('instagram', await stage.publication('instagram'))).rejects.toThrow(ContentRefused);
  });

  it('is recognized as published when it already is', async () => {
    const post = await stage.publication('instagram');
    const before = stage.stubs.instagram.published;
    // The first publish request's answer is lost, and the next status is stale.
    stage.stubs.instagram.failNext('publish', { kind: 'drop' });
    const stale = { kind: 'answer', status: 200, body: { status_code: 'FINISHED' } } as const;
    stage.stubs.instagram.failNext('status', stale, stale);
    const published = await publish('instagram', post);
    expect(published.externalId).toBe(`media-${containers().length - 1}`);
    expect(stage.stubs.instagram.published).toBe(before + 1);
  });

  it('is public', async () => {
    const post = await stage.publication('instagram', { visibility: 'private' });
    await expect(publish('instagram', post)).rejects.toThrow('for everybody');
  });
});

describe('a video for TikTok', () => {
  const chosen = {
    privacyLevel: 'PUBLIC_TO_EVERYONE' as const,
    ...{ allowsComments: true, allowsDuets: false, allowsStitches: true },
    ...{ promotesOwnBrand: true, promotesOthersBrand: false },
  };
  const uploads = () => stage.stubs.tiktok.uploads;
  afterEach(() => {
    stage.stubs.tiktok.becomes = 'PUBLISH_COMPLETE';
    stage.stubs.tiktok.levels = ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'];
  });

  it('is uploaded in pieces of ten megabytes, the last of which takes the rest', async () => {
    const file = stage.file(25 * MB);
    const post = await stage.publication('tiktok', { mediaUrls: [file], visibility: 'private' });
    const published = await publish('tiktok', post);
    const upload = uploads().at(-1);
    expect(upload?.source).toMatchObject({ video_size: 25 * MB, chunk_size: 10 * MB, total_chunk_count: 2 });
    expect(upload?.post).toEqual({
      title: `${post.content}\n\n@mara\n\n#sea`,
      privacy_level: 'SELF_ONLY',
      is_aigc: false,
    });
    expect(upload?.bytes.equals(stage.bytesOf(file))).toBe(true);
    expect(published.url).toBe('https://www.tiktok.com/@gull/video/7300000000000000001');
  });

  it('is sent with its author’s choices, without those that the account has switched off since', async () => {
    await publish('tiktok', await stage.publication('tiktok', { visibility: 'unlisted', tiktok: chosen }));
    expect(uploads().at(-1)?.post).toMatchObject({
      ...{ privacy_level: 'PUBLIC_TO_EVERYONE', disable_comment: false, disable_duet: true, disable_stitch: true },
      ...{ brand_organic_toggle: true, brand_content_toggle: false },
    });
    const refused = { ...chosen, privacyLevel: 'MUTUAL_FOLLOW_FRIENDS' as const };
    const post = await stage.publication('tiktok', { tiktok: refused });
    await expect(publish('tiktok', post)).rejects.toThrow('with this visibility');
  });

  it('is refused in our words for public accounts until TikTok has audited us', async () => {
    const error = {
      code: 'unaudited_client_can_only_post_to_private_accounts',
      message: 'Please review our guidelines',
    };
    stage.stubs.tiktok.failNext('begin', { kind: 'answer', status: 403, body: { error } });
    const post = await stage.publication('tiktok', { tiktok: chosen });
    await expect(publish('tiktok', post)).rejects.toThrow('the account must be private when it posts');
  });

  it('continues with the missing piece after an interruption', async () => {
    const file = stage.file(25 * MB);
    const post = await stage.publication('tiktok', { mediaUrls: [file] });
    const begun = uploads().length;
    stage.stubs.tiktok.failNext('piece', { kind: 'pass' }, { kind: 'cut', bytes: 4 * MB });
    await publish('tiktok', post);
    expect(uploads()).toHaveLength(begun + 1);
    expect(uploads().at(-1)?.bytes.equals(stage.bytesOf(file))).toBe(true);
  });

  it('starts again when its upload expires before its last piece', async () => {
    const post = await stage.publication('tiktok', { mediaUrls: [stage.file(25 * MB)] });
    const begun = uploads().length;
    stage.stubs.tiktok.failNext('piece', { kind: 'answer', status: 403 });
    await publish('tiktok', post);
    expect(
      uploads()
        .slice(begun)
        .map(({ status }) => status),
    ).toEqual(['PROCESSING_UPLOAD', 'PUBLISH_COMPLETE']);
  });

  it('is neither published nor failed while TikTok reviews it', async () => {
    const post = await stage.publication('tiktok');
    stage.stubs.tiktok.becomes = 'PROCESSING_DOWNLOAD';
    // Long enough for the upload itself, even on a busy machine.
    await expect(publish('tiktok', post, { totalMs: 3_000 })).rejects.toThrow(PublishOutcomeUnknown);
    expect(await stage.publisher('tiktok').find(post, { signal })).toEqual({ status: 'unknown' });
    const [upload] = uploads().slice(-1);
    if (upload) upload.status = 'PUBLISH_COMPLETE';
    expect(await stage.publisher('tiktok').find(post, { signal })).toMatchObject({ status: 'published' });
  });

  it('fails when TikTok refuses it or the account may not post', async () => {
    stage.stubs.tiktok.becomes = 'FAILED';
    const post = await stage.publication('tiktok');
    await expect(publish('tiktok', post)).rejects.toThrow('video_pull_failed');
    expect(await stage.publisher('tiktok').find(post, { signal })).toEqual({ status: 'absent' });
    stage.stubs.tiktok.levels = ['SELF_ONLY'];
    await expect(publish('tiktok', await stage.publication('tiktok'))).rejects.toThrow('with this visibility');
    const unlisted = await stage.publication('tiktok', { visibility: 'unlisted' });
    await expect(publish('tiktok', unlisted)).rejects.toThrow('no unlisted videos');
  });
});
