/**
 * The page that signs in, which leads on to the address that was asked for.
 * @param asked of the app: path and query
 * @param form which is shown first; without it the one for new accounts
 */
export function signInAddress(asked: string, form?: 'sign-in'): string {
  const query = [...(form ? [`form=${form}`] : []), ...(asked === '/' ? [] : [`next=${encodeURIComponent(asked)}`])];
  return ['/api/login', query.join('&')].filter((part) => part !== '').join('?');
}
