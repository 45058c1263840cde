// Grants a role to an account, revokes one, or lists who has a role: `node backend/dist/tools/roles.js grant EMAIL
// finance`.
import { roleSchema, ROLES } from '@storyreel/contracts';
import type { Role } from '@storyreel/contracts';
import { waysToCall } from '../lib/tool-command';
import { runTool, say, UsageError } from './run-tool';

const WAYS = waysToCall('roles', [
  ['grant EMAIL ROLE', 'gives an account a role and its screens'],
  ['revoke EMAIL ROLE', 'takes the role away again'],
  ['list', 'the accounts that have roles'],
]);
const USAGE = `${WAYS}
A role is one of: ${ROLES.join(', ')}. The account has to be registered. The server may run meanwhile.
Where several accounts have the e-mail address, or nobody vouches for it, name the account by its ID in place of EMAIL.`;

/**
 * Returns a warning that settings still give the role, since a revocation at the command line does not change the
 * server's environment.
 */
const stillBySettings = (role: Role, emails: readonly string[]): string =>
  `It still has the role ${role} by ${role.toUpperCase()}_EMAILS, which names ${emails.join(', ')}: take it out there and restart the server.`;

void runTool(USAGE, async (config, [change, whose, name, ...more]) => {
  if (change === 'list') {
    if (whose !== undefined) throw new UsageError(`Not understood: ${whose}.`);
    // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
    const { listRoles } = await import('./account-roles');
    const holders = await listRoles(config);
    if (holders.length === 0) say('Nobody has a role.');
    for (const { who, roles, from } of holders) say(`${who}: ${roles.join(', ')} (${from})`);
    return;
  }
  const role = roleSchema.safeParse(name);
  if (change !== 'grant' && change !== 'revoke')
    throw new UsageError('Say whether to grant a role, to revoke it, or to list who has one.');
  if (!whose || !name) throw new UsageError('Name an e-mail address and a role.');
  if (!role.success) throw new UsageError(`There is no role '${name}'.`);
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}.`);
  const { editRoles } = await import('./account-roles');
  for (const account of await editRoles(config, { change, whose, role: role.data })) {
    const roles = account.roles.join(', ') || 'none';
    say(`${account.userId}: ${account.changed ? 'changed' : 'unchanged'}, roles by event: ${roles}`);
    if (change === 'revoke' && account.bySettings.length > 0) say(stillBySettings(role.data, account.bySettings));
  }
});
