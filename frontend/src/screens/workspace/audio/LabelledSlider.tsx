import styled from '@emotion/styled';
import { Slider, space, tokens } from '../../../ui';

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(3)};
  font-weight: 550;
`;
const Figure = styled.output`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

interface LabelledSliderProps {
  label: string;
  /** The accessible name, where the label alone does not tell it apart from others. */
  name?: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** What stands behind the value. */
  unit?: string;
}

/** A number that is set by sliding, with its name and what it is. In steps of a tenth. */
export function LabelledSlider(props: LabelledSliderProps) {
  const { label, name = label, value, onChange, min = 0, max = 1, unit = '' } = props;
  const shown = `${value.toFixed(1)}${unit}`;
  return (
    <div>
      <Head>
        <span>{label}</span>
        <Figure>{shown}</Figure>
      </Head>
      <Slider
        ariaLabel={name}
        valueText={unit === '' ? undefined : shown}
        value={value}
        onValueChange={onChange}
        min={min}
        max={max}
        step={0.1}
      />
    </div>
  );
}
