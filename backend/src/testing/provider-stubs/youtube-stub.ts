import { fieldsOf, type Routed, SocialStub, type StubAnswer } from './social-stub';
import type { StubRequest } from './stub-server';

interface Session {
  resource: {
    snippet: { title: string; description: string; tags: string[] };
    status: { privacyStatus: string; containsSyntheticMedia: boolean };
  };
  total: number;
  bytes: Buffer;
  video: string | null;
  isGone: boolean;
  thumbnail: Buffer | null;
}

/** Implements the resumable upload of the YouTube Data API, and Google's token endpoint. */
export class YouTubeStub extends SocialStub {
  readonly sessions: Session[] = [];
  /** Locks uploaded videos to private, as YouTube does for clients that it has not audited. */
  locksToPrivate = false;
  /** Numbers by video, as Google writes them; a video without numbers has been deleted. */
  readonly numbers = new Map<string, { viewCount: string; likeCount?: string; commentCount?: string }>();
  protected readonly unauthorized = {
    status: 401,
    body: { error: { code: 401, message: 'Invalid Credentials', errors: [{ reason: 'authError' }] } },
  };

  get published(): number {
    return this.sessions.filter(({ video }) => video !== null).length;
  }

  protected override onCut(request: StubRequest): void {
    this.take(request);
  }

  protected routed(request: StubRequest): Routed | null {
    const { method } = request;
    const url = new URL(request.path, this.server.origin);
    const route = `${method} ${url.pathname}`;
    if (route === 'POST /token')
      return { operation: 'token', isOpen: true, act: () => this.grant(fieldsOf(request), 'client_id') };
    if (route === 'POST /revoke')
      return { operation: 'withdraw', isOpen: true, act: () => this.withdraw(fieldsOf(request)) };
    if (route === 'POST /upload/youtube/v3/videos') return { operation: 'begin', act: () => this.begin(request) };
    if (route === 'POST /upload/youtube/v3/thumbnails/set')
      return { operation: 'thumbnail', act: () => this.thumbnail(url.searchParams.get('videoId'), request) };
    if (method === 'PUT' && url.pathname.startsWith('/session/')) {
      const isQuestion = request.headers['content-range'] === 'bytes */*';
      return { operation: isQuestion ? 'ask' : 'piece', act: () => this.take(request) };
    }
    if (route === 'GET /youtube/v3/channels') return { operation: 'channels', act: () => CHANNEL };
    if (route === 'GET /youtube/v3/videos:batchGetStats')
      return { operation: 'numbers', act: () => this.stats(url.searchParams) };
    if (route === 'GET /youtube/v3/playlistItems') return { operation: 'search', act: () => this.uploads() };
    return null;
  }

  private begin(request: StubRequest): StubAnswer {
    const resource = JSON.parse(request.body.toString('utf8')) as Session['resource'];
    const total = Number(request.headers['x-upload-content-length']);
    this.sessions.push({ resource, total, bytes: Buffer.alloc(0), video: null, isGone: false, thumbnail: null });
    return { status: 200, headers: { location: `${this.server.origin}/session/${this.sessions.length - 1}` } };
  }

  private take({ path, headers, body }: StubRequest): StubAnswer {
    const session = this.sessions[Number(path.split('/').at(-1))];
    if (session === undefined || session.isGone) return { status: 404, body: { error: { message: 'Not found' } } };
    const start = /^bytes (\d+)-/.exec(String(headers['content-range']))?.[1];
    if (start !== undefined && session.video === null) {
      if (Number(start) !== session.bytes.length) return { status: 503 };
      session.bytes = Buffer.concat([session.bytes, body]);
    }
    if (session.bytes.length < session.total) {
      const range: Record<string, string> =
        session.bytes.length > 0 ? { range: `bytes=0-${session.bytes.length - 1}` } : {};
      return { status: 308, headers: range };
    }
    session.video ??= `video-${this.published + 1}`;
    const privacyStatus = this.locksToPrivate ? 'private' : session.resource.status.privacyStatus;
    return { status: 200, body: { id: session.video, status: { uploadStatus: 'uploaded', privacyStatus } } };
  }

  /** Follows developers.google.com/youtube/v3/docs/thumbnails/set (read 2026-11-28). */
  private thumbnail(videoId: string | null, { headers, body }: StubRequest): StubAnswer {
    const session = this.sessions.find(({ video }) => video !== null && video === videoId);
    const refused = (status: number, reason: string) => ({
      status,
      body: { error: { message: reason, errors: [{ reason }] } },
    });
    if (!session) return refused(404, 'videoNotFound');
    if (!['image/jpeg', 'image/png'].includes(String(headers['content-type']))) return refused(400, 'invalidImage');
    if (body.length > 2 * 1_048_576) return refused(413, 'mediaBodyTooLarge');
    session.thumbnail = body;
    return { status: 200, body: { kind: 'youtube#thumbnailSetResponse', items: [] } };
  }

  /** Follows developers.google.com/youtube/v3/docs/videos/batchGetStats (read 2026-11-28). */
  private stats(query: URLSearchParams): StubAnswer {
    const ids = (query.get('id') ?? '').split(',');
    if (!query.get('part')?.includes('statistics') || ids.length > 50) return { status: 400 };
    if (this.scopes !== null && !this.scopes.includes('youtube.readonly')) {
      const message = 'Request had insufficient authentication scopes.';
      return { status: 403, body: { error: { code: 403, message, errors: [{ reason: 'insufficientPermissions' }] } } };
    }
    const items = ids.flatMap((id) => {
      const statistics = this.numbers.get(id);
      return statistics ? [{ kind: 'youtube#videoStats', id, statistics }] : [];
    });
    return { status: 200, body: { kind: 'youtube#batchGetStatsResponse', items } };
  }

  private uploads(): StubAnswer {
    const items = this.sessions
      .filter(({ video }) => video !== null)
      .map(({ video, resource: { snippet } }) => ({
        snippet: { ...snippet, publishedAt: new Date().toISOString(), resourceId: { videoId: video } },
      }));
    return { status: 200, body: { items } };
  }
}

const CHANNEL: StubAnswer = {
  status: 200,
  body: {
    items: [
      {
        id: 'channel-1',
        snippet: { title: 'Gull Point' },
        contentDetails: { relatedPlaylists: { uploads: 'uploads-1' } },
      },
    ],
  },
};
