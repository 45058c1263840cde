import styled from '@emotion/styled';
import type { HistoryEntry } from '@storyreel/contracts';
import { Eye, Redo2, Undo2 } from 'lucide-react';
import { Button, IconButton, space, tokens } from '../../ui';
import { wordDiff } from '../runs/word-diff';
import { zapsInWords } from '../zaps/format';
import { momentName } from './sessions';

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
const Details = styled.dl`
  display: grid;
  grid-column: 1 / -1;
  gap: ${space(1)};
  margin: ${space(1)} 0 0;
  padding: ${space(2)} ${space(3)};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface2};
  font-size: ${tokens.caption};
  & dt {
    color: ${tokens.text2};
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  & del {
    background: ${tokens.dangerSoft};
  }
  & ins {
    background: ${tokens.positiveSoft};
    text-decoration: underline;
  }
`;

/** Two texts as one, with the words that went and those that came. */
export function Differences({ before, after }: { before: string; after: string }) {
  return wordDiff(before, after).map(({ change, words }, index) =>
    change === 'removed' ? (
      <del key={index}>{words}</del>
    ) : change === 'added' ? (
      <ins key={index}>{words}</ins>
    ) : (
      <span key={index}>{words}</span>
    ),
  );
}

const BY = { you: 'You', system: 'Storyreel' } as const;

interface HistoryStepProps {
  entry: HistoryEntry;
  onTake: (way: 'undo' | 'redo') => void;
  onLook: () => void;
}

/** A step of the history: what happened, when, by whom, and the way back. */
export function HistoryStep({ entry, onTake, onLook }: HistoryStepProps) {
  const { what, at, by, details, zaps, way, reason } = entry;
  const about = [
    momentName(at),
    BY[by],
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
        <IconButton
          label={`Look at the project after: ${what}`}
          icon={<Eye size={16} aria-hidden />}
          onClick={onLook}
        />
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
      {details.length > 0 && (
        <Details>
          {details.map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">
                <Differences before={before} after={after} />
              </dd>
            </div>
          ))}
        </Details>
      )}
    </Frame>
  );
}
