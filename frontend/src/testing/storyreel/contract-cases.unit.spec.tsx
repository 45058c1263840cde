import { CONTRACT_CASES, type Side, Visitor } from '@storyreel/contracts/testing';
import { takeLies } from '../lies';
import { WholeStoryreel } from '.';

/**
 * Returns a visitor with an in-memory account. As on the server, other accounts' data does not exist for the visitor.
 */
function newcomer(): Promise<Visitor> {
  const server = new WholeStoryreel();
  server.data.transactions = [
    { id: server.data.nextId(), description: 'Welcome zaps', amount: 100, createdAt: '2026-11-01T10:00:00.000Z' },
  ];
  return Promise.resolve(
    new Visitor(
      async ({ method, path, body, headers }) => {
        // Each server replaces fetch, and the users of a case each have a server of their own.
        server.install();
        const answer = await fetch(path, {
          method,
          headers,
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        // Some cases send invalid requests on purpose, so their violations are ignored.
        takeLies();
        const text = await answer.text();
        return {
          status: answer.status,
          body: text === '' ? undefined : JSON.parse(text),
          header: (name) => answer.headers.get(name),
        };
      },
      () => Promise.resolve(server.doWork()),
    ),
  );
}
const fake: Side = { newcomer, onHold: (work) => work() };

describe.each(Object.entries(CONTRACT_CASES))('of %s, on the fake server', (_area, cases) => {
  it.each(cases)('$title', ({ run }) => run(fake));
});
