import styled from '@emotion/styled';
import { type Batch, batchFinished, batchTotal } from '@storyreel/contracts';
import { Layers } from 'lucide-react';
import { IconButton, space, tokens } from '../../ui';
import { HoverPopover } from '../../ui/HoverCard';
import { BatchLine } from './BatchLine';
import { useBatchWatch } from './batch-watch';
import { KIND_WORDS, useBatches } from './api';

const List = styled.ul`
  display: grid;
  gap: ${space(4)};
  max-height: min(420px, 70dvh);
  overflow-y: auto;
`;
const Title = styled.p`
  overflow: hidden;
  font-weight: 600;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Problem = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Anchor = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;

/** Maximum number of finished batches in the menu. */
const RECENT_SHOWN = 5;

const sum = (batches: readonly Batch[], of: (batch: Batch) => number): number =>
  batches.reduce((total, batch) => total + of(batch), 0);

/** Lists all of the user's batches, with progress and controls. */
export default function BatchesMenu() {
  useBatchWatch();
  const { data: batches = [] } = useBatches();
  const active = batches.filter(({ isOver }) => !isOver);
  const recent = batches.filter(({ isOver }) => isOver).slice(0, RECENT_SHOWN);
  if (active.length + recent.length === 0) return null;
  const share = `${sum(active, batchFinished)}/${sum(active, batchTotal)}`;
  const label = active.length === 0 ? 'Batches' : `Batches: ${share} scenes done`;

  const content = (
    <List>
      {[...active, ...recent].map((batch) => (
        <li key={batch.id}>
          <Title dir="auto">
            {KIND_WORDS[batch.kind]} · {batch.projectTitle || 'Untitled Project'}
          </Title>
          <BatchLine batch={batch} />
          {batch.isOver && batch.problems[0] && <Problem>{batch.problems[0].message}</Problem>}
        </li>
      ))}
    </List>
  );
  return (
    <Anchor>
      <HoverPopover label="Batches" content={content}>
        <IconButton label={label} tooltip={false} icon={<Layers size={20} aria-hidden />} />
      </HoverPopover>
      {active.length > 0 && <span aria-hidden>{share}</span>}
    </Anchor>
  );
}
