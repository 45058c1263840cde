import { randomUUID } from 'node:crypto';
import { RegisterAccount } from '../accounts/account';
import { CommandDispatcher } from '../eventsourcing/commands/command-dispatcher';
import { startTestApp, type TestApp } from './app-harness';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

describe('an account whose registration was interrupted before its zaps were granted', () => {
  it('gets its zaps a moment later, once', async () => {
    const id = randomUUID();
    const dispatcher = app.get(CommandDispatcher);
    const profile = { email: 'ada@example.com', firstName: 'Ada' };
    await dispatcher.execute(new RegisterAccount(id, profile, dispatcher.context({ id })));
    await app.idle();
    expect((await app.events(`wallet-${id}`)).map(({ type }) => type)).toEqual(['ZapsGranted']);
  });
});
