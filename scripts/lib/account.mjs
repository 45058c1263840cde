import { randomBytes } from 'node:crypto';
import { ApiRefusal } from './api-client.mjs';

/** @typedef {{ email: string, password: string }} Credentials */

/** Returns credentials of an unused account. @param {string} name @returns {Credentials} */
export const newCredentials = (name) => ({
  email: `${name}-${randomBytes(5).toString('hex')}@storyreel.example`,
  password: randomBytes(12).toString('base64url'),
});

/** The finance and developer account of servers started for tests and screenshots. */
export const STAFF = { email: 'staff@storyreel.example', password: 'only-on-servers-for-tests' };
export const STAFF_ROLES = { FINANCE_EMAILS: STAFF.email, DEVELOPER_EMAILS: STAFF.email };

/**
 * Signs in, or registers if no account has the address.
 * @param {import('./api-client.mjs').ApiClient} client
 * @param {Credentials} credentials
 * @param {string} firstName for a new account
 * @returns {Promise<'registered' | 'signed in'>}
 */
export async function signInOrRegister(client, { email, password }, firstName) {
  try {
    // Repeatable: a second attempt is refused because the account exists, and then signs in to it.
    await client.send('POST', '/api/register', { body: { email, password, firstName }, repeatable: true });
    return 'registered';
  } catch (error) {
    if (!(error instanceof ApiRefusal) || error.code !== 'email_taken') throw error;
    await client.send('POST', '/api/login', { body: { email, password }, repeatable: true });
    return 'signed in';
  }
}
