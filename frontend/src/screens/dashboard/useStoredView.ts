import { useState } from 'react';
import { usePageCookies } from '../../platform/first-look';
import type { ProjectView } from './ProjectSection';

const VIEW_COOKIE = 'projects_view';
/** Seconds: a year. */
const MAX_AGE = 31_536_000;

/** The way of looking at the projects, remembered in this browser: in a cookie, so that the server draws it too. */
export function useStoredView(): [ProjectView, (view: ProjectView) => void] {
  const cookies = usePageCookies();
  const [view, setView] = useState<ProjectView>(() =>
    cookies.split('; ').includes(`${VIEW_COOKIE}=list`) ? 'list' : 'grid',
  );
  return [
    view,
    (chosen) => {
      document.cookie = `${VIEW_COOKIE}=${chosen}; path=/; max-age=${MAX_AGE}; samesite=lax`;
      setView(chosen);
    },
  ];
}
