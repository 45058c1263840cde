import { ERROR_STATUS, IDEMPOTENCY_KEY_HEADER } from '@storyreel/contracts';
import { findRoute, type FoundRoute } from '@storyreel/contracts/testing';
import { z } from 'zod';
import { type FakeAnswer, type FakeCall, type FakeMethod, FakeServer } from '../fake-server';
import { AccountData } from './account-data';
import { Refused } from './refused';

export interface Served<Body, Query> {
  body: Body;
  query: Query;
  params: string[];
  /** True when the request has an idempotency key. */
  keyed: boolean;
}
/** A route's successful response; the contract sets its status. */
export type Result = Pick<FakeAnswer, 'json' | 'headers'>;

export const nothing = z.unknown();

interface Intention {
  sent: string;
  answer: FakeAnswer;
}

/** A fake that behaves like the server, for one in-memory account. The same contract cases run against both. */
export class FakeStoryreel extends FakeServer {
  readonly data = new AccountData();
  private readonly intentions = new Map<string, Intention>();

  /** Adds a route of the contracts, which parses requests with the contract's schemas and answers with its status. */
  serve<Body extends z.ZodType, Query extends z.ZodType>(
    name: string,
    { body, query }: { body: Body; query: Query },
    handle: (call: Served<z.output<Body>, z.output<Query>>) => Result,
  ): void {
    const [method, path] = splitRoute(name);
    this.on(method, path, (call) => {
      const route = findRoute(method, path);
      if (!route) throw new Error(`The contracts know no route ${name}`);
      const sent = body.safeParse(call.body);
      const asked = query.safeParse(Object.fromEntries(call.query));
      if (!sent.success || !asked.success) return refusal(new Refused('validation_failed'));
      return this.once(route, call, (keyed) =>
        handle({ body: sent.data, query: asked.data, params: call.params, keyed }),
      );
    });
  }

  /** Executes a request only once for the same key and body. */
  private once(
    { keyed: targets, status = 200, name }: FoundRoute,
    call: FakeCall & { params: string[] },
    work: (keyed: boolean) => Result,
  ): FakeAnswer {
    const { idempotencyKey, ...content }: Record<string, unknown> = Object.fromEntries(
      Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(call.body)),
    );
    const key = call.headers.get(IDEMPOTENCY_KEY_HEADER) ?? idempotencyKey;
    const isKeyed = targets !== undefined && typeof key === 'string';
    const intention = JSON.stringify([name, call.params, targets?.map((target) => content[target]), key]);
    const sent = JSON.stringify(content);
    const known = isKeyed ? this.intentions.get(intention) : undefined;
    try {
      if (known && known.sent !== sent) throw new Refused('idempotency_key_reused');
      if (known) return known.answer;
      const answer = { status, ...work(isKeyed) };
      if (isKeyed) this.intentions.set(intention, { sent, answer });
      return answer;
    } catch (error) {
      if (error instanceof Refused) return refusal(error);
      throw error;
    }
  }
}

const refusal = ({ code, message, link }: Refused): FakeAnswer => ({
  status: ERROR_STATUS[code],
  json: { message, code, ...(link !== undefined && { link }) },
});

const METHODS: readonly FakeMethod[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
function splitRoute(name: string): [FakeMethod, string] {
  const [word, path = ''] = name.split(' ');
  const method = METHODS.find((known) => known === word);
  if (!method) throw new Error(`${name} is no route`);
  return [method, path];
}
