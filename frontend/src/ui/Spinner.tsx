import { keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { LoaderCircle } from 'lucide-react';
import { VisuallyHidden } from './VisuallyHidden';

const turn = keyframes`to { transform: rotate(360deg); }`;
const Wheel = styled.span`
  display: inline-flex;
  & svg {
    animation: ${turn} 900ms linear infinite;
  }
`;

/** label: what a screen reader hears; null when the words beside it already say so. size in px. */
export function Spinner({ size = 20, label = 'Loading' }: { size?: number; label?: string | null }) {
  return (
    <Wheel role={label === null ? undefined : 'status'} aria-hidden={label === null || undefined}>
      <LoaderCircle size={size} aria-hidden />
      {label !== null && <VisuallyHidden>{label}</VisuallyHidden>}
    </Wheel>
  );
}
