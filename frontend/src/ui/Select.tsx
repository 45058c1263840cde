import styled from '@emotion/styled';
import { field } from './Field';
import { space, tokens } from './tokens';

/** A grey that is visible on the surfaces of both themes, since an SVG in a URL cannot use the page's colours. */
const CHEVRON = `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%23808088' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m6 9 6 6 6-6'/%3E%3C/svg%3E")`;

const Chooser = styled.select`
  ${field}
  appearance: none;
  justify-self: stretch;
  width: auto;
  min-width: 120px;
  max-width: 100%;
  padding-right: ${space(9)};
  background: ${tokens.surface1} ${CHEVRON} no-repeat right ${space(2.5)} center / 16px;
  cursor: pointer;
  text-overflow: ellipsis;
  &[data-placeholder='true'] {
    color: ${tokens.text3};
  }
`;

export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  /** True for an option that is visible but cannot be chosen. */
  disabled?: boolean;
}
export interface SelectProps<V extends string> {
  /** The chosen option's value; '' while nothing is chosen. */
  value: V | '';
  onValueChange: (value: V) => void;
  options: readonly SelectOption<V>[];
  placeholder?: string;
  ariaLabel?: string;
  id?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  disabled?: boolean;
}

/** The native select of the browser or phone. */
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
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </Chooser>
  );
}
