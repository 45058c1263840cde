import styled from '@emotion/styled';
import { tokens } from './tokens';

// The line keeps its height while it is empty, so that nothing below it moves.
const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 6px;
  min-height: 20px;
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
const Failure = styled.span`
  color: ${tokens.danger};
`;
const Action = styled.button`
  min-height: 32px;
  margin: -6px 0;
  padding: 0 8px;
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  color: ${tokens.text1};
  font-weight: 600;
  text-decoration: underline;
  cursor: pointer;
  &:hover {
    background: ${tokens.surface3};
  }
`;

const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

export interface SaveStateProps {
  isSaving: boolean;
  hasError: boolean;
  /** Milliseconds since 1970. */
  lastSaved: number | null;
  retry: () => unknown;
  /** Goes back to what is stored. */
  discard: () => void;
}

/** How far an autosave is. A failed one keeps what was typed until it is saved, or discarded by hand. */
export function SaveState({ isSaving, hasError, lastSaved, retry, discard }: SaveStateProps) {
  return (
    <Line role="status">
      {hasError ? (
        <>
          <Failure title="Your text is kept in this browser and saved once the server can be reached.">
            Failed to save
          </Failure>
          <Action type="button" onClick={() => void retry()}>
            Retry
          </Action>
          {/* The focus stays where it is: a field that it left would save what is to be discarded. */}
          <Action type="button" onMouseDown={(event) => event.preventDefault()} onClick={discard}>
            Discard
          </Action>
        </>
      ) : isSaving ? (
        'Saving...'
      ) : (
        lastSaved !== null && `Saved ${clockTime.format(lastSaved)}`
      )}
    </Line>
  );
}
