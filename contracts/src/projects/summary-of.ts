import { isBlank } from '../common/text';
import type { Project } from './project';
import type { ProjectSummary } from './project-summary';

/** A whole project as a list shows it. */
export function summaryOf(project: Project): ProjectSummary {
  const {
    story,
    characters: _c,
    environment: _e,
    props: _p,
    midjourneyPrompt: _m,
    voices: _v,
    film: _f,
    filmMusicUrl: _u,
    filmMusicFilename: _n,
    ...shown
  } = project;
  return { ...shown, hasStory: !isBlank(story) };
}
