import type { Project } from '@storyreel/contracts';
import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui';
import { downloadZip } from './download-zip';

interface DownloadZipProps {
  project: Pick<Project, 'id' | 'title'> | null;
}

/** Saves all of a project's assets. Without a project it says so. */
export function DownloadZipButton({ project }: DownloadZipProps) {
  const [running, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    await downloadZip(project);
    setRunning(false);
  };
  return (
    <Button icon={<FileArchive size={16} aria-hidden />} loading={running} onClick={() => void download()}>
      {running ? 'Creating ZIP...' : 'Download ZIP'}
    </Button>
  );
}
