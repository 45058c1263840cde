// Prints a link by which the owner of an account sets a new password, changes the e-mail address of an account, or
// manages the keys of accounts: `node backend/dist/tools/accounts.js reset EMAIL`.
import { toolCommand, waysToCall } from '../lib/tool-command';
import { runTool, say, UsageError } from './run-tool';

const WAYS = waysToCall('accounts', [
  ['reset EMAIL', 'prints a link that sets a new password and works once'],
  ['email EMAIL NEW_EMAIL', 'gives an account another e-mail address'],
  [
    'encrypt [--to URL]',
    'encrypts events that earlier releases stored unencrypted: in Postgres, or in a copy of an EventStoreDB',
  ],
  ['rewrap', "wraps the accounts' keys with the first key of ACCOUNT_KEYS"],
]);
const USAGE = `${WAYS}
Send the link to the owner of the account only: whoever opens it first gets in. The server may run meanwhile.`;

const SWITCH = `Nothing is switched yet. With every node stopped:
1. Set EVENTSTORE_URL to the address of the copy, on every node.
2. Run ${toolCommand('views', '--reset-log')}: events have other positions there, so views and jobs are made anew.
3. Start, and look whether everything is there. ${toolCommand('ledger', 'verify --heads DIR')} proves the signed days.
4. Delete the old EventStoreDB with its backups: it holds the events in clear.`;

void runTool(USAGE, async (config, [what, email, ...rest]) => {
  if (what === 'encrypt' && email === '--to') {
    const [to, ...more] = rest;
    if (!to || more.length > 0) throw new UsageError('Name the address of one empty EventStoreDB.');
    const { copyEncrypted } = await import('./encrypted-copy');
    const { events, encrypted } = await copyEncrypted(config, to, (line) => process.stderr.write(`${line}\n`));
    say(
      `The copy has ${events} events, and ${encrypted} of them are encrypted in it only. It was compared, and its ledger verifies.`,
    );
    say(SWITCH);
    return;
  }
  if (what === 'encrypt' || what === 'rewrap') {
    if (email !== undefined) throw new UsageError(`Not understood: ${email}.`);
    // Loaded late, for the reason stated below.
    const { encryptEvents, rewrapKeys } = await import('./account-keys');
    if (what === 'encrypt') say(`${await encryptEvents(config)} events were encrypted.`);
    else say(`${await rewrapKeys(config)} keys were wrapped anew.`);
    return;
  }
  if (what !== 'reset' && what !== 'email') throw new UsageError('Say what to do: reset, email, encrypt or rewrap.');
  if (!email) throw new UsageError('Name an e-mail address.');
  const [next, ...more] = what === 'email' ? rest : [undefined, ...rest];
  if (what === 'email' && !next) throw new UsageError('Name the new e-mail address too.');
  if (more.length > 0) throw new UsageError(`Not understood: ${more.join(' ')}.`);
  // Loaded late, since the module loads the whole application, which help and invalid arguments do not need.
  const { changeEmail, offerReset } = await import('./accounts-by-hand');
  if (next !== undefined) {
    await changeEmail(config, email, next);
    say(`The account of ${email} has the address ${next} now.`);
    return;
  }
  const { link, hours } = await offerReset(config, email);
  say(link);
  process.stderr.write(`It works once, within ${hours} hours, and signs the account out everywhere.\n`);
});
