import styled from '@emotion/styled';
import { Progress as Primitive } from 'radix-ui';
import { tokens } from './tokens';

const Track = styled(Primitive.Root)`
  width: 100%;
  height: 6px;
  overflow: hidden;
  border-radius: 3px;
  background: ${tokens.surface3};
`;
const Bar = styled(Primitive.Indicator)`
  height: 100%;
  border-radius: 3px;
  background: ${tokens.text1};
  transition: width ${tokens.slow};
`;

/** value: 0 to 1, or null while unknown. */
export function Progress({ value, label }: { value: number | null; label: string }) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <Track value={percent} max={100} aria-label={label}>
      <Bar style={{ width: percent === null ? '30%' : `${percent}%` }} />
    </Track>
  );
}
