import {
  changeEmailRequestSchema,
  changePasswordRequestSchema,
  confirmEmailRequestSchema,
  dateChoiceSchema,
  endSessionsRequestSchema,
  eraseAccountRequestSchema,
  renameAccountRequestSchema,
} from '@storyreel/contracts';
import type { Account, OwnArchive } from '@storyreel/contracts';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { Refused } from './refused';

/** Serves the session's account: its name, password and open sessions. */
export function serveAccount(server: FakeStoryreel): void {
  const { data } = server;
  const account = (): { json: Account } => ({
    json: {
      email: data.user?.email ?? '',
      pendingEmail: data.pendingEmail,
      firstName: data.user?.firstName ?? '',
      signsInBy: 'password',
      sendsMail: true,
      sessions: data.sessions,
    },
  });
  server.serve('GET /api/account', { body: nothing, query: nothing }, account);
  server.serve('PATCH /api/account', { body: renameAccountRequestSchema, query: nothing }, ({ body }) => {
    if (data.user) data.user = { ...data.user, firstName: body.firstName };
    return account();
  });
  server.serve('PATCH /api/account/dates', { body: dateChoiceSchema, query: nothing }, ({ body }) => {
    if (data.user) data.user = { ...data.user, dates: body };
    return { json: body };
  });
  server.serve('POST /api/account/email', { body: changeEmailRequestSchema, query: nothing }, ({ body }) => {
    if (body.password !== data.password) throw new Refused('bad_request', 'The password is wrong.');
    data.pendingEmail = body.email;
    return account();
  });
  server.serve('POST /api/account/email/confirm', { body: confirmEmailRequestSchema, query: nothing }, () => {
    if (!data.user || data.pendingEmail === null) throw new Refused('bad_request', 'This link no longer works.');
    data.user = { ...data.user, email: data.pendingEmail };
    data.pendingEmail = null;
    return account();
  });
  server.serve('POST /api/account/password', { body: changePasswordRequestSchema, query: nothing }, ({ body }) => {
    if (body.current !== data.password) throw new Refused('bad_request', 'The current password is wrong.');
    data.password = body.next;
    data.sessions = data.sessions.filter(({ isCurrent }) => isCurrent);
    return account();
  });
  const archive = (): { json: OwnArchive } => ({ json: { archive: data.archive } });
  server.serve('GET /api/account/archive', { body: nothing, query: nothing }, archive);
  server.serve('POST /api/account/archive', { body: nothing, query: nothing }, () => {
    const requestedAt = '2026-11-20T09:00:00.000Z';
    data.archive = { id: crypto.randomUUID(), state: 'preparing', requestedAt, percent: 0, file: null };
    return archive();
  });
  server.serve('POST /api/account/erase', { body: eraseAccountRequestSchema, query: nothing }, ({ body }) => {
    if (body.email.toLowerCase() !== data.user?.email)
      throw new Refused('bad_request', 'This is not the e-mail address of your account.');
    if (body.password !== data.password) throw new Refused('bad_request', 'The password is wrong.');
    const { id } = data.user;
    data.user = null;
    return { json: { id } };
  });
  server.serve('POST /api/account/sessions/end', { body: endSessionsRequestSchema, query: nothing }, ({ body }) => {
    const isKept = ({ id, isCurrent }: Account['sessions'][number]) =>
      body.id === undefined ? isCurrent : id !== body.id;
    data.sessions = data.sessions.filter(isKept);
    return account();
  });
}
