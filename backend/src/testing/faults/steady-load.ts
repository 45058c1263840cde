import { Agent, request } from 'node:http';
import { LATE_POSITION_COOKIE } from '../../infra/http/request-context';

interface Answer {
  status: number;
  closes: boolean;
  body: string;
  cookies: string[];
}

/** A request without any response; records if its connection had served others before. */
export class NoAnswer extends Error {}

/** A creator whose client keeps its connection open and sends one change after the other. */
export class SteadyLoad {
  /** Titles acknowledged by the server, with their projects. */
  readonly acknowledged: { projectId: string; title: string }[] = [];
  /** Responses that asked the client to close its connection. */
  closing = 0;
  /** Responses that came before the views showed their change. */
  late = 0;
  cookie = '';
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });
  private projectId = '';
  private sent = 0;

  constructor(private readonly name: string) {}

  async begin(url: string): Promise<void> {
    const account = { email: `${this.name}@example.com`, password: 'correct horse battery', firstName: 'Load' };
    const registered = await this.send('POST', `${url}/api/register`, account);
    this.cookie = registered.cookies.map((line) => line.split(';')[0]).join('; ');
    const { body } = await this.send('POST', `${url}/api/projects`, { title: 'Load' });
    this.projectId = (JSON.parse(body) as { id: string }).id;
  }

  /** Makes one change. @returns the response's status @throws NoAnswer when the connection broke */
  async change(url: string): Promise<number> {
    const title = `Title ${++this.sent}`;
    const { status, closes, cookies } = await this.send('PATCH', `${url}/api/projects/${this.projectId}`, { title });
    if (cookies.some((line) => line.startsWith(LATE_POSITION_COOKIE))) this.late += 1;
    if (closes) this.closing += 1;
    if (status === 200) this.acknowledged.push({ projectId: this.projectId, title });
    return status;
  }

  /** Makes changes until the server no longer answers. */
  async untilGone(url: string): Promise<void> {
    for (;;) {
      try {
        await this.change(url);
      } catch (error) {
        if (error instanceof NoAnswer) return;
        throw error;
      }
    }
  }

  close(): void {
    this.agent.destroy();
  }

  private send(method: string, url: string, body: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const noAnswer = (error: Error) => reject(new NoAnswer(`${method} ${url}: ${error.message}`));
      const headers = { 'content-type': 'application/json', cookie: this.cookie };
      const call = request(url, { method, agent: this.agent, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('error', noAnswer);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            closes: answer.headers.connection === 'close',
            body: text,
            cookies: answer.headers['set-cookie'] ?? [],
          }),
        );
      });
      call.on('error', noAnswer);
      call.end(JSON.stringify(body));
    });
  }
}
