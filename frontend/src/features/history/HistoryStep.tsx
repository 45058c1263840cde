import styled from '@emotion/styled';
import type { HistoryEntry } from '@storyreel/contracts';
import { Eye, Redo2, Undo2 } from 'lucide-react';
import { Button, IconButton, space, tokens } from '../../ui';
import { zapsInWords } from '../zaps/format';
import { Differences } from './Differences';
import { momentName, planName } from './sessions';

const Frame = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(3)};
  padding: ${space(3)} 0;
  & + & {
    border-top: 1px solid ${tokens.line};
  }
`;
const What = styled.p`
  overflow-wrap: anywhere;
  &[data-undone] {
    color: ${tokens.text2};
    text-decoration: line-through;
  }
`;
const About = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Actions = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(1)};
`;
const BY = { you: 'You', system: 'Storyreel' } as const;

/** Returns the name of a step's author if the step is from before an import, since somebody else may have done it. */
const nameOf = ({ by, earlier }: HistoryEntry): string => (earlier ? (earlier.by ?? BY.system) || 'Somebody' : BY[by]);

/** Says for which time a post was planned, or for which times before and after the step. */
function planOf({ post }: HistoryEntry): string {
  if (!post || post.before === post.after) return '';
  const { before, after } = post;
  if (before === null) return after === null ? '' : ` on ${planName(after)}`;
  return ` (${planName(before)} → ${after === null ? 'no time' : planName(after)})`;
}

interface HistoryStepProps {
  entry: HistoryEntry;
  onTake: (way: 'undo' | 'redo') => void;
  onLook: () => void;
}

/** Shows a step of the history: what happened, when and by whom, and how to undo it. */
export function HistoryStep({ entry, onTake, onLook }: HistoryStepProps) {
  const { at, details, zaps, way, reason, earlier, post } = entry;
  const what = `${entry.what}${planOf(entry)}`;
  const about = [
    momentName(at),
    nameOf(entry),
    zaps === null ? '' : zapsInWords(zaps),
    way === 'redo' ? 'Undone' : '',
    reason ?? '',
  ];
  return (
    <Frame>
      <div>
        <What dir="auto" data-undone={way === 'redo' || undefined}>
          {what}
        </What>
        <About>{about.filter((part) => part !== '').join(' · ')}</About>
      </div>
      <Actions>
        {!earlier && !post && (
          <IconButton
            label={`Look at the project after: ${what}`}
            icon={<Eye size={16} aria-hidden />}
            onClick={onLook}
          />
        )}
        {way !== 'none' && (
          <Button
            size="small"
            aria-label={`${way === 'undo' ? 'Undo' : 'Redo'}: ${what}`}
            icon={way === 'undo' ? <Undo2 size={16} aria-hidden /> : <Redo2 size={16} aria-hidden />}
            onClick={() => onTake(way)}
          >
            {way === 'undo' ? 'Undo' : 'Redo'}
          </Button>
        )}
      </Actions>
      {details.length > 0 && <Differences of={details} />}
    </Frame>
  );
}
