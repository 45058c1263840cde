// Gives an account a role, or takes one away: `node backend/dist/tools/roles.js grant EMAIL finance`.
import { roleSchema, ROLES } from '@storyreel/contracts';
import { editRoles } from './edit-roles';
import { runTool, say } from './run-tool';
import { UsageError } from './usage';

const USAGE = `Usage: npm run roles -- grant EMAIL ROLE
       npm run roles -- revoke EMAIL ROLE
A role is one of: ${ROLES.join(', ')}. The account has to be registered. The server may run meanwhile.
Where several accounts have the e-mail address, or nobody vouches for it, name the account by its ID in place of EMAIL.`;

void runTool(USAGE, async (config, [change, whose, name, ...more]) => {
  const role = roleSchema.safeParse(name);
  if (change !== 'grant' && change !== 'revoke') throw new UsageError('Say whether to grant a role or to revoke it.');
  if (!whose || !name) throw new UsageError('Name an e-mail address and a role.');
  if (!role.success) throw new UsageError(`There is no role '${name}'.`);
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}.`);
  for (const account of await editRoles(config, { change, whose, role: role.data })) {
    const roles = account.roles.join(', ') || 'none';
    say(`${account.userId}: ${account.changed ? 'changed' : 'unchanged'}, roles by event: ${roles}`);
  }
});
