/**
 * Returns the address of the sign-in page, which then redirects to the requested address.
 * @param asked path and query within the app
 * @param form the form shown first; by default the one for new accounts
 */
export function signInAddress(asked: string, form?: 'sign-in'): string {
  const query = [...(form ? [`form=${form}`] : []), ...(asked === '/' ? [] : [`next=${encodeURIComponent(asked)}`])];
  return ['/api/login', query.join('&')].filter((part) => part !== '').join('?');
}
