import styled from '@emotion/styled';
import { useQueryClient } from '@tanstack/react-query';
import type { Project, Scene } from '@storyreel/contracts';
import { Images } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Button, Progress, space, tokens } from '../../../ui';
import { BulkImagesDialog } from './BulkImagesDialog';
import { bulkRuns, withImagePrompt } from './bulk-run';

const Running = styled.div`
  display: grid;
  gap: ${space(1)};
  min-width: 160px;
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;

/** 'Generate Images' for all scenes that have a prompt, and how far such a run is. */
export function BulkImages({ project, scenes }: { project: Project; scenes: Scene[] }) {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const progress = useSyncExternalStore(bulkRuns.subscribe, () => bulkRuns.progressOf(project.id));
  const sceneCount = withImagePrompt(scenes).length;
  const isQueueing = progress?.phase === 'queueing';

  function confirm(): void {
    setAsks(false);
    void bulkRuns.start(queryClient, project.id);
  }

  return (
    <>
      <Button
        variant="primary"
        icon={<Images size={16} aria-hidden />}
        loading={isQueueing}
        disabled={sceneCount === 0 || progress !== null}
        onClick={() => setAsks(true)}
      >
        {isQueueing ? 'Queuing...' : 'Generate Images'}
      </Button>
      {progress && (
        <Running>
          <span role="status">
            {isQueueing
              ? `${progress.queued} of ${progress.total} scenes queued`
              : `${progress.finished} of ${progress.queued} scenes done`}
          </span>
          <Progress
            value={isQueueing ? progress.queued / (progress.total || 1) : progress.finished / progress.queued}
            label="Bulk image generation"
          />
        </Running>
      )}
      <BulkImagesDialog open={asks} onOpenChange={setAsks} sceneCount={sceneCount} onConfirm={confirm} />
    </>
  );
}
