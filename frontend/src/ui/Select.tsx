import styled from '@emotion/styled';
import { field } from './Input';
import { tokens } from './tokens';

const Chooser = styled.select`
  ${field}
  justify-self: stretch;
  width: auto;
  min-width: 120px;
  max-width: 100%;
  cursor: pointer;
  text-overflow: ellipsis;
  &[data-placeholder='true'] {
    color: ${tokens.text3};
  }
`;

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
}
export interface SelectProps<V extends string> {
  /** '' while nothing is chosen. */
  value: V | '';
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  ariaLabel?: string;
  id?: string;
  disabled?: boolean;
}

/** One of several, chosen from the list that the browser or the phone has for that. */
export function Select<V extends string>({
  value,
  onValueChange,
  options,
  placeholder,
  ariaLabel,
  ...rest
}: SelectProps<V>) {
  const optionOf = (wanted: string) => options.find((option) => option.value === wanted);
  const isChosen = optionOf(value) !== undefined;
  return (
    <Chooser
      {...rest}
      aria-label={ariaLabel}
      data-placeholder={!isChosen}
      value={isChosen ? value : ''}
      onChange={(event) => {
        const chosen = optionOf(event.target.value);
        if (chosen) onValueChange(chosen.value);
      }}
    >
      {!isChosen && (
        <option value="" disabled hidden>
          {placeholder}
        </option>
      )}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Chooser>
  );
}
