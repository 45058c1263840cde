export const SIDEBAR_COOKIE = 'sidebar_state';
/** Seconds: 7 days. */
export const SIDEBAR_COOKIE_MAX_AGE = 604_800;

/** Whether the sidebar was left open; open when nothing is known. */
export function readSidebarCookie(cookies: string): boolean {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${SIDEBAR_COOKIE}=`));
  return found !== `${SIDEBAR_COOKIE}=false`;
}

export const sidebarCookie = (open: boolean): string =>
  `${SIDEBAR_COOKIE}=${open}; path=/; max-age=${SIDEBAR_COOKIE_MAX_AGE}; samesite=lax`;
