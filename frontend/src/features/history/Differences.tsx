import styled from '@emotion/styled';
import { space, tokens } from '../../ui';
import { wordDiff } from '../runs/word-diff';

const Frame = styled.dl`
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
  & del + ins {
    margin-inline-start: ${space(1)};
  }
`;

export interface TextDifference {
  label: string;
  before: string;
  after: string;
}

/** Returns the labelled texts that differ between two versions; a missing text counts as empty. */
export const textDifferences = <Key extends string>(
  labels: readonly (readonly [Key, string])[],
  before: Readonly<Record<Key, string | null>>,
  after: Readonly<Record<Key, string | null>>,
): TextDifference[] =>
  labels
    .map(([key, label]) => ({ label, before: before[key] ?? '', after: after[key] ?? '' }))
    .filter((texts) => texts.before !== texts.after);

/** Shows each pair of texts as one text, with removed and added words marked. */
export function Differences({ of }: { of: readonly TextDifference[] }) {
  return (
    <Frame>
      {of.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">
            {wordDiff(before, after).map(({ change, words }, index) =>
              change === 'removed' ? (
                <del key={index}>{words}</del>
              ) : change === 'added' ? (
                <ins key={index}>{words}</ins>
              ) : (
                <span key={index}>{words}</span>
              ),
            )}
          </dd>
        </div>
      ))}
    </Frame>
  );
}
