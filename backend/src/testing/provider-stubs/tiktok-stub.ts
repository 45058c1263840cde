import { fieldsOf, type Routed, SocialStub, type StubAnswer } from './social-stub';
import type { StubRequest } from './stub-server';

interface Upload {
  post: Record<string, unknown> & { privacy_level: string };
  source: { video_size: number; chunk_size: number; total_chunk_count: number };
  bytes: Buffer;
  status: 'PROCESSING_UPLOAD' | 'PROCESSING_DOWNLOAD' | 'PUBLISH_COMPLETE' | 'FAILED';
  isGone: boolean;
}

/** Implements the direct post of TikTok's Content Posting API, and its token endpoint. */
export class TikTokStub extends SocialStub {
  readonly uploads: Upload[] = [];
  /** Status of complete uploads. */
  becomes: Upload['status'] = 'PUBLISH_COMPLETE';
  levels = ['PUBLIC_TO_EVERYONE', 'SELF_ONLY'];
  /** Interactions that the account's owner has switched off. */
  off = { comment_disabled: false, duet_disabled: false, stitch_disabled: true };
  /** Numbers by post, not by publication; a post without numbers has been deleted or is not public. */
  readonly numbers = new Map<string, { view_count: number; like_count: number; comment_count: number }>();
  /** True once TikTok has reviewed the posts, which then have ids of their own. */
  areReviewed = true;
  protected readonly unauthorized = problem(401, 'access_token_invalid');

  get published(): number {
    return this.uploads.filter(({ status }) => status === 'PUBLISH_COMPLETE').length;
  }

  protected override onCut(_request: StubRequest): void {
    // TikTok counts a piece only when it is complete.
  }

  protected routed(request: StubRequest): Routed | null {
    const { pathname } = new URL(request.path, this.server.origin);
    const json = () => JSON.parse(request.body.toString('utf8')) as Record<string, unknown>;
    switch (pathname) {
      case '/v2/oauth/token/':
        return { operation: 'token', isOpen: true, act: () => this.grant(fieldsOf(request), 'client_key') };
      case '/v2/oauth/revoke/':
        return { operation: 'withdraw', isOpen: true, act: () => this.withdraw(fieldsOf(request)) };
      case '/v2/user/info/':
        return { operation: 'me', act: () => fine({ user: { open_id: 'open-1', display_name: 'Gull Point' } }) };
      case '/v2/post/publish/creator_info/query/':
        return {
          operation: 'creator',
          act: () => fine({ ...CREATOR, privacy_level_options: this.levels, ...this.off }),
        };
      case '/v2/post/publish/video/init/':
        return { operation: 'begin', act: () => this.begin(json()) };
      case '/v2/post/publish/status/fetch/':
        return { operation: 'status', act: () => this.status(String(json().publish_id)) };
      case '/v2/video/query/':
        return { operation: 'numbers', act: () => this.query(json()) };
    }
    if (!pathname.startsWith('/upload/')) return null;
    return { operation: 'piece', isOpen: true, act: () => this.take(request, pathname) };
  }

  private begin(asked: Record<string, unknown>): StubAnswer {
    const post = asked.post_info as Upload['post'];
    const source = asked.source_info as Upload['source'];
    const unknown = Object.keys(post).filter((field) => !(field in POST_INFO));
    const wrong = Object.entries(post).some(([field, value]) => typeof value !== POST_INFO[field]);
    if (unknown.length > 0 || wrong) return problem(400, 'invalid_params');
    this.uploads.push({ post, source, bytes: Buffer.alloc(0), status: 'PROCESSING_UPLOAD', isGone: false });
    const at = this.uploads.length - 1;
    return fine({ publish_id: `publish-${at}`, upload_url: `${this.server.origin}/upload/${at}` });
  }

  private take({ headers, body }: StubRequest, path: string): StubAnswer {
    const upload = this.uploads[Number(path.split('/').at(-1))];
    if (upload === undefined || upload.isGone || upload.status !== 'PROCESSING_UPLOAD') return { status: 403 };
    const start = Number(/^bytes (\d+)-/.exec(String(headers['content-range']))?.[1]);
    if (start !== upload.bytes.length) return { status: 416 };
    upload.bytes = Buffer.concat([upload.bytes, body]);
    if (upload.bytes.length < upload.source.video_size) return { status: 206 };
    upload.status = this.becomes;
    return { status: 201 };
  }

  private status(publishId: string): StubAnswer {
    const upload = this.uploads[Number(publishId.split('-').at(-1))];
    if (upload === undefined) return problem(400, 'invalid_publish_id');
    const { status, bytes } = upload;
    const isListed = status === 'PUBLISH_COMPLETE' && this.areReviewed;
    const done = isListed ? { publicaly_available_post_id: ['7300000000000000001'] } : {};
    const failed = status === 'FAILED' ? { fail_reason: 'video_pull_failed' } : {};
    return fine({ status, uploaded_bytes: bytes.length, ...done, ...failed });
  }

  /** Follows developers.tiktok.com/doc/tiktok-api-v2-video-query (read 2026-11-28). */
  private query({ filters }: Record<string, unknown>): StubAnswer {
    if (this.scopes !== null && !this.scopes.includes('video.list')) return problem(401, 'scope_not_authorized');
    const ids = (filters as { video_ids: string[] }).video_ids;
    if (ids.length > 20) return problem(400, 'invalid_params');
    return fine({
      videos: ids.flatMap((id) => {
        const numbers = this.numbers.get(id);
        return numbers ? [{ id, share_url: `https://www.tiktok.com/@gull/video/${id}`, ...numbers }] : [];
      }),
    });
  }
}

/** Documented at developers.tiktok.com/doc/content-posting-api-reference-query-creator-info (read 2026-11-28). */
const CREATOR = {
  creator_avatar_url: 'https://lf16-tt4d.tiktokcdn.com/obj/tiktok-open-platform/gull',
  creator_username: 'gull',
  creator_nickname: 'Gull Point',
  max_video_post_duration_sec: 300,
};
/** Types of `post_info`'s fields: developers.tiktok.com/doc/content-posting-api-reference-direct-post (2026-11-28). */
const POST_INFO: Readonly<Record<string, string>> = {
  title: 'string',
  privacy_level: 'string',
  disable_duet: 'boolean',
  disable_comment: 'boolean',
  disable_stitch: 'boolean',
  video_cover_timestamp_ms: 'number',
  brand_content_toggle: 'boolean',
  brand_organic_toggle: 'boolean',
  is_aigc: 'boolean',
};

const fine = (data: object): StubAnswer => ({ status: 200, body: { data, error: { code: 'ok', message: '' } } });
function problem(status: number, code: string): StubAnswer {
  return { status, body: { data: {}, error: { code, message: `stub: ${code}` } } };
}
