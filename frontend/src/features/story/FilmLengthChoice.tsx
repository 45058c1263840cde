import styled from '@emotion/styled';
import { minutesAndSeconds } from '@storyreel/contracts';
import type { FilmLength } from '@storyreel/contracts';
import { space, tokens } from '../../ui';
import { formatZaps } from '../zaps/format';

const Group = styled.fieldset`
  display: grid;
  gap: ${space(2)};
  min-width: 0;
  padding: 0;
  border: 0;
  & legend {
    margin-bottom: ${space(2)};
    color: ${tokens.text1};
    font-weight: 550;
  }
`;
const Option = styled.label`
  display: grid;
  grid-template-columns: auto 1fr auto;
  align-items: center;
  gap: 0 ${space(3)};
  min-height: 44px;
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &:has(input:checked) {
    border-color: ${tokens.lineStrong};
    background: ${tokens.surface2};
  }
  &:has(input:focus-visible) {
    outline: 2px solid ${tokens.focus};
    outline-offset: 2px;
  }
  & strong {
    color: ${tokens.text1};
    font-weight: 600;
  }
  & input {
    width: 18px;
    height: 18px;
    accent-color: ${tokens.text1};
  }
`;
const Facts = styled.span`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

const nameOf = ({ length }: FilmLength): string => (length === 'full' ? 'Full story' : `${length} seconds`);
const scenesOf = ({ scenes }: FilmLength): string => (scenes === 1 ? '1 scene' : `${scenes} scenes`);

export interface FilmLengthChoiceProps {
  lengths: readonly FilmLength[];
  value: FilmLength['length'];
  onChange: (length: FilmLength['length']) => void;
  disabled: boolean;
}

/** Lets the user choose a length for the story's film; shows the scenes and the price of each. */
export function FilmLengthChoice({ lengths, value, onChange, disabled }: FilmLengthChoiceProps) {
  return (
    <Group disabled={disabled}>
      <legend>How long should the film be?</legend>
      {lengths.map((one) => (
        <Option key={one.length}>
          <input type="radio" name="film-length" checked={one.length === value} onChange={() => onChange(one.length)} />
          <span>
            <strong>{nameOf(one)}</strong>
            <br />
            <Facts>
              about {scenesOf(one)}, {minutesAndSeconds(one.seconds)}
            </Facts>
          </span>
          <Facts>~{formatZaps(Math.round(one.zaps * 10) / 10)} zaps</Facts>
        </Option>
      ))}
      <Facts>
        The prices are for whole films in 720p, with narration and an image for each scene. You pay step by step.
      </Facts>
    </Group>
  );
}
