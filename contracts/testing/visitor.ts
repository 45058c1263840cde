import { errorBodySchema, type ErrorCode, IDEMPOTENCY_KEY_HEADER } from '@storyreel/contracts';
import type { z } from 'zod';
import { answerProblems, findRoute } from './wire-check';

export interface RawRequest {
  method: string;
  /** The path with its query. */
  path: string;
  body?: object;
  headers: Record<string, string>;
}
export interface RawReply {
  status: number;
  /** Undefined when there is no body. */
  body: unknown;
  header(name: string): string | null;
}
/** Sends a request to the server over the network, or to the fake in memory. */
export type Send = (request: RawRequest) => Promise<RawReply>;

interface Sent {
  body?: object;
  /** The idempotency key. */
  key?: string;
}

/** The parts of a refusal that programs rely on. */
export interface Refusal {
  status: number;
  code: ErrorCode;
  /** Address where the user can resolve the refusal. */
  link?: string;
}

/** A user with an account. Every response is checked against the contracts. */
export class Visitor {
  constructor(
    private readonly send: Send,
    /** Waits until all requested paid work has ended. */
    readonly workDone: () => Promise<void>,
  ) {}

  /** Returns a route's successful response, parsed by the contract's schema. */
  async get<Schema extends z.ZodType>(schema: Schema, route: string, sent: Sent = {}): Promise<z.output<Schema>> {
    const reply = await this.reply(route, sent);
    if (reply.status >= 400) throw new Error(`${route} was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
    return schema.parse(reply.body);
  }

  /**
   * Returns a route's refusal.
   * @throws when the request succeeds
   */
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

/**
 * One of the two implementations that must behave alike: the server, or the fake that replaces it in the front end's
 * tests.
 */
export interface Side {
  /** Registers a new user. */
  newcomer(): Promise<Visitor>;
  /** Runs `work` while no queued job can start. */
  onHold<T>(work: () => Promise<T>): Promise<T>;
}

/** A required behaviour of both sides, with a title that names it when a test fails. */
export interface ContractCase {
  title: string;
  run(side: Side): Promise<void>;
}
