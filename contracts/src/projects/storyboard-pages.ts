/** Paper sizes for a storyboard; sides in points, 72 per inch. */
export const STORYBOARD_PAPERS = ['a4', 'letter'] as const;
export type StoryboardPaper = (typeof STORYBOARD_PAPERS)[number];

export const PAPER_POINTS: Record<StoryboardPaper, { width: number; height: number }> = {
  a4: { width: 595, height: 842 },
  letter: { width: 612, height: 792 },
};
export const PAPER_NAMES: Record<StoryboardPaper, string> = { a4: 'A4', letter: 'Letter' };

/** Scenes on a page. */
export const FRAMES_PER_PAGE = [2, 4, 6] as const;
export type FramesPerPage = (typeof FRAMES_PER_PAGE)[number];

/** Path and query of a project's storyboard as PDF. */
export const storyboardPath = (projectId: string, paper: StoryboardPaper, frames: FramesPerPage): string =>
  `/api/projects/${projectId}/storyboard.pdf?paper=${paper}&frames=${frames}`;
