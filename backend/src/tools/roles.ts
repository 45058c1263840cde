// Gives an account a role, or takes one away: `node backend/dist/tools/roles.js grant EMAIL finance`.
import { roleSchema, ROLES } from '@storyreel/contracts';
import { editRoles, type RoleChange } from './edit-roles';
import { runTool, say } from './run-tool';

const USAGE = `Usage: roles grant|revoke EMAIL ${ROLES.join('|')}`;

void runTool(async (config) => {
  const [change, email, name, ...more] = process.argv.slice(2);
  const role = roleSchema.safeParse(name);
  const known = change === 'grant' || change === 'revoke';
  if (!known || !email || !role.success || more.length > 0) throw new Error(USAGE);
  for (const account of await editRoles(config, { change: change satisfies RoleChange, email, role: role.data })) {
    const roles = account.roles.join(', ') || 'none';
    say(`${account.userId}: ${account.changed ? 'changed' : 'unchanged'}, roles by event: ${roles}`);
  }
});
