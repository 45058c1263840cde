import styled from '@emotion/styled';
import { acceptOf, FILE_LIMITS } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { Download, Trash2, Upload } from 'lucide-react';
import { Button, Row, Stack, TitledCard, tokens } from '../../ui';
import { downloadFrom } from '../../platform/http/downloads';
import { sanitizeTitle } from '../pictures/media/files';
import { useProjectFile } from '../pictures/media/useProjectFile';
import type { ProjectFile } from '../pictures/media/useProjectFile';
import { ShareVideo } from '../sharing/ShareVideo';
import { RunningUpload, UploadArea } from '../uploads/UploadArea';
import { useFileDrop, useFilePicker } from '../uploads/useFileInput';

/** A project's finished video; it must be smaller than 100 MB. */
export const COMPLETED_VIDEO: ProjectFile = {
  purpose: 'completed-video',
  refuse(file) {
    if (!file.type.startsWith('video/')) {
      return { title: 'Invalid file type', description: 'Please select a video file.' };
    }
    if (file.size >= FILE_LIMITS.completedVideo) {
      return { title: 'File too large', description: 'Video files must be smaller than 100MB.' };
    }
    return null;
  },
  fields: (url, filename) => ({
    completedVideoUrl: url,
    completedVideoFilename: filename,
    completedVideoStatus: 'complete',
  }),
  none: { completedVideoUrl: null, completedVideoFilename: null, completedVideoStatus: 'pending' },
  current: ({ completedVideoUrl, completedVideoFilename, completedVideoStatus }: Project) => ({
    completedVideoUrl,
    completedVideoFilename,
    completedVideoStatus,
  }),
  uploaded: ({ completedVideoUrl }) => ({
    title: completedVideoUrl ? 'Video updated successfully!' : 'Video uploaded successfully!',
  }),
  deleted: { title: 'Video Deleted' },
  restored: { title: 'Video restored' },
  thing: 'video',
};

const Zone = styled(Stack)`
  border-radius: ${tokens.radiusMedia};
  &[data-over='true'] {
    box-shadow: 0 0 0 2px ${tokens.focus};
  }
`;
const Player = styled.video`
  justify-self: center;
  width: min(100%, 360px);
  aspect-ratio: var(--frame, 9 / 16);
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface3};
`;
const Name = styled.p`
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;

interface FinishedProps {
  project: Project;
  url: string;
  file: ReturnType<typeof useProjectFile>;
}

function Finished({ project, url, file }: FinishedProps) {
  const { over, zone } = useFileDrop(file.upload);
  const label = 'Replacement video file';
  const [openDialog, input] = useFilePicker({ accept: acceptOf('video'), label, onFile: file.upload });
  const filename = project.completedVideoFilename ?? `${sanitizeTitle(project.title)}.mp4`;
  return (
    <Zone gap={4} {...zone} data-over={over}>
      <Player key={url} src={url} controls playsInline preload="metadata" aria-label="Final video" />
      <Name>{filename}</Name>
      <Row gap={2}>
        <Button icon={<Download size={16} aria-hidden />} onClick={() => downloadFrom(url, filename)}>
          Download
        </Button>
        <Button icon={<Upload size={16} aria-hidden />} disabled={file.uploading !== null} onClick={openDialog}>
          Replace Video
        </Button>
        {input}
        <Button icon={<Trash2 size={16} aria-hidden />} loading={file.deleting} onClick={() => void file.remove()}>
          Delete
        </Button>
        <ShareVideo projectId={project.id} filmId={null} what="the final video" />
      </Row>
      {file.uploading && <RunningUpload upload={file.uploading} onCancel={file.cancelUpload} />}
    </Zone>
  );
}

/** Plays, shares and replaces the project's finished video, or uploads the first one. */
export function FinalVideo({ project }: { project: Project }) {
  const file = useProjectFile(project, COMPLETED_VIDEO);
  const url = project.completedVideoUrl;
  return (
    <TitledCard title="Final Video">
      {url ? (
        <Finished project={project} url={url} file={file} />
      ) : (
        <UploadArea
          accept={acceptOf('video')}
          title="Upload Video"
          hint="Click to select MP4, MOV, or other video files (max 100MB)"
          uploading={file.uploading}
          onFile={file.upload}
          onCancel={file.cancelUpload}
        />
      )}
    </TitledCard>
  );
}
