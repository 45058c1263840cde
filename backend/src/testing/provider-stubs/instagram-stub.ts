import { fieldsOf, type Routed, SocialStub, type StubAnswer } from './social-stub';
import type { StubRequest } from './stub-server';

interface Container {
  fields: Record<string, string>;
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  at: string | null;
}

/** Implements the Instagram API's content publishing and tokens. */
export class InstagramStub extends SocialStub {
  readonly containers: Container[] = [];
  /** Status of new containers. */
  becomes: Container['status'] = 'FINISHED';
  /** Instagram's documentation shows answers in a list `data`; its servers also send them bare. */
  isListed = false;
  /** Numbers by media object; an object without numbers has been deleted. */
  readonly numbers = new Map<string, Record<string, number>>();
  override lifetime = 60 * 24 * 3_600;
  protected readonly unauthorized = problem(400, { code: 190, message: 'Error validating access token' });

  get published(): number {
    return this.containers.filter(({ status }) => status === 'PUBLISHED').length;
  }

  protected routed(request: StubRequest): Routed | null {
    const url = new URL(request.path, this.server.origin);
    const [, version, name = '', edge] = url.pathname.split('/');
    const route = `${request.method} ${url.pathname}`;
    if (route === 'POST /oauth/access_token')
      return { operation: 'code', isOpen: true, act: () => this.short(fieldsOf(request)) };
    if (route === 'GET /access_token') return { operation: 'token', isOpen: true, act: () => this.longLived() };
    if (route === 'GET /refresh_access_token')
      return { operation: 'token', isOpen: true, act: () => this.refreshed(url.searchParams) };
    if (route === 'GET /me')
      return { operation: 'me', act: () => this.inForm({ user_id: '17841', username: 'gull.point' }) };
    if (version !== 'v23.0') return null;
    if (request.method === 'POST' && edge === 'media')
      return { operation: 'container', act: () => this.create(fieldsOf(request)) };
    if (request.method === 'POST' && edge === 'media_publish')
      return { operation: 'publish', act: () => this.publish(fieldsOf(request)) };
    if (edge === 'insights') return { operation: 'numbers', act: () => this.insights(name, url.searchParams) };
    if (edge === 'media') return { operation: 'list', act: () => this.list() };
    if (url.searchParams.get('fields') === 'permalink')
      return { operation: 'link', act: () => ({ status: 200, body: { permalink: linkOf(name) } }) };
    return { operation: 'status', act: () => this.status(name) };
  }

  private short(fields: URLSearchParams): StubAnswer {
    const isGood = fields.get('code') === 'stub-code' && fields.get('client_secret') === this.secret;
    // This error has the form of api.instagram.com, which differs from the Graph API's.
    if (!isGood)
      return { status: 400, body: { error_type: 'OAuthException', code: 400, error_message: 'Invalid code' } };
    return this.inForm({ access_token: 'short-lived', user_id: 17841, permissions: this.scopes ?? ALL_PERMISSIONS });
  }

  private inForm(answer: object): StubAnswer {
    return { status: 200, body: this.isListed ? { data: [answer] } : answer };
  }

  /** An Instagram token is its own refresh token. */
  private refreshed(query: URLSearchParams): StubAnswer {
    const isGood = this.refresh !== null && query.get('access_token') === this.refresh;
    return isGood ? this.longLived() : this.unauthorized;
  }

  private longLived(): StubAnswer {
    const answer = this.renew();
    this.refresh = this.access;
    return answer;
  }

  private create(fields: URLSearchParams): StubAnswer {
    this.containers.push({ fields: Object.fromEntries(fields), status: this.becomes, at: null });
    return { status: 200, body: { id: `container-${this.containers.length - 1}` } };
  }

  private find(name: string): Container | undefined {
    return this.containers[Number(name.split('-').at(-1))];
  }

  private status(name: string): StubAnswer {
    const container = this.find(name);
    if (container === undefined) return problem(400, { code: 100, message: 'Unsupported get request' });
    return { status: 200, body: { id: name, status_code: container.status, status: `${container.status}: stub` } };
  }

  private publish(fields: URLSearchParams): StubAnswer {
    const name = fields.get('creation_id') ?? '';
    const container = this.find(name);
    if (container?.status !== 'FINISHED') return problem(400, { code: 9007, message: 'Media is not ready' });
    container.status = 'PUBLISHED';
    container.at = new Date().toISOString();
    return { status: 200, body: { id: name.replace('container', 'media') } };
  }

  /** Follows developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights (2026-11-28). */
  private insights(name: string, query: URLSearchParams): StubAnswer {
    if (this.scopes !== null && !this.scopes.includes('instagram_business_manage_insights'))
      return problem(400, { code: 10, message: 'Application does not have permission for this action' });
    const numbers = this.numbers.get(name);
    const missing = `Unsupported get request. Object with ID '${name}' does not exist`;
    if (numbers === undefined) return problem(400, { code: 100, error_subcode: 33, message: missing });
    const data = (query.get('metric') ?? '').split(',').flatMap((metric) => {
      const value = numbers[metric];
      const id = `${name}/insights/${metric}/lifetime`;
      return value === undefined ? [] : [{ name: metric, period: 'lifetime', values: [{ value }], title: metric, id }];
    });
    return { status: 200, body: { data } };
  }

  private list(): StubAnswer {
    const data = this.containers.flatMap(({ fields: { caption }, at }, index) =>
      at === null ? [] : [{ id: `media-${index}`, caption, permalink: linkOf(`media-${index}`), timestamp: at }],
    );
    return { status: 200, body: { data } };
  }
}

const ALL_PERMISSIONS = 'instagram_business_basic,instagram_business_content_publish';
const linkOf = (name: string): string => `https://www.instagram.com/reel/${name}/`;

function problem(status: number, error: { code: number; message: string; error_subcode?: number }): StubAnswer {
  return { status, body: { error: { type: 'OAuthException', ...error } } };
}
