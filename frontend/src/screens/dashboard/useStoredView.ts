import { useState } from 'react';
import type { ProjectView } from './ProjectSection';

const VIEW_KEY = 'projects-view';

/** The way of looking at the projects, remembered in this browser. */
export function useStoredView(): [ProjectView, (view: ProjectView) => void] {
  const [view, setView] = useState<ProjectView>(() => (localStorage.getItem(VIEW_KEY) === 'list' ? 'list' : 'grid'));
  return [
    view,
    (chosen) => {
      localStorage.setItem(VIEW_KEY, chosen);
      setView(chosen);
    },
  ];
}
