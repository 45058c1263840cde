import styled from '@emotion/styled';
import { chosenItems, hashOf } from '@storyreel/contracts';
import type { Batch, Project, RefreshBill, RefreshItem, RefreshStep } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { onePerWindow } from '../../platform/cache/query-client';
import { NotSaved } from '../../platform/http/failures';
import { createKeyedStore, useExternalStore } from '../../platform/store';
import { Button, IconButton, mobile, space, Stack, tellFailure, tokens } from '../../ui';
import { flushProject } from '../projects/useProjectAutosave';
import { flushAllScenes } from '../scenes/useSceneAutosave';
import { zapsInWords } from '../zaps/format';
import { BatchLine } from './BatchLine';
import { RefreshDialog, totalZaps } from './RefreshDialog';
import { useBatches, useRefreshBill } from './api';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  margin: ${space(3)} 0;
  padding: ${space(2)} ${space(2)} ${space(2)} ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  font-variant-numeric: tabular-nums;
  ${mobile} {
    padding-left: ${space(3)};
  }
`;
const Words = styled.p`
  flex: 1 1 240px;
`;
const Problem = styled.p`
  color: ${tokens.warning};
  font-size: ${tokens.caption};
`;

/** Closed bars by project: each bar's set of stale items, kept until the window closes. */
const closedBars = onePerWindow(() => createKeyedStore<string>());

const NAMES: Record<RefreshStep, [one: string, more: string]> = {
  images: ['image', 'images'],
  clips: ['clip', 'clips'],
  speech: ['narration', 'narrations'],
  film: ['film', 'films'],
};

/** Counts items by their kind: '7 images, 2 clips, 1 film'. */
export function countsInWords(items: readonly Pick<RefreshItem, 'step'>[]): string {
  return Object.entries(NAMES)
    .flatMap(([step, [one, more]]) => {
      const count = items.filter((item) => item.step === step).length;
      return count === 0 ? [] : [`${count} ${count === 1 ? one : more}`];
    })
    .join(', ');
}

/** Returns a name for a set of stale items, so that a closed bar reappears when the set has changed. */
const nameOf = ({ items }: RefreshBill): string => hashOf(items.map(({ id, reasons }) => [id, reasons]));

/**
 * Shows the results that no longer match the project and the price of making them again, or the progress of doing so.
 */
export function RefreshBar({ project }: { project: Project }) {
  const { data: batches } = useBatches();
  const batch = batches?.find(({ kind, projectId }) => kind === 'refresh' && projectId === project.id);
  const closed = closedBars(useQueryClient());
  const closedName = useExternalStore(closed.subscribe, () => closed.get(project.id));
  const close = (name: string) => closed.set(project.id, name);
  // Until the batches are loaded, it is unknown whether a refresh is running.
  if (!batches) return null;
  if (batch && !batch.isOver) return <UnderWay batch={batch} />;
  if (batch && batch.failed > 0 && closedName !== batch.id)
    return <UnderWay batch={batch} onClose={() => close(batch.id)} />;
  return <Changed project={project} closedName={closedName} onClose={close} />;
}

function UnderWay({ batch, onClose }: { batch: Batch; onClose?: () => void }) {
  return (
    <Bar role="region" aria-label="Refresh">
      <Stack gap={1} style={{ flex: 1 }}>
        <BatchLine batch={batch} />
        {batch.problems.map(({ sceneId, step, message }) => (
          <Problem key={`${step}/${sceneId}`}>{message}</Problem>
        ))}
      </Stack>
      {onClose && <IconButton label="Hide" icon={<X size={16} aria-hidden />} onClick={onClose} />}
    </Bar>
  );
}

interface ChangedProps {
  project: Project;
  closedName: string | undefined;
  onClose: (name: string) => void;
}

function Changed({ project, closedName, onClose }: ChangedProps) {
  const { data: bill, refetch } = useRefreshBill(project);
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  if (!bill || bill.items.length === 0) return null;
  const name = nameOf(bill);
  if (name === closedName && !isOpen) return null;
  const items = chosenItems(
    bill.items,
    bill.items.map(({ id }) => id),
  );

  async function open(): Promise<void> {
    setSaving(true);
    const isSaved = (await flushAllScenes()) && (await flushProject(project.id));
    if (isSaved) await refetch();
    setSaving(false);
    if (isSaved) setOpen(true);
    else tellFailure("Couldn't save your changes", new NotSaved().message);
  }
  return (
    <>
      <Bar role="region" aria-label="Refresh">
        <Words>
          {items.length === 0
            ? `${countsInWords(bill.items)} out of date, but can't be refreshed as they are.`
            : `Refresh what changed: ${countsInWords(items)} · ${zapsInWords(totalZaps(items, bill.includedImages))}`}
        </Words>
        <Button size="small" icon={<RefreshCw size={16} aria-hidden />} loading={isSaving} onClick={() => void open()}>
          Choose and Refresh
        </Button>
        <IconButton label="Hide" icon={<X size={16} aria-hidden />} onClick={() => onClose(name)} />
      </Bar>
      <RefreshDialog project={project} bill={bill} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}
