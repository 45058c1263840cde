import { errorBodySchema, type ErrorCode, IDEMPOTENCY_KEY_HEADER } from '@storyreel/contracts';
import type { z } from 'zod';
import { answerProblems, findRoute } from './wire-check';

export interface RawRequest {
  method: string;
  /** With its query. */
  path: string;
  body?: object;
  headers: Record<string, string>;
}
export interface RawReply {
  status: number;
  /** Undefined when there is none. */
  body: unknown;
  header(name: string): string | null;
}
/** How a side is spoken to: over the network, or to the fake in memory. */
export type Send = (request: RawRequest) => Promise<RawReply>;

interface Sent {
  body?: object;
  /** The idempotency key. */
  key?: string;
}

/** What a refusal says that programs rely on. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  /** Where something can be done about it. */
  link?: string;
}

/** Somebody with an account. Whatever they are answered is held against the contracts. */
export class Visitor {
  constructor(
    private readonly send: Send,
    /** Waits until paid work that was asked for is done. */
    readonly workDone: () => Promise<void>,
  ) {}

  /** What a route answers when all is well, read by the contract's schema. */
  async get<Schema extends z.ZodType>(schema: Schema, route: string, sent: Sent = {}): Promise<z.output<Schema>> {
    const reply = await this.reply(route, sent);
    if (reply.status >= 400) throw new Error(`${route} was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
    return schema.parse(reply.body);
  }

  /** How a route refuses. @throws when it does not */
  async refusal(route: string, sent: Sent = {}): Promise<Refusal> {
    const { status, body } = await this.reply(route, sent);
    if (status < 400) throw new Error(`${route} was not refused, but answered ${status} ${JSON.stringify(body)}`);
    const { code, link } = errorBodySchema.parse(body);
    return { status, code, ...(link !== undefined && { link }) };
  }

  async reply(route: string, { body, key }: Sent = {}): Promise<RawReply> {
    const [method = '', path = ''] = route.split(' ');
    const headers: Record<string, string> = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key };
    const reply = await this.send({ method, path, body, headers });
    const contract = findRoute(method, path.split('?')[0] ?? '');
    if (!contract) throw new Error(`The contracts know no route ${route}`);
    const problems = answerProblems(contract, reply);
    if (problems.length > 0) throw new Error(`${contract.name} answered: ${problems.join('; ')}`);
    return reply;
  }
}

/** One of those that have to behave alike: the server, or what stands in for it in tests of the front end. */
export interface Side {
  /** Somebody with a new account. */
  newcomer(): Promise<Visitor>;
  /** Nothing that is queued is begun while `work` runs. */
  onHold<T>(work: () => Promise<T>): Promise<T>;
}

/** What has to hold on every side. Its title names it where it fails. */
export interface ContractCase {
  title: string;
  run(side: Side): Promise<void>;
}
