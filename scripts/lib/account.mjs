import { randomBytes } from 'node:crypto';
import { ApiRefusal } from './api-client.mjs';

/** @typedef {{ email: string, password: string }} Credentials */

/** An account that nobody has yet. @param {string} name @returns {Credentials} */
export const newCredentials = (name) => ({
  email: `${name}-${randomBytes(5).toString('hex')}@storyreel.example`,
  password: randomBytes(12).toString('base64url'),
});

/** Who looks after the money and the runs, on servers that are started for tests and pictures. */
export const STAFF = { email: 'staff@storyreel.example', password: 'only-on-servers-for-tests' };
export const STAFF_ROLES = { FINANCE_EMAILS: STAFF.email, DEVELOPER_EMAILS: STAFF.email };

/**
 * Signs in, or creates the account when there is none of that address.
 * @param {import('./api-client.mjs').ApiClient} client
 * @param {Credentials} credentials
 * @param {string} firstName for a new account
 * @returns {Promise<'registered' | 'signed in'>}
 */
export async function signInOrRegister(client, { email, password }, firstName) {
  try {
    // The second time there is an account of this address, which is then signed in to.
    await client.send('POST', '/api/register', { body: { email, password, firstName }, repeatable: true });
    return 'registered';
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'email_taken') throw error;
    await client.send('POST', '/api/login', { body: { email, password }, repeatable: true });
    return 'signed in';
  }
}
