import { FRAMES_PER_PAGE, PAPER_NAMES, STORYBOARD_PAPERS, storyboardPath } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { ChevronDown, FileText } from 'lucide-react';
import { Button, Menu, MenuContent, MenuItem, MenuLabel, MenuTrigger, tellFailure, toast } from '../../../ui';
import { reasonOf } from '../../../platform/http/failures';
import { logError } from '../../../platform/log';
import { downloadFrom, lookAtDownload } from '../../../platform/http/downloads';
import { sanitizeTitle } from '../../pictures/media/files';

async function download(address: string, name: string): Promise<void> {
  try {
    await lookAtDownload(address);
    downloadFrom(address, name);
    toast({ title: 'Download Started', description: name });
  } catch (error) {
    logError('The storyboard could not be downloaded', error);
    tellFailure('Download Failed', reasonOf(error));
  }
}

/**
 * Offers the storyboard as a PDF, in several paper sizes and with several numbers of scenes per page. The browser
 * itself downloads it.
 */
export function StoryboardMenu({ project }: { project: Pick<Project, 'id' | 'title' | 'sceneCount'> }) {
  const name = `${sanitizeTitle(project.title)}_storyboard.pdf`;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button icon={<FileText size={16} aria-hidden />} disabled={project.sceneCount === 0}>
          Storyboard as PDF
          <ChevronDown size={16} aria-hidden />
        </Button>
      </MenuTrigger>
      <MenuContent align="start">
        {STORYBOARD_PAPERS.flatMap((paper) => [
          <MenuLabel key={paper}>{PAPER_NAMES[paper]}</MenuLabel>,
          ...FRAMES_PER_PAGE.map((frames) => (
            <MenuItem
              key={`${paper} ${frames}`}
              onSelect={() => void download(storyboardPath(project.id, paper, frames), name)}
            >
              {frames} Scenes a Page
            </MenuItem>
          )),
        ])}
      </MenuContent>
    </Menu>
  );
}
